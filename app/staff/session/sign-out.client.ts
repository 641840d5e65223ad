import { tellOtherTabs } from "#app/identity/sessions/session-events.client.ts";

/** spec §8: ignored at signing out; each says that there is nothing left to end. */
const ignoredStatuses: readonly number[] = [401, 403, 404];

/**
 * Ends the session and lets every other tab know.
 * @returns false where the session may still stand: the server did not answer, or not as it should
 */
export async function signOut(path: string): Promise<boolean> {
  try {
    const response = await fetch(path, { method: "POST", redirect: "manual" });
    const isLedAway = response.type === "opaqueredirect";
    if (!isLedAway && !response.ok && !ignoredStatuses.includes(response.status)) return false;
  } catch {
    return false;
  }
  tellOtherTabs();
  return true;
}
