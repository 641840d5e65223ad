import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { testIdentity } from "#tests/kit/identity.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { changeSecondFactorRules, findSecondFactorRules } from "./second-factor-rules.server.ts";

const { db } = testDatabase();
const identity = testIdentity(db);
const off = { owner: false, staff: false, examiner: false };
const shell = { kind: "shell" } as const;
const deps = { db, isProduction: true };

describe("the default", () => {
  test("requires a second factor of owners in production once one of them has an authenticator app", async () => {
    await signedIn(db, { role: "owner" });
    await signedIn(db, { role: "staff", hasAuthenticator: true });
    expect(await findSecondFactorRules(db, true)).toEqual(off);
    await signedIn(db, { role: "owner", hasAuthenticator: true });
    expect(await findSecondFactorRules(db, true)).toEqual({ ...off, owner: true });
    expect(await findSecondFactorRules(db, false)).toEqual(off);
  });

  test("uses the owner's setting instead of the default", async () => {
    await signedIn(db, { role: "owner", hasAuthenticator: true });
    await changeSecondFactorRules(deps, { rules: off, actor: shell });
    expect(await findSecondFactorRules(db, true)).toEqual(off);
  });

  test("keeps the default for a role that the owner did not change", async () => {
    await changeSecondFactorRules(deps, { rules: { ...off, staff: true }, actor: shell });
    await signedIn(db, { role: "owner", hasAuthenticator: true });
    expect(await findSecondFactorRules(db, true)).toEqual({ owner: true, staff: true, examiner: false });
  });
});

describe("a rule change", () => {
  test("is recorded for each changed role", async () => {
    const { accountId: id, email, sessionId } = await signedIn(db, { role: "owner" });
    const actor = { kind: "staff", id, email, sessionId } as const;
    const order = { rules: { ...off, staff: true, examiner: true }, actor, clientAddress: "198.18.0.7" };
    expect(await changeSecondFactorRules(deps, order)).toEqual({ ok: true });
    await changeSecondFactorRules(deps, { ...order, rules: { ...off, staff: true } });
    const rows = await db
      .selectFrom("auditEvents")
      .select(["action", "actorId", "details", "clientAddress"])
      .orderBy("id")
      .execute();
    const told = { action: "second-factor-rule-changed", actorId: id, clientAddress: "198.18.0.7" };
    expect(rows).toEqual([
      { ...told, details: { role: "staff", required: true } },
      { ...told, details: { role: "examiner", required: true } },
      { ...told, details: { role: "examiner", required: false } },
    ]);
  });

  test("is not allowed for a former owner", async () => {
    const { accountId: id, email, sessionId } = await signedIn(db, { role: "staff" });
    const order = { rules: { ...off, staff: true }, actor: { kind: "staff", id, email, sessionId } } as const;
    expect(await changeSecondFactorRules(deps, order)).toEqual({ ok: false, reason: "not-allowed" });
    expect(await findSecondFactorRules(db, true)).toEqual(off);
  });
});

describe("a session of a role that needs a second factor", () => {
  test.each([
    ["without one redirects to enrollment", {}, { needsEnrollment: true, needsSecondFactor: false }],
    ["with one asks for it", { hasAuthenticator: true }, { needsEnrollment: false, needsSecondFactor: true }],
    [
      "that has verified it needs no further step",
      { assurance: "aal2" },
      { needsEnrollment: false, needsSecondFactor: false },
    ],
  ] as const)("%s", async (_, facts, expected) => {
    await changeSecondFactorRules(deps, { rules: { ...off, examiner: true }, actor: shell });
    const { cookie } = await signedIn(db, { role: "examiner", ...facts });
    expect(await identity.currentSession(new Headers({ cookie }))).toMatchObject(expected);
  });

  test("is not required of another role or of a pending account", async () => {
    await changeSecondFactorRules(deps, { rules: { ...off, examiner: true }, actor: shell });
    for (const facts of [
      { role: "staff" },
      { role: "pending" },
      { role: "examiner", roleEndsInMinutes: -1 },
    ] as const) {
      const { cookie } = await signedIn(db, facts);
      expect(await identity.currentSession(new Headers({ cookie }))).toMatchObject({
        needsEnrollment: false,
      });
    }
  });
});
