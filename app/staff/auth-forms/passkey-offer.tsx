import type { ReactNode } from "react";

/**
 * A form whose button asks the browser for a passkey when JavaScript is enabled (`auth-island/sign-in.island.client.ts`).
 * @param to page to open after sign-in
 * @param messages wording for each failure
 * @param needsScript hides the form without JavaScript, because the server has no response to it
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
