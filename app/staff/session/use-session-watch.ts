import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { notifyOtherTabs, watchSession } from "#app/identity/sessions/session-events.client.ts";
import type { SessionEvent, SessionView } from "#app/identity/sessions/session-events.ts";
import { leaveForSignIn, hideInBackForwardCache } from "./leave-for-sign-in.client.ts";
import { isSigningOut } from "./sign-out.client.ts";

/**
 * Applies session events to a staff screen (specification section 4). It opens the sign-in screen when the session ends, and reloads the data
 * when the account or its permissions change. It also reloads when the tab becomes visible, so that new leads appear. A page with a form
 * that was submitted without a session stays, because it has the only copy of the input.
 * @returns the last known session, and a function that extends it
 */
export function useSessionWatch(): { session: SessionView | null; extend: () => Promise<void> } {
  const { revalidate } = useRevalidator();
  const [current, setCurrent] = useState<SessionView | null>(null);
  const react = useEffectEvent((event: SessionEvent, session: SessionView | null, isSignOut: boolean) => {
    if (isSigningOut() || holdsUnsentForm()) return;
    setCurrent(session);
    const reaction = chooseReaction(event, session);
    if (reaction === "leave") leaveForSignIn(isSignOut ? "signed-out-elsewhere" : "ended");
    if (reaction === "load") void revalidate();
  });
  const load = useEffectEvent(() => {
    // Without a session, the loader redirects to the sign-in screen.
    if (document.visibilityState === "visible" && !isSigningOut() && !holdsUnsentForm()) void revalidate();
  });
  useEffect(() => {
    const watch = new AbortController();
    const { signal } = watch;
    hideInBackForwardCache(signal);
    document.addEventListener("visibilitychange", () => load(), { signal });
    const stop = watchSession({ onEvent: (...args) => react(...args) });
    return () => {
      stop();
      watch.abort();
    };
  }, []);
  return {
    session: current,
    async extend() {
      await revalidate();
      // The watch of this tab checks the session as well.
      notifyOtherTabs();
    },
  };
}

/** Whether the page has a form that was submitted without a session, before hydration or without JavaScript (`UnsentForm`). */
function holdsUnsentForm(): boolean {
  return document.querySelector("form[data-unsent]") !== null;
}

/** @returns undefined for events that need no reaction */
export function chooseReaction(
  event: SessionEvent,
  session: SessionView | null,
): "leave" | "load" | undefined {
  switch (event) {
    case "SIGNED_OUT":
      return "leave";
    // Specification section 4: the initial event never leaves the screen. Without a session, the loader redirects.
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
