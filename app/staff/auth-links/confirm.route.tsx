import { data, redirect } from "react-router";
import type { Route } from "./+types/confirm.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { confirmAddress } from "#app/identity/account-management/confirm-email.server.ts";
import { allowRedemption } from "#app/identity/links/allow-redemption.server.ts";
import { findLink } from "#app/identity/links/one-time-links.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { AccountEmail, PasswordField } from "#app/staff/auth-forms/password-fields.tsx";
import { credentialTexts, passwordMessages } from "#app/staff/auth-forms/credentials.messages.ts";
import { passwordSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { type LinkFormState, refuseLink, secretPageMeta } from "./link-form.ts";
import { ExpiredLinkCard } from "./expired-link-card.tsx";
import { confirmTexts, linkTitle } from "./links.messages.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Opening the link changes nothing, because mail scanners and link previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { assets, db, identity } = servicesOf(context);
  const link = await findLink({ db, keys: identity.keys }, "confirm", params.token);
  const page = { script: assets.island("signIn").island, email: link?.email };
  return data(page, { status: link === undefined ? 404 : 200 });
}

/** Requires the password, because a stranger may have signed up with an address whose owner opens the email. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, outbox, identity } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { keys, passwords } = identity;
  const form = parseForm(passwordSchema, await readForm(request));
  if (!form.ok) return data<State>({ errors: form.fieldErrors }, { status: 422 });
  if (!(await allowRedemption({ db, clock, keys }, "confirm", params.token, clientAddress))) {
    return data<State>(...refuseLink("too-many"));
  }
  const { password } = form.value;
  const confirmed = await unlessBusy(
    confirmAddress({ db, outbox, keys, passwords }, { link: params.token, password, clientAddress }),
  );
  if (!confirmed.ok) {
    return confirmed.reason === "wrong"
      ? data<State>({ errors: { password: passwordMessages.wrong } }, { status: 401 })
      : data<State>(...refuseLink(confirmed.reason));
  }
  const signIn = await identity.signIn({ request, clientAddress }, { email: confirmed.email, password });
  // If the attempt limit or the queue prevents it, the person signs in on the sign-in screen.
  if (!signIn.ok) return redirect(signInPath({ because: "made" }), 303);
  return redirect(pages.admin.path, { status: 303, headers: signIn.headers });
}

type State = LinkFormState<"password">;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  secretPageMeta(pages.confirmAddress, linkTitle(confirmTexts.title, loaderData?.email), matches);

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { script, email } = loaderData;
  if (email === undefined) return <ExpiredLinkCard link="confirm" />;
  return (
    <AccessCard title={confirmTexts.title} script={script}>
      <p>{confirmTexts.lead}</p>
      {actionData?.alert === undefined ? null : <Alert {...actionData.alert} />}
      <BusyForm button={confirmTexts.button}>
        <AccountEmail email={email} />
        <PasswordField
          placeholder={credentialTexts.passwordPlaceholder}
          autoComplete="current-password"
          {...fieldError(actionData?.errors?.password)}
        />
      </BusyForm>
      <p className="aside">
        <a href={pages.passwordReset.path}>{credentialTexts.forgotPassword}</a>
      </p>
      <p className="aside soft">{confirmTexts.notYours}</p>
    </AccessCard>
  );
}
