import { practice } from "#content/practice.ts";
import { AuthenticatorCodeField } from "#app/staff/auth-forms/account-fields.tsx";
import { AuthenticatorSecret } from "#app/staff/auth-forms/authenticator-secret.tsx";
import type { AuthenticatorView } from "#app/staff/auth-forms/authenticator-view.server.ts";
import { authenticatorTexts } from "#app/staff/auth-forms/authenticator.messages.ts";
import { RecoveryCodes } from "#app/staff/auth-forms/recovery-codes.tsx";
import { pages } from "#app/pages/registry.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { PasskeyOffer } from "#app/staff/auth-forms/passkey-offer.tsx";
import { stepUpPasskeyMessages } from "./step-up.messages.ts";
import { SignOutButton } from "#app/staff/session/sign-out-button.tsx";

export const enrollmentIntents = { start: "begin-authenticator", confirm: "confirm-authenticator" } as const;

const enrollmentTexts = {
  lead: "Your role requires a second factor. To continue, set up an authenticator app on your phone. You will enter a code from it each time you sign in.",
  start: { label: "Set up an authenticator app", busy: "One moment...", press: true },
  confirm: { label: "Confirm", busy: "Checking...", press: true },
  doneTitle: "Your second factor is set up",
  passkeyLead: "Your role requires a second factor, and your account has a passkey. Use it to continue.",
  passkey: { label: "Use your passkey", busy: "Checking...", press: true },
  passkeyNeedsScript: "Turn on JavaScript to use your passkey.",
  get passkeyLost() {
    return `Lost your passkey? Ask an account owner or call ${practice.phone.display.replaceAll(" ", "\u00a0")}. Once we have verified your identity, we can remove it and you can set up an authenticator app.`;
  },
} as const;

/** The current step of the setup. */
export type EnrollmentState =
  | { step: "passkey" }
  | { step: "start"; alert?: string }
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
    case "start":
      return (
        <>
          <p>{enrollmentTexts.lead}</p>
          {state.alert === undefined ? null : <Alert text={state.alert} />}
          <BusyForm button={enrollmentTexts.start} intent={enrollmentIntents.start} />
        </>
      );
    case "confirm":
      return <ConfirmStep {...state} />;
    case "done":
      return <RecoveryCodes codes={state.recoveryCodes} next={to} />;
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
      <p>{authenticatorTexts.scan}</p>
      <AuthenticatorSecret {...authenticator} />
      <BusyForm button={enrollmentTexts.confirm} intent={enrollmentIntents.confirm}>
        <AuthenticatorCodeField error={error} />
      </BusyForm>
    </>
  );
}
