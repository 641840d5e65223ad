import { useLocation } from "react-router";
import { AuthenticatorCodeField } from "#app/staff/auth-forms/account-fields.tsx";
import { pages } from "#app/pages/registry.ts";
import { AuthenticatorSecret } from "#app/staff/auth-forms/authenticator-secret.tsx";
import type { AuthenticatorView } from "#app/staff/auth-forms/authenticator-view.server.ts";
import { authenticatorTexts } from "#app/staff/auth-forms/authenticator.messages.ts";
import { RecoveryCodes } from "#app/staff/auth-forms/recovery-codes.tsx";
import { When } from "#app/staff/time/when.tsx";
import { passkeyTexts } from "./account.messages.ts";
import type { AccountView } from "./load-account.server.ts";
import { ActionForm, Section, type SectionProps } from "./section.tsx";

export function SecondFactorSection({ account, result, done }: SectionProps) {
  return (
    <Section part="second-factor" title="Authenticator app" result={result} done={done}>
      <SecondFactor {...account} result={result} />
    </Section>
  );
}

function SecondFactor({
  secondFactor,
  hasUnverifiedPasskey,
  result,
}: Pick<AccountView, "secondFactor" | "hasUnverifiedPasskey"> & Pick<SectionProps, "result">) {
  if (result?.kind === "setup") return <AuthenticatorSetup {...result} />;
  if (result?.kind === "recovery-codes") {
    return <RecoveryCodes codes={result.codes} next={pages.account.path} />;
  }
  const { since, recoveryCodesLeft } = secondFactor;
  if (since === null) {
    return (
      <>
        <p className="soft">
          Off. With an authenticator app, signing in also requires a code from your phone, so a stolen
          password is not enough.
        </p>
        {hasUnverifiedPasskey ? (
          <p>{passkeyTexts.unverified}</p>
        ) : (
          <ActionForm intent="begin-authenticator" label="Set up an authenticator app" />
        )}
      </>
    );
  }
  return (
    <>
      <p>
        <b>On</b>, added <When moment={since} />. Signing in requires a code.
      </p>
      <p className={recoveryCodesLeft <= fewCodes ? "few" : "soft"}>{describeCodesLeft(recoveryCodesLeft)}</p>
      <div className="acts">
        <ActionForm intent="renew-recovery-codes" label="Get new recovery codes" />
        <details>
          <summary>Remove…</summary>
          <p className="soft">
            You will sign in with your password alone, and your recovery codes will stop working.
          </p>
          <ActionForm intent="remove-authenticator" label="Remove authenticator app" />
        </details>
      </div>
    </>
  );
}

function AuthenticatorSetup({ authenticator, error }: { authenticator: AuthenticatorView; error?: string }) {
  const { key } = useLocation();
  return (
    <ol className="steps">
      <li>
        <p
          tabIndex={-1}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript, the response to the button appears far below
          autoFocus={error === undefined}
          data-next
        >
          {authenticatorTexts.scan}
        </p>
        <AuthenticatorSecret {...authenticator} />
      </li>
      <li>
        <ActionForm intent="confirm-authenticator" label="Confirm" press>
          <AuthenticatorCodeField
            // Clears the field after each response.
            key={key}
            error={error}
          />
        </ActionForm>
        <p>
          <a className="btn quiet" href={pages.account.path}>
            Cancel
          </a>
        </p>
      </li>
    </ol>
  );
}

/** At this number or below, the page recommends new codes. */
const fewCodes = 3;

function describeCodesLeft(count: number): string {
  if (count === 0) {
    return "You have no recovery codes left. Get new ones so that you can sign in without your phone.";
  }
  const left = count === 1 ? "1 recovery code left" : `${count} recovery codes left`;
  return count <= fewCodes ? `${left}. Get new ones soon.` : `${left}, for when you don’t have your phone.`;
}
