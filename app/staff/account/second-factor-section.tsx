import type { AccountView } from "./load-account.server.ts";
import { ActionForm } from "./action-form.tsx";
import { AuthenticatorSetUp } from "./authenticator-set-up.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Section, type Shown } from "./section.tsx";
import { When } from "#app/staff/time/when.tsx";

/** The authenticator app and its recovery codes. */
export function SecondFactorSection({ account, answer, done }: Shown) {
  return (
    <Section part="second-factor" title="Authenticator app" answer={answer} done={done}>
      <SecondFactor {...account} answer={answer} />
    </Section>
  );
}

function SecondFactor({ secondFactor, answer }: Pick<AccountView, "secondFactor"> & Pick<Shown, "answer">) {
  if (answer?.kind === "set-up") return <AuthenticatorSetUp {...answer} />;
  if (answer?.kind === "recovery-codes") return <RecoveryCodes codes={answer.codes} />;
  const { since, recoveryCodesLeft } = secondFactor;
  if (since === null) {
    return (
      <>
        <p className="soft">
          Off. With an app on your phone, signing in asks for a code from it too: your password alone opens
          nothing then.
        </p>
        <ActionForm intent="begin-authenticator" label="Set up an authenticator app" />
      </>
    );
  }
  return (
    <>
      <p>
        <b>On</b>, added <When moment={since} />. Signing in asks for a code.
      </p>
      <p className={recoveryCodesLeft <= fewCodes ? "few" : "soft"}>{codesLeft(recoveryCodesLeft)}</p>
      <div className="acts">
        <ActionForm intent="renew-recovery-codes" label="Get new recovery codes" />
        <details>
          <summary>Remove the app…</summary>
          <p className="soft">
            Your password alone will sign you in again, and your recovery codes will no longer work.
          </p>
          <ActionForm intent="remove-authenticator" label="Remove authenticator app" />
        </details>
      </div>
    </>
  );
}

const noCodesLeft = "There is no recovery code left. Without your phone you could not sign in: get new ones.";

/** From here on it is time for new ones. */
const fewCodes = 3;

function codesLeft(count: number): string {
  if (count === 0) return noCodesLeft;
  const left = count === 1 ? "One recovery code is left" : `${count} recovery codes are left`;
  return `${left}, for the day your phone is not at hand.${count <= fewCodes ? " Get new ones in time." : ""}`;
}
