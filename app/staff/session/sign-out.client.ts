import { notifyOtherTabs } from "#app/identity/sessions/session-events.client.ts";

/** spec §8: ignored at signing out; each says that there is nothing left to end. */
const ignoredStatuses: readonly number[] = [401, 403, 404];

let isUnderWay = false;

/** Whether somebody is signing out in this tab: whatever else notices that the session is over has nothing to tell them. */
export function isSigningOut(): boolean {
  return isUnderWay;
}

/**
 * Ends the session and lets every other tab know.
 * @returns false where the session may still stand: the server did not answer, or not as it should
 */
export async function signOut(path: string): Promise<boolean> {
  isUnderWay = true;
  // Where it is over it stays so: the page is about to leave.
  isUnderWay = await endSession(path);
  if (isUnderWay) notifyOtherTabs("signed-out");
  return isUnderWay;
}

async function endSession(path: string): Promise<boolean> {
  try {
    const response = await fetch(path, { method: "POST", redirect: "manual" });
    const isLedAway = response.type === "opaqueredirect";
    return isLedAway || response.ok || ignoredStatuses.includes(response.status);
  } catch {
    return false;
  }
}
