import { pages } from "#app/pages/registry.ts";
import { signInPath } from "#app/staff/sign-in-path.ts";
import { isSigningOut } from "./sign-out.client.ts";

/**
 * Leaves for the sign-in screen. What is shown goes at once, and the way back does not lead to it.
 * @param why `ended`: the person did not ask for it here, so they are told, unless they are just asking for it, and come back to this page
 * once they have signed in
 */
export function leaveForSignIn(why: "signed-out" | "ended"): void {
  if (why === "ended" && isSigningOut()) return;
  document.documentElement.hidden = true;
  location.replace(why === "ended" ? signInPath({ because: why, from: location.pathname }) : pages.auth.path);
}

/**
 * Hides the page while the browser keeps it in its memory, and loads it anew when it is taken out: the server decides who may
 * see it now. @param signal ends it
 */
export function showNothingFromMemory(signal: AbortSignal): void {
  addEventListener("pagehide", ({ persisted }) => (document.documentElement.hidden = persisted), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { signal });
}
