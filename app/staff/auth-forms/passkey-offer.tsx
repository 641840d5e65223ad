import type { ReactNode } from "react";

/**
 * A form whose button asks the browser for a passkey, where scripting is on (`island/passkey-buttons.client.ts`).
 * @param to where it leads
 * @param messages what is said where it leads nowhere
 * @param needsScript there is no other answer to it, so it appears with the script
 */
export function PasskeyOffer({
  to,
  messages: { none, tooMany, failed },
  needsScript = false,
  children,
}: {
  to: string;
  messages: Readonly<Record<"none" | "tooMany" | "failed", string>>;
  needsScript?: boolean;
  children: ReactNode;
}) {
  return (
    <div data-passkey={to} data-none={none} data-too-many={tooMany} data-failed={failed} hidden={needsScript}>
      {children}
    </div>
  );
}
