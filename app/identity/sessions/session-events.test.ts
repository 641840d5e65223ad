import { describe, expect, test } from "vitest";
import { compareSessions, type SessionView } from "./session-events.ts";

describe("comparing sessions", () => {
  test("reports the initial session, with or without one", () => {
    expect(compareSessions(undefined, session())).toEqual(["INITIAL_SESSION"]);
    expect(compareSessions(undefined, null)).toEqual(["INITIAL_SESSION"]);
  });

  test("reports nothing if only time has passed", () => {
    expect(compareSessions(null, null)).toEqual([]);
    expect(compareSessions(session(), session({ expires_in: 10 }))).toEqual([]);
  });

  test("reports a sign-in after no session or another person's session", () => {
    expect(compareSessions(null, session())).toEqual(["SIGNED_IN"]);
    const other = session({ id: "s2", user: { ...session().user, id: "u2" } });
    expect(compareSessions(session(), other)).toEqual(["SIGNED_IN"]);
  });

  test("reports a sign-out if the session is gone", () => {
    expect(compareSessions(session(), null)).toEqual(["SIGNED_OUT"]);
  });

  test.each([
    ["another session of the same person", { id: "s2" }],
    ["a change of its end", { expires_at: 2_000_000 }],
    ["its use", { idle_expires_at: 1_500_000 }],
  ])("reports a refreshed token after %s", (_, change) => {
    expect(compareSessions(session(), session(change))).toEqual(["TOKEN_REFRESHED"]);
  });

  test.each([
    ["name", { name: "Ruth C. Calloway" }],
    ["address", { email: "r@example.com" }],
    ["role", { role: "examiner" as const }],
  ])("reports an updated user after a change of %s", (_, change) => {
    const changed = session({ user: { ...session().user, ...change } });
    expect(compareSessions(session(), changed)).toEqual(["USER_UPDATED"]);
  });

  test("reports a verified challenge and a refreshed token after the second factor", () => {
    expect(compareSessions(session(), session({ id: "s2", assurance: "aal2" }))).toEqual([
      "TOKEN_REFRESHED",
      "MFA_CHALLENGE_VERIFIED",
    ]);
    expect(compareSessions(session({ assurance: "aal2" }), session({ assurance: "aal2" }))).toEqual([]);
  });
});

function session(changes: Partial<SessionView> = {}): SessionView {
  return {
    id: "s1",
    user: { id: "u1", email: "ruth@example.com", name: "Ruth Calloway", role: "staff" },
    expires_at: 1_000_000,
    expires_in: 3_600,
    idle_expires_at: 900_000,
    token_type: "cookie",
    assurance: "aal1",
    ...changes,
  };
}
