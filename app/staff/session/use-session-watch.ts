import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { watchSession } from "#app/identity/sessions/session-events.client.ts";
import type { SessionEvent, SessionView } from "#app/identity/sessions/session-events.ts";
import { leaveForSignIn, showNothingFromMemory } from "./leave-for-sign-in.client.ts";
import { isSigningOut } from "./sign-out.client.ts";

/**
 * Keeps a staff screen true to its session (specification section 4): it leaves for the sign-in screen when the session is gone, and
 * loads anew when it becomes another's or may do other things. Coming back to the tab loads anew too, so that new leads appear. A form
 * that was sent without a session stays: what was typed stands in that page and nowhere else.
 */
export function useSessionWatch(): void {
  const { revalidate } = useRevalidator();
  const react = useEffectEvent((event: SessionEvent, session: SessionView | null, isSignOut: boolean) => {
    if (isSigningOut() || holdsUnsentForm()) return;
    const reaction = reactionTo(event, session);
    if (reaction === "leave") leaveForSignIn(isSignOut ? "signed-out-elsewhere" : "ended");
    if (reaction === "load") void revalidate();
  });
  const load = useEffectEvent(() => {
    // Loaded without a session it leads away, and says that it has ended.
    if (document.visibilityState === "visible" && !isSigningOut() && !holdsUnsentForm()) void revalidate();
  });
  useEffect(() => {
    const watch = new AbortController();
    const { signal } = watch;
    showNothingFromMemory(signal);
    document.addEventListener("visibilitychange", () => load(), { signal });
    const stop = watchSession({ onEvent: (...told) => react(...told) });
    return () => {
      stop();
      watch.abort();
    };
  }, []);
}

/** A form that was posted before the page came alive, or without scripting (`UnsentForm`). */
function holdsUnsentForm(): boolean {
  return document.querySelector("form[data-unsent]") !== null;
}

/** What a staff screen does about an event: nothing, mostly. */
export function reactionTo(event: SessionEvent, session: SessionView | null): "leave" | "load" | undefined {
  switch (event) {
    case "SIGNED_OUT":
      return "leave";
    // Without a session the loader leads away; the event itself never does.
    case "INITIAL_SESSION":
      return session === null ? "load" : undefined;
    case "SIGNED_IN":
    case "USER_UPDATED":
    case "MFA_CHALLENGE_VERIFIED":
      return "load";
    case "TOKEN_REFRESHED":
    case "PASSWORD_RECOVERY":
      return undefined;
  }
}
