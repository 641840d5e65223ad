import { pages } from "#app/pages/registry.ts";
import { returnParameter } from "#app/staff/paths/return-path.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/field-error.ts";
import { KnownEmail } from "#app/staff/auth-forms/known-email.tsx";
import { PasskeyOffer } from "#app/staff/auth-forms/passkey-offer.tsx";
import { PasswordField } from "#app/staff/auth-forms/password-field.tsx";
import { SignOutButton } from "#app/staff/shell/sign-out-button.tsx";
import { Field } from "#app/ui/field.tsx";
import {
  type Asked,
  type StepUpReason,
  stepUpForm,
  stepUpPasskeyMessages,
  stepUpRefusal,
  stepUpTexts,
  recoveryParameter,
  type Refusal,
} from "./step-up.messages.ts";

/** What came of the last try. */
export type StepUpState = { refused?: Refusal; error?: string | undefined };

/** Asks for what the account has: a code, or the password where there is no authenticator; or a passkey. */
export function StepUpCard({
  script,
  to,
  email,
  reason,
  asks,
  hasPasskey,
  refused,
  error,
}: StepUpState & {
  script: string;
  to: string;
  email: string;
  reason: StepUpReason;
  asks: Asked;
  hasPasskey: boolean;
}) {
  const { title, lead } = stepUpTexts[reason];
  return (
    <AccessCard title={title} script={script}>
      <p>{lead}</p>
      <div data-alerts>
        {refused === undefined ? null : <Alert text={stepUpRefusal(refused, asks, hasPasskey)} />}
      </div>
      {hasPasskey ? (
        <PasskeyOffer to={to} messages={stepUpPasskeyMessages} needsScript>
          <BusyForm button={stepUpForm.passkey} />
          <p className="or">{asks === "password" ? "or with your password" : "or with a code"}</p>
        </PasskeyOffer>
      ) : null}
      <BusyForm button={stepUpForm.button} action={pathOf(to, asks)}>
        {asks === "password" ? (
          <>
            <KnownEmail email={email} />
            <PasswordField
              placeholder={stepUpForm.passwordPlaceholder}
              autoComplete="current-password"
              {...fieldError(error)}
            />
          </>
        ) : (
          <CodeField asks={asks} error={error} />
        )}
      </BusyForm>
      {asks === "password" ? null : <OtherCode to={to} asks={asks} />}
      <div className="leave">
        <p className="soft">{email}</p>
        <SignOutButton />
      </div>
    </AccessCard>
  );
}

function CodeField({ asks, error }: { asks: "code" | "recoveryCode"; error: string | undefined }) {
  const isFromApp = asks === "code";
  return (
    <Field
      {...(isFromApp ? stepUpForm.code : stepUpForm.recoveryCode)}
      name="code"
      // Digits alone for a code of the app; a recovery code has letters.
      inputMode={isFromApp ? "numeric" : "text"}
      autoComplete={isFromApp ? "one-time-code" : "off"}
      autoCapitalize={isFromApp ? "none" : "characters"}
      spellCheck={false}
      required
      {...fieldError(error)}
    />
  );
}

function OtherCode({ to, asks }: { to: string; asks: "code" | "recoveryCode" }) {
  const isFromApp = asks === "code";
  return (
    <>
      <p className="aside">
        <a href={pathOf(to, isFromApp ? "recoveryCode" : "code")}>
          {isFromApp ? stepUpForm.toRecoveryCode : stepUpForm.toCode}
        </a>
      </p>
      {isFromApp ? null : <p className="soft">{stepUpForm.neither}</p>}
    </>
  );
}

function pathOf(to: string, asks: Asked): string {
  const query = new URLSearchParams({ [returnParameter]: to });
  if (asks === "recoveryCode") query.set(recoveryParameter, "");
  return `${pages.prove.path}?${query}`;
}
