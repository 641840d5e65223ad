import { createContext, data } from "react-router";
import type { Route } from "./+types/reset.route";
import { factsOf, type PageServices, servicesOf } from "#app/request-context/request-context.server.ts";
import { resetPassword } from "#app/identity/account-management/reset-password.server.ts";
import { mayTry } from "#app/identity/rate-limits/count-attempts.server.ts";
import { findLink } from "#app/identity/links/one-time-links.server.ts";
import { listPasskeys } from "#app/identity/passkeys/passkeys.server.ts";
import { secondFactorOf } from "#app/identity/second-factor/authenticator.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/form.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { KnownEmail } from "#app/staff/auth-forms/known-email.tsx";
import { NewPasswordField } from "#app/staff/auth-forms/new-password-field.tsx";
import { passwordMessages } from "#app/staff/auth-forms/passwords.messages.ts";
import { newPasswordSchema } from "#app/staff/auth/sign-in.schema.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { type LinkFormState, refusedLink } from "./link-form.ts";
import { type OtherWaysIn, ResetDone } from "./reset-done.tsx";
import { LinkOver } from "./expired-link.tsx";
import { resetTexts, titleOfLink } from "./links.messages.ts";
import { secretPageMeta } from "./secret-page-meta.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Set where the answer to this request is that the password is set: by then its link opens nothing. */
const doneNow = createContext<OtherWaysIn | null>(null);

/** Opening the link changes nothing: mail scanners and previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { assets, db, identity } = servicesOf(context);
  const link = await findLink({ db, keys: identity.keys }, "reset", params.token);
  const done = context.get(doneNow);
  const page = { script: assets.island("signIn").island, email: link?.email, done };
  return data(page, { status: link === undefined ? 404 : 200 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, outbox, identity } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { keys, passwords } = identity;
  const form = parseForm(newPasswordSchema, await readForm(request));
  if (!form.ok) return data<State>({ errors: form.fieldErrors }, { status: 422 });
  if (!(await mayTry({ db, clock, keys }, "redemptionsByAddress", clientAddress))) {
    return data<State>(...refusedLink("too-many"));
  }
  const browser = deviceName(request.headers.get("user-agent"));
  const { password } = form.value;
  const outcome = await unlessBusy(
    resetPassword({ db, outbox, keys, passwords }, { link: params.token, password, clientAddress, browser }),
  );
  if (!outcome.ok) {
    return outcome.reason === "common-password"
      ? data<State>({ errors: { password: passwordMessages.common } }, { status: 422 })
      : data<State>(...refusedLink(outcome.reason));
  }
  // What strangers tried meanwhile does not keep out whoever reads the account's mail.
  const headers = { "Set-Cookie": identity.rememberDevice(outcome.accountId, "password", request.headers) };
  // Said, or the link that is used up by now would answer with its 404.
  context.set(doneNow, await otherWaysIn({ db }, outcome.accountId));
  return data<State>({}, { status: 200, headers });
}

async function otherWaysIn({ db }: Pick<PageServices, "db">, accountId: string): Promise<OtherWaysIn> {
  const [{ since }, passkeys] = await Promise.all([
    secondFactorOf(db, accountId),
    listPasskeys(db, accountId),
  ]);
  return { authenticatorSince: since, passkeys };
}

type State = LinkFormState<"password">;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const title = loaderData?.done ? resetTexts.done.title : titleOfLink(resetTexts.title, loaderData?.email);
  return secretPageMeta(pages.passwordReset, title, matches);
};

export default function Reset({ loaderData: { script, email, done }, actionData }: Route.ComponentProps) {
  if (done !== null) return <ResetDone script={script} others={done} />;
  if (email === undefined) return <LinkOver link="reset" />;
  return (
    <AccessCard title={resetTexts.title} script={script}>
      <p>{resetTexts.lead}</p>
      {actionData?.alert === undefined ? null : <Alert {...actionData.alert} />}
      <BusyForm button={resetTexts.button}>
        <KnownEmail email={email} />
        <NewPasswordField error={actionData?.errors?.password} />
      </BusyForm>
    </AccessCard>
  );
}
