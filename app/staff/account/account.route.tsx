import { createContext, data, redirect } from "react-router";
import type { Route } from "./+types/account.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageOwnAccount } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { readScheme } from "#app/staff/shell/color-scheme.ts";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import {
  DigestsSection,
  ProfileSection,
  SchemeSection,
  SessionsSection,
  StartPageSection,
} from "./account-sections.tsx";
import { type Done, doneMessages } from "./account.messages.ts";
import { accountActions, readAction } from "./account-actions.ts";
import { handleAccountAction, mergeCookies } from "./handle-account-action.server.ts";
import { loadAccount } from "./load-account.server.ts";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SignOnSection } from "./sign-on-section.tsx";
import { readSignOnNotice } from "#app/staff/auth-forms/sign-on.messages.ts";
import { SecondFactorSection } from "./second-factor-section.tsx";
import "./account.css";

/** The request with the cookies that the action has set. A form without JavaScript runs the action and the loader in one request. */
const requestAfterAction = createContext<Request | null>(null);

export async function loader({ context, request }: Route.LoaderArgs) {
  const current = context.get(requestAfterAction) ?? request;
  const session = await requireStaff(servicesOf(context), current, canManageOwnAccount);
  const scheme = readScheme(current.headers.get("cookie"));
  return {
    ...(await loadAccount(servicesOf(context), session)),
    scheme,
    done: readDone(request.url),
    notice: readSignOnNotice(request.url),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  // Authorizes before the form is read, so that the response reveals nothing about its fields.
  const session = await requireStaff(servicesOf(context), request, canManageOwnAccount);
  const form = await readForm(request);
  const intent = readAction(form);
  if (intent === undefined) throw new AppError("invalid", "The account form has an unknown action.");
  if (accountActions[intent].requiresRecentAuthentication) {
    requireRecentAuthentication(session, pages.account.path);
  }
  const outcome = await handleAccountAction(intent, {
    services: servicesOf(context),
    visitor: { request, clientAddress: factsOf(context).clientAddress },
    session,
    form,
  });
  const { headers = new Headers() } = outcome;
  if ("done" in outcome) {
    return redirect(`${pages.account.path}?done=${outcome.done}`, { status: 303, headers });
  }
  const { result, status } = outcome;
  context.set(requestAfterAction, mergeCookies(request, headers));
  return data(result, { status, headers });
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.account, head);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  // The result of a newer action replaces the confirmation.
  const done =
    actionData === undefined && loaderData.done !== undefined ? doneMessages[loaderData.done] : undefined;
  const shown = { account: loaderData, result: actionData, done };
  return (
    <>
      <StaffHeader title={pages.account.title} staff={loaderData.staff} />
      <main id="main" className="wrap account">
        <ProfileSection {...shown} />
        <StartPageSection {...shown} />
        <DigestsSection {...shown} />
        <SchemeSection {...shown} scheme={loaderData.scheme} />
        {loaderData.hasPassword ? <PasswordSection {...shown} /> : null}
        <SecondFactorSection {...shown} />
        <PasskeysSection {...shown} />
        <SignOnSection {...shown} alert={actionData === undefined ? loaderData.notice : undefined} />
        <SessionsSection {...shown} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.account} error={error} />;
}

function readDone(url: string): Done | undefined {
  const done = new URL(url).searchParams.get("done");
  // `hasOwn` makes it a key of the table.
  return done !== null && Object.hasOwn(doneMessages, done) ? (done as Done) : undefined;
}
