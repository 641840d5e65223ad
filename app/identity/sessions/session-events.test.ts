import { describe, expect, test } from "vitest";
import { sessionEvents, type SessionView } from "./session-events.ts";

describe("what happened to a session", () => {
  test("at first asking is the initial session, whether there is one or not", () => {
    expect(sessionEvents(undefined, session())).toEqual(["INITIAL_SESSION"]);
    expect(sessionEvents(undefined, null)).toEqual(["INITIAL_SESSION"]);
  });

  test("is nothing where nothing is another way, however much time has gone by", () => {
    expect(sessionEvents(null, null)).toEqual([]);
    expect(sessionEvents(session(), session({ expires_in: 10 }))).toEqual([]);
  });

  test("is signing in where there was none, or another person's", () => {
    expect(sessionEvents(null, session())).toEqual(["SIGNED_IN"]);
    const other = session({ id: "s2", user: { ...session().user, id: "u2" } });
    expect(sessionEvents(session(), other)).toEqual(["SIGNED_IN"]);
  });

  test("is signing out where there is none any more", () => {
    expect(sessionEvents(session(), null)).toEqual(["SIGNED_OUT"]);
  });

  test.each([
    ["another session of the same person", { id: "s2" }],
    ["another end", { expires_at: 2_000_000 }],
    ["use of it", { idle_expires_at: 1_500_000 }],
  ])("is a refreshed token after %s", (_, change) => {
    expect(sessionEvents(session(), session(change))).toEqual(["TOKEN_REFRESHED"]);
  });

  test.each([
    ["name", { name: "Ruth C. Calloway" }],
    ["address", { email: "r@example.com" }],
    ["role", { role: "examiner" as const }],
  ])("is an updated user after another %s", (_, change) => {
    const changed = session({ user: { ...session().user, ...change } });
    expect(sessionEvents(session(), changed)).toEqual(["USER_UPDATED"]);
  });

  test("is a verified challenge where the second factor was shown, with the new token that it brings", () => {
    expect(sessionEvents(session(), session({ id: "s2", assurance: "aal2" }))).toEqual([
      "TOKEN_REFRESHED",
      "MFA_CHALLENGE_VERIFIED",
    ]);
    expect(sessionEvents(session({ assurance: "aal2" }), session({ assurance: "aal2" }))).toEqual([]);
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
