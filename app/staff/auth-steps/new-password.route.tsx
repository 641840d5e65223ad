import { data, redirect } from "react-router";
import type { Route } from "./+types/new-password.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { Alert, type AlertState } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { credentialTexts, passwordMessages } from "#app/staff/auth-forms/credentials.messages.ts";
import { passwordChangeSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { AccountEmail, NewPasswordField, PasswordField } from "#app/staff/auth-forms/password-fields.tsx";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { requireSignInStep } from "#app/staff/shell/require-staff.server.ts";
import { SignOutButton } from "#app/staff/session/sign-out-button.tsx";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { assets, identity } = servicesOf(context);
  const { session } = await requireSignInStep("new-password", identity, request);
  return { script: assets.island("signIn").island, email: session.staff.email };
}

/** Replaces a password that is too short for the account's role. The current password is required. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, clock, outbox, identity } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { session, to } = await requireSignInStep("new-password", identity, request);
  const form = parseForm(passwordChangeSchema, await readForm(request));
  if (!form.ok) return data<State>({ errors: form.fieldErrors }, { status: 422 });
  const { keys, passwords } = identity;
  const outcome = await unlessBusy(
    changePassword(
      { db, clock, outbox, keys, passwords },
      {
        session,
        current: form.value.currentPassword,
        next: form.value.newPassword,
        clientAddress,
        browser: deviceName(request.headers.get("user-agent")),
      },
    ),
  );
  if (!outcome.ok) {
    const { status, ...state } = refusals[outcome.reason];
    return data<State>(state, { status });
  }
  // The change ends all sessions, including any that use a copy of this session's token.
  return redirect(to, { status: 303, headers: await identity.renewSession({ request, clientAddress }) });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.newPassword, matches);

export default function NewPassword({ loaderData, actionData = {} }: Route.ComponentProps) {
  const { script, email } = loaderData;
  const { alert, errors = {} } = actionData;
  return (
    <AccessCard title={pages.newPassword.title} script={script}>
      <p>{lead}</p>
      {alert === undefined ? null : <Alert {...alert} />}
      <BusyForm button={{ label: "Change password", busy: "Saving...", press: true }}>
        <AccountEmail email={email} />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          maxLength={passwordLength.maximum}
          {...fieldError(errors.currentPassword)}
        />
        <NewPasswordField label="New password" name="newPassword" error={errors.newPassword} />
      </BusyForm>
      <p className="aside">
        <a href={pages.passwordReset.path}>{credentialTexts.forgotPassword}</a>
      </p>
      <div className="leave">
        <SignOutButton />
      </div>
    </AccessCard>
  );
}

const lead = `Your account can open client data, so its password needs at least ${passwordLength.minimum} characters. Choose a new one to continue. You will be signed out everywhere else.`;

/** State of the form after a rejected change. */
type State = { alert?: AlertState; errors?: { currentPassword?: string; newPassword?: string } };

const refusals: Readonly<
  Record<"wrong" | "common-password" | "too-many" | "busy", State & { status: number }>
> = {
  wrong: { status: 422, errors: { currentPassword: passwordMessages.wrong } },
  "common-password": { status: 422, errors: { newPassword: passwordMessages.common } },
  "too-many": { status: 429, alert: { text: credentialTexts.tooManyAttempts } },
  busy: { status: 503, alert: { text: credentialTexts.busy } },
};
