import { createContext, data } from "react-router";
import type { Route } from "./+types/reset.route";
import { factsOf, type PageServices, servicesOf } from "#app/request-context/request-context.server.ts";
import { resetPassword } from "#app/identity/account-management/reset-password.server.ts";
import { allowRedemption } from "#app/identity/links/allow-redemption.server.ts";
import { findLink } from "#app/identity/links/one-time-links.server.ts";
import { listPasskeys } from "#app/identity/passkeys/passkeys.server.ts";
import { getSecondFactor } from "#app/identity/second-factor/authenticator.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { AccountEmail, NewPasswordField } from "#app/staff/auth-forms/password-fields.tsx";
import { passwordMessages } from "#app/staff/auth-forms/credentials.messages.ts";
import { newPasswordSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { type LinkFormState, refuseLink, secretPageMeta } from "./link-form.ts";
import { type OtherMethods, ResetDone } from "./reset-done.tsx";
import { ExpiredLinkCard } from "./expired-link-card.tsx";
import { linkTitle, resetDoneTexts, resetTexts } from "./links.messages.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Set when this request changed the password, after which its link is no longer valid. */
const completedReset = createContext<OtherMethods | null>(null);

/** Opening the link changes nothing, because mail scanners and link previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { assets, db, identity } = servicesOf(context);
  const link = await findLink({ db, keys: identity.keys }, "reset", params.token);
  const done = context.get(completedReset);
  const page = { script: assets.island("signIn").island, email: link?.email, done };
  return data(page, { status: link === undefined ? 404 : 200 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, outbox, identity } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { keys, passwords } = identity;
  const form = parseForm(newPasswordSchema, await readForm(request));
  if (!form.ok) return data<State>({ errors: form.fieldErrors }, { status: 422 });
  if (!(await allowRedemption({ db, clock, keys }, "reset", params.token, clientAddress))) {
    return data<State>(...refuseLink("too-many"));
  }
  const browser = deviceName(request.headers.get("user-agent"));
  const { password } = form.value;
  const outcome = await unlessBusy(
    resetPassword({ db, outbox, keys, passwords }, { link: params.token, password, clientAddress, browser }),
  );
  if (!outcome.ok) {
    return outcome.reason === "common-password"
      ? data<State>({ errors: { password: passwordMessages.common } }, { status: 422 })
      : data<State>(...refuseLink(outcome.reason));
  }
  // The device becomes known, so attempts by strangers do not lock out the owner of the mailbox.
  const headers = { "Set-Cookie": identity.rememberDevice(outcome.accountId, "password", request.headers) };
  // The explicit status replaces the 404 of the link, which is used now.
  context.set(completedReset, await listOtherMethods({ db }, outcome.accountId));
  return data<State>({}, { status: 200, headers });
}

async function listOtherMethods({ db }: Pick<PageServices, "db">, accountId: string): Promise<OtherMethods> {
  const [{ since }, passkeys] = await Promise.all([
    getSecondFactor(db, accountId),
    listPasskeys(db, accountId),
  ]);
  return { authenticatorSince: since, passkeys };
}

type State = LinkFormState<"password">;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const title = loaderData?.done ? resetDoneTexts.title : linkTitle(resetTexts.title, loaderData?.email);
  return secretPageMeta(pages.passwordReset, title, matches);
};

export default function Reset({ loaderData: { script, email, done }, actionData }: Route.ComponentProps) {
  if (done !== null) return <ResetDone script={script} others={done} />;
  if (email === undefined) return <ExpiredLinkCard link="reset" />;
  return (
    <AccessCard title={resetTexts.title} script={script}>
      <p>{resetTexts.lead}</p>
      {actionData?.alert === undefined ? null : <Alert {...actionData.alert} />}
      <BusyForm button={resetTexts.button}>
        <AccountEmail email={email} />
        <NewPasswordField error={actionData?.errors?.password} />
      </BusyForm>
    </AccessCard>
  );
}
