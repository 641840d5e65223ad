import { notifyOtherTabs } from "#app/identity/sessions/session-events.client.ts";

/** Specification section 8: these statuses mean that there is no session left to end. */
const ignoredStatuses: readonly number[] = [401, 403, 404];

let isInProgress = false;

/** Whether the person is signing out in this tab, in which case the end of the session needs no message. */
export function isSigningOut(): boolean {
  return isInProgress;
}

/**
 * Ends the session and notifies all other tabs.
 * @returns false if the request failed, in which case the session may still exist
 */
export async function signOut(path: string): Promise<boolean> {
  isInProgress = true;
  // Stays true after success, until the page is replaced.
  isInProgress = await endSession(path);
  if (isInProgress) notifyOtherTabs("signed-out");
  return isInProgress;
}

async function endSession(path: string): Promise<boolean> {
  try {
    const response = await fetch(path, { method: "POST", redirect: "manual" });
    const isRedirect = response.type === "opaqueredirect";
    return isRedirect || response.ok || ignoredStatuses.includes(response.status);
  } catch {
    return false;
  }
}
