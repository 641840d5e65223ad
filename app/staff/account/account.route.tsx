import { createContext, data, redirect } from "react-router";
import type { Route } from "./+types/account.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageOwnAccount } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { readForm } from "#app/platform/form.ts";
import { metaOf, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { schemeIn } from "#app/staff/shell/color-scheme.ts";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { type Done, doneMessages } from "./account.messages.ts";
import { answerAccount } from "./handle-account-action.server.ts";
import { intentIn, intents } from "./intents.ts";
import { loadAccount } from "./load-account.server.ts";
import { withCookiesOf } from "./copy-cookies.ts";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SchemeSection } from "./scheme-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import "./account.css";

/** The request as the browser would send it by now: the action of a plain post can have given the session another token. */
const requestByNow = createContext<Request | null>(null);

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = context.get(requestByNow) ?? request;
  const session = await requireStaff(servicesOf(context), asked, canManageOwnAccount);
  const scheme = schemeIn(asked.headers.get("cookie"));
  return { ...(await loadAccount(servicesOf(context), session)), scheme, done: doneIn(request.url) };
}

export async function action({ context, request }: Route.ActionArgs) {
  // Before anything is read: whoever may not be here learns nothing of what could be sent.
  const session = await requireStaff(servicesOf(context), request, canManageOwnAccount);
  const form = await readForm(request);
  const intent = intentIn(form);
  if (intent === undefined) throw new AppError("invalid", "no such intent");
  if (intents[intent].proof) requireRecentAuthentication(session, pages.account.path);
  const answered = await answerAccount(intent, {
    services: servicesOf(context),
    visitor: { request, clientAddress: factsOf(context).clientAddress },
    session,
    form,
  });
  const { headers = new Headers() } = answered;
  if ("done" in answered) {
    return redirect(`${pages.account.path}?done=${answered.done}`, { status: 303, headers });
  }
  const { answer, status } = answered;
  context.set(requestByNow, withCookiesOf(request, headers));
  return data(answer, { status, headers });
}

export const meta: Route.MetaFunction = (head) => metaOf(pages.account, head);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  // What was done before is old news once there is an answer to something else.
  const done =
    actionData === undefined && loaderData.done !== undefined ? doneMessages[loaderData.done] : undefined;
  const shown = { account: loaderData, answer: actionData, done };
  return (
    <>
      <StaffHeader title={pages.account.title} staff={loaderData.staff} />
      <main id="main" className="wrap account">
        <ProfileSection {...shown} />
        <SchemeSection {...shown} scheme={loaderData.scheme} />
        <PasswordSection {...shown} />
        <SecondFactorSection {...shown} />
        <PasskeysSection {...shown} />
        <SessionsSection {...shown} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.account} error={error} />;
}

function doneIn(url: string): Done | undefined {
  const done = new URL(url).searchParams.get("done");
  // The table has it as a key of its own.
  return done !== null && Object.hasOwn(doneMessages, done) ? (done as Done) : undefined;
}
