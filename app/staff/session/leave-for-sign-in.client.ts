import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { deleteFormDrafts } from "./form-drafts.client.ts";
import { forgetList } from "./list-of-person.ts";
import { isSigningOut } from "./sign-out.client.ts";

/**
 * Hides the page immediately and replaces it with the sign-in screen, so that the Back button does not return to it. After a sign-out, it also
 * deletes what this tab has stored, because another person may sign in next.
 * @param why `ended`: the session ended without a sign-out; the screen says so and returns to this page. `signed-out-elsewhere`: the person
 * signed out in another tab; the screen does not return to this page
 */
export function leaveForSignIn(why: "signed-out" | "signed-out-elsewhere" | "ended"): void {
  if (why !== "signed-out" && isSigningOut()) return;
  document.documentElement.hidden = true;
  if (why !== "ended") {
    deleteFormDrafts();
    forgetList();
  }
  location.replace(signInPaths[why]());
}

const signInPaths = {
  "signed-out": () => signInPath({}),
  "signed-out-elsewhere": () => signInPath({ because: "ended" }),
  ended: () => signInPath({ because: "ended", from: location.pathname }),
} as const;

/**
 * Hides the page while it is in the back/forward cache and reloads it when it is restored, so that the server authorizes it again.
 * @param signal stops this
 */
export function hideInBackForwardCache(signal: AbortSignal): void {
  addEventListener("pagehide", ({ persisted }) => (document.documentElement.hidden = persisted), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { signal });
}
