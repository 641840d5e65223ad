import { signOnStartPath } from "#app/staff/paths/sign-in-path.ts";
import { pages } from "#app/pages/registry.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { Alert, type AlertState } from "#app/ui/alert.tsx";
import { signOnTexts } from "./account.messages.ts";
import { Section, type SectionProps } from "./section.tsx";

/** Connects the account to the firm's provider. @param alert the refusal of the last attempt */
export function SignOnSection({
  account,
  alert,
  result,
  done,
}: SectionProps & { alert: AlertState | undefined }) {
  const { signOn, hasRecentAuthentication, hasUnverifiedPasskey, staff } = account;
  if (signOn === undefined) return null;
  return (
    <Section part="sign-on" title="Single sign-on" result={result} done={done}>
      {alert === undefined ? null : <Alert {...alert} />}
      <p className="soft">{signOnTexts[signOn][staff.role === "owner" ? "owner" : "others"]}</p>
      {signOn === "connected" || hasUnverifiedPasskey ? null : (
        <ConnectButton hasRecentAuthentication={hasRecentAuthentication} />
      )}
    </Section>
  );
}

function ConnectButton({ hasRecentAuthentication }: { hasRecentAuthentication: boolean }) {
  if (!hasRecentAuthentication) {
    return (
      <p>
        <a className="btn" href={stepUpPath(pages.account.path)}>
          Confirm your identity to connect it
        </a>
      </p>
    );
  }
  return (
    // Submitted by the browser, because the response leads to another site.
    <form method="post" action={signOnStartPath(pages.account.path)}>
      <input type="hidden" name="intent" value="connect" />
      <button type="submit" className="btn">
        Connect
      </button>
    </form>
  );
}
