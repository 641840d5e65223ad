import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { listSessions } from "./list-sessions.server.ts";
import { revokeOtherSessions, revokeSession } from "./revoke-sessions.server.ts";

const { db } = testDatabase();

describe("the list of sessions", () => {
  test("starts with the current session, then by last use, without expired ones", async () => {
    const ruth = await signedIn(db, { role: "staff", usedMinutesAgo: 30 });
    const older = await anotherSession(db, ruth.accountId, { usedMinutesAgo: 20, assurance: "aal2" });
    const newer = await anotherSession(db, ruth.accountId, { usedMinutesAgo: 10 });
    await anotherSession(db, ruth.accountId, { usedMinutesAgo: 61 });
    await anotherSession(db, ruth.accountId, { endsInMinutes: -1 });
    await signedIn(db, { role: "staff" });

    const listed = await listSessions(db, ruth.accountId, ruth.sessionId);
    expect(listed.map(({ id, isCurrent, hasSecondFactor }) => [id, isCurrent, hasSecondFactor])).toEqual([
      [ruth.sessionId, true, false],
      [newer.sessionId, false, false],
      [older.sessionId, false, true],
    ]);
    expect(listed[0]).toMatchObject({ address: "198.18.0.1", device: "An unknown browser" });
  });

  test("never contains a token", async () => {
    const ruth = await signedIn(db, { role: "staff" });
    const { token } = await db.selectFrom("staffSessions").select("token").executeTakeFirstOrThrow();
    expect(JSON.stringify(await listSessions(db, ruth.accountId, ruth.sessionId))).not.toContain(token);
  });
});

describe("ending sessions", () => {
  test("ends one of the person's own sessions and records it once", async () => {
    const ruth = await signedIn(db, { role: "staff" });
    const other = await anotherSession(db, ruth.accountId);
    const account = { id: ruth.accountId, email: ruth.email };
    expect(await revokeSession({ db }, account, other.sessionId)).toEqual({ ok: true });
    expect(await revokeSession({ db }, account, other.sessionId)).toEqual({ ok: false, reason: "unknown" });
    expect(await sessionIds()).toEqual([ruth.sessionId]);
    expect(await db.selectFrom("auditEvents").select(["action", "subject", "actorId"]).execute()).toEqual([
      { action: "session-revoked", subject: `session:${other.sessionId}`, actorId: ruth.accountId },
    ]);
  });

  test("does not end sessions of other people", async () => {
    const [ruth, joan] = [await signedIn(db, { role: "staff" }), await signedIn(db, { role: "owner" })];
    const account = { id: ruth.accountId, email: ruth.email };
    expect(await revokeSession({ db }, account, joan.sessionId)).toEqual({ ok: false, reason: "unknown" });
    expect(await revokeOtherSessions({ db }, account, ruth.sessionId)).toBe(0);
    expect(await sessionIds()).toEqual([ruth.sessionId, joan.sessionId].toSorted());
    expect(await db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
  });

  test("ends all except the current one", async () => {
    const ruth = await signedIn(db, { role: "staff" });
    await anotherSession(db, ruth.accountId);
    await anotherSession(db, ruth.accountId);
    const account = { id: ruth.accountId, email: ruth.email };
    expect(await revokeOtherSessions({ db }, account, ruth.sessionId)).toBe(2);
    expect(await sessionIds()).toEqual([ruth.sessionId]);
    const { details } = await db.selectFrom("auditEvents").select("details").executeTakeFirstOrThrow();
    expect(details).toEqual({ sessions: 2 });
  });
});

async function sessionIds(): Promise<string[]> {
  const rows = await db.selectFrom("staffSessions").select("id").execute();
  return rows.map(({ id }) => id).toSorted();
}
