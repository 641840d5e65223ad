import { expect, test } from "vitest";
import type { SessionView } from "#app/identity/sessions/session-events.ts";
import { planSessionWarning } from "./session-warning.ts";

const minutes = 60;

test.each([
  ["five minutes before a session without use ends", 700, 60, { delayMs: 55 * 60_000, isExtendable: true }],
  ["immediately if less time is left", 700, 4, { delayMs: 0, isExtendable: true }],
  ["five minutes before the absolute end", 30, 60, { delayMs: 25 * 60_000, isExtendable: false }],
])("warns %s", (_, left, idleLeft, plan) => {
  const serverTime = 1_000_000;
  const session: SessionView = {
    id: "s1",
    user: { id: "u1", email: "ruth@example.com", name: "Ruth Calloway", role: "staff" },
    expires_at: serverTime + left * minutes,
    expires_in: left * minutes,
    idle_expires_at: serverTime + idleLeft * minutes,
    token_type: "cookie",
    assurance: "aal1",
  };
  expect(planSessionWarning(session)).toEqual(plan);
});
