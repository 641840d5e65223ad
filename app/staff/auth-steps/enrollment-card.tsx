import type { AuthenticatorView } from "#app/staff/account/account-outcome.ts";
import type { Intent } from "#app/staff/account/intents.ts";
import { AuthenticatorSecret } from "#app/staff/account/authenticator-secret.tsx";
import { RecoveryCodes } from "#app/staff/account/recovery-codes.tsx";
import { pages } from "#app/pages/registry.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/field-error.ts";
import { PasskeyOffer } from "#app/staff/auth-forms/passkey-offer.tsx";
import { stepUpPasskeyMessages } from "./step-up.messages.ts";
import { SignOutButton } from "#app/staff/shell/sign-out-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { enrollmentTexts } from "./enrollment.messages.ts";

export const enrollmentIntents = {
  begin: "begin-authenticator",
  confirm: "confirm-authenticator",
} as const satisfies Record<string, Intent>;

/** The current step of the setup. */
export type EnrollmentState =
  | { step: "passkey" }
  | { step: "begin"; alert?: string }
  | { step: "confirm"; authenticator: AuthenticatorView; error?: string }
  | { step: "done"; recoveryCodes: readonly string[] };

/** Guides a person whose role requires a second factor through its setup. */
export function EnrollmentCard({
  script,
  email,
  to,
  state,
}: {
  script: string;
  email: string;
  to: string;
  state: EnrollmentState;
}) {
  const isDone = state.step === "done";
  return (
    <AccessCard title={isDone ? enrollmentTexts.doneTitle : pages.enrollment.title} script={script}>
      <div data-alerts />
      <Step to={to} state={state} />
      {isDone ? null : (
        <div className="leave">
          <p className="soft">{email}</p>
          <SignOutButton />
        </div>
      )}
    </AccessCard>
  );
}

function Step({ to, state }: { to: string; state: EnrollmentState }) {
  switch (state.step) {
    case "passkey":
      return <PasskeyStep to={to} />;
    case "begin":
      return (
        <>
          <p>{enrollmentTexts.lead}</p>
          {state.alert === undefined ? null : <Alert text={state.alert} />}
          <BusyForm button={enrollmentTexts.begin} intent={enrollmentIntents.begin} />
        </>
      );
    case "confirm":
      return <ConfirmStep {...state} />;
    case "done":
      return <RecoveryCodes codes={state.recoveryCodes} next={{ to, label: enrollmentTexts.next }} />;
  }
}

/** Someone who knows only the password must not add another second factor to the account. */
function PasskeyStep({ to }: { to: string }) {
  return (
    <>
      <p>{enrollmentTexts.passkeyLead}</p>
      <PasskeyOffer to={to} messages={stepUpPasskeyMessages} needsScript>
        <BusyForm button={enrollmentTexts.passkey} />
      </PasskeyOffer>
      <noscript>
        <p>{enrollmentTexts.passkeyNeedsScript}</p>
      </noscript>
      <p className="soft">{enrollmentTexts.passkeyLost}</p>
    </>
  );
}

function ConfirmStep({ authenticator, error }: Extract<EnrollmentState, { step: "confirm" }>) {
  return (
    <>
      <p>{enrollmentTexts.scan}</p>
      <AuthenticatorSecret {...authenticator} />
      <BusyForm button={enrollmentTexts.confirm} intent={enrollmentIntents.confirm}>
        <Field
          label={enrollmentTexts.code}
          hint={enrollmentTexts.codeHint}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={12}
          {...fieldError(error)}
        />
      </BusyForm>
    </>
  );
}
