import { pages } from "#app/pages/registry.ts";
import { returnParameter } from "#app/staff/paths/return-path.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert, type AlertState } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { signOnButton } from "#app/staff/auth-forms/sign-on.messages.ts";
import { signInPath, signOnStartPath } from "#app/staff/paths/sign-in-path.ts";
import { PasskeyOffer } from "#app/staff/auth-forms/passkey-offer.tsx";
import { credentialTexts } from "#app/staff/auth-forms/credentials.messages.ts";
import { AccountEmail, PasswordField } from "#app/staff/auth-forms/password-fields.tsx";
import { SignOutButton } from "#app/staff/session/sign-out-button.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import {
  type Requested,
  type StepUpReason,
  stepUpForm,
  stepUpPasskeyMessages,
  describeRefusal,
  stepUpTexts,
  recoveryParameter,
  type Refusal,
} from "./step-up.messages.ts";

/** State of the form after a failed attempt. */
export type StepUpState = { refused?: Refusal; error?: string | undefined };

/** Requests a code, or the password if the account has no authenticator app. A passkey is offered if there is one. */
export function StepUpCard({
  script,
  to,
  email,
  reason,
  requested,
  hasPasskey,
  hasPassword,
  offersSignOn,
  notice,
  refused,
  error,
}: StepUpState & {
  script: string;
  to: string;
  email: string;
  reason: StepUpReason;
  requested: Requested;
  hasPasskey: boolean;
  hasPassword: boolean;
  offersSignOn: boolean;
  /** Why single sign-on was refused. */
  notice: AlertState | undefined;
}) {
  const { title, lead } = stepUpTexts[reason];
  // An account that was created by single sign-on has no password.
  const offersForm = requested !== "password" || hasPassword || !offersSignOn;
  return (
    <AccessCard title={title} script={script}>
      <p>{lead}</p>
      <div data-alerts>
        {refused === undefined ? null : <Alert text={describeRefusal(refused, requested, hasPasskey)} />}
        {refused === undefined && notice !== undefined ? <Alert {...notice} /> : null}
      </div>
      <OtherMethods {...{ to, reason, requested, hasPasskey, offersSignOn, offersForm }} />
      {offersForm ? <StepUpForm {...{ to, email, requested, error }} /> : null}
      {requested === "password" ? null : <OtherCode to={to} requested={requested} />}
      <div className="leave">
        <p className="soft">{email}</p>
        <SignOutButton />
      </div>
    </AccessCard>
  );
}

/** A passkey and single sign-on, above the form. */
function OtherMethods({
  to,
  reason,
  requested,
  hasPasskey,
  offersSignOn,
  offersForm,
}: {
  to: string;
  reason: StepUpReason;
  requested: Requested;
  hasPasskey: boolean;
  offersSignOn: boolean;
  offersForm: boolean;
}) {
  return (
    <>
      {hasPasskey ? (
        <PasskeyOffer
          to={reason === "secondFactor" ? signInPath({ from: to }) : to}
          messages={stepUpPasskeyMessages}
          needsScript
        >
          <BusyForm button={stepUpForm.passkey} />
          {offersForm && !offersSignOn ? <OrLine requested={requested} /> : null}
        </PasskeyOffer>
      ) : null}
      {offersSignOn ? (
        <>
          <BusyForm button={signOnButton} action={signOnStartPath(to)} intent="step-up" />
          {offersForm ? <OrLine requested={requested} /> : null}
        </>
      ) : null}
    </>
  );
}

function StepUpForm({
  to,
  email,
  requested,
  error,
}: {
  to: string;
  email: string;
  requested: Requested;
  error: string | undefined;
}) {
  return (
    <BusyForm button={stepUpForm.button} action={stepUpUrl(to, requested)}>
      {requested === "password" ? (
        <>
          <AccountEmail email={email} />
          <PasswordField
            placeholder={credentialTexts.passwordPlaceholder}
            autoComplete="current-password"
            {...fieldError(error)}
          />
        </>
      ) : (
        <CodeField requested={requested} error={error} />
      )}
    </BusyForm>
  );
}

function OrLine({ requested }: { requested: Requested }) {
  return <p className="or">{requested === "password" ? "or with your password" : "or with a code"}</p>;
}

function CodeField({
  requested,
  error,
}: {
  requested: Exclude<Requested, "password">;
  error: string | undefined;
}) {
  const isFromApp = requested === "code";
  return (
    <Field
      {...(isFromApp ? stepUpForm.code : stepUpForm.recoveryCode)}
      name="code"
      inputMode={isFromApp ? "numeric" : "text"}
      autoComplete={isFromApp ? "one-time-code" : "off"}
      autoCapitalize={isFromApp ? "none" : "characters"}
      spellCheck={false}
      required
      {...fieldError(error)}
    />
  );
}

function OtherCode({ to, requested }: { to: string; requested: Exclude<Requested, "password"> }) {
  const isFromApp = requested === "code";
  return (
    <>
      <p className="aside">
        <a href={stepUpUrl(to, isFromApp ? "recoveryCode" : "code")}>
          {isFromApp ? stepUpForm.toRecoveryCode : stepUpForm.toCode}
        </a>
      </p>
      {isFromApp ? null : <p className="soft">{stepUpForm.lostBoth}</p>}
    </>
  );
}

function stepUpUrl(to: string, requested: Requested): string {
  const query = new URLSearchParams({ [returnParameter]: to });
  if (requested === "recoveryCode") query.set(recoveryParameter, "");
  return `${pages.prove.path}?${query}`;
}
