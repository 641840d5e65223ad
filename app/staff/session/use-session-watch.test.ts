import { expect, test } from "vitest";
import type { SessionEvent, SessionView } from "#app/identity/sessions/session-events.ts";
import { chooseReaction } from "./use-session-watch.ts";

test.each([
  // Specification section 4: it leaves when the session disappears, except on the initial-session event.
  ["SIGNED_OUT", null, "leave"],
  ["INITIAL_SESSION", null, "load"],
  ["INITIAL_SESSION", "there", undefined],
  ["SIGNED_IN", "there", "load"],
  ["USER_UPDATED", "there", "load"],
  ["MFA_CHALLENGE_VERIFIED", "there", "load"],
  ["TOKEN_REFRESHED", "there", undefined],
  ["PASSWORD_RECOVERY", "there", undefined],
] as const satisfies [SessionEvent, "there" | null, unknown][])(
  "a staff screen reacts to %s with session %s by: %s",
  (event, session, reaction) => {
    expect(chooseReaction(event, session === null ? null : aSession)).toBe(reaction);
  },
);

const aSession: SessionView = {
  id: "s1",
  user: { id: "u1", email: "ruth@example.com", name: "Ruth Calloway", role: "staff" },
  expires_at: 1_000_000,
  expires_in: 3_600,
  idle_expires_at: 900_000,
  token_type: "cookie",
  assurance: "aal1",
};
