import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { isSigningOut } from "./sign-out.client.ts";

/**
 * Leaves for the sign-in screen. What is shown goes at once, and the way back does not lead to it.
 * @param why `ended`: the person did not ask for it here, so they are told, unless they are just asking for it, and come back to this page
 * once they have signed in; `signed-out-elsewhere`: in another tab, and the next to sign in may be somebody else
 */
export function leaveForSignIn(why: "signed-out" | "signed-out-elsewhere" | "ended"): void {
  if (why !== "signed-out" && isSigningOut()) return;
  document.documentElement.hidden = true;
  location.replace(signInPaths[why]());
}

const signInPaths = {
  "signed-out": () => signInPath({}),
  "signed-out-elsewhere": () => signInPath({ because: "ended" }),
  ended: () => signInPath({ because: "ended", from: location.pathname }),
} as const;

/**
 * Hides the page while the browser keeps it in its memory, and loads it anew when it is taken out: the server decides who may
 * see it now. @param signal ends it
 */
export function showNothingFromMemory(signal: AbortSignal): void {
  addEventListener("pagehide", ({ persisted }) => (document.documentElement.hidden = persisted), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { signal });
}
