import { tellOtherTabs } from "#app/identity/sessions/session-events.client.ts";

/** Lets other tabs know that a password was set anew: the sessions that they show have ended (specification section 4). */
export function tellTabs(): void {
  const message = document.querySelector("[data-tell-tabs=PASSWORD_RECOVERY]");
  if (message !== null) tellOtherTabs("PASSWORD_RECOVERY");
}
