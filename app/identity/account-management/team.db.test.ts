import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { changeRole } from "./change-role.server.ts";
import { inviteAccount, withdrawInvitation } from "./invitations.server.ts";
import { listAccounts, listMembers, listOpenInvitations, listWaitingAccounts } from "./list-team.server.ts";
import { declineAccount } from "./remove-account.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";

const { db } = testDatabase();
const outbox = { wake: () => {} };

describe("the team", () => {
  test("is listed by name, without pending accounts", async () => {
    const zoe = await signedIn(db, { role: "owner", name: "zoe" });
    const abel = await signedIn(db, { role: "staff", name: "Abel" });
    await signedIn(db, { role: "pending", name: "Aaron" });
    const ids = (await listMembers(db)).map(({ id }) => id);
    expect(ids).toEqual([abel, zoe].map(({ accountId }) => accountId));
  });

  test("and confirmed pending accounts are listed before sign-ups by strangers", async () => {
    const { accountId } = await signedIn(db, { role: "owner" });
    const late = await signedIn(db, { role: "pending", name: "Late" });
    const early = await signedIn(db, { role: "pending", name: "Early" });
    await db
      .updateTable("staffUsers")
      .set({ createdAt: new Date("2026-11-01T00:00:00Z") })
      .where("id", "=", early.accountId)
      .execute();
    await sql`
      insert into staff_users (id, name, email, email_verified, role, created_at)
      select 'stranger ' || n, 'Stranger', 'stranger' || n || '@example.com', false, 'pending', '2026-10-01'
      from generate_series(1, 1100) as n`.execute(db);
    expect((await listMembers(db)).map(({ id }) => id)).toEqual([accountId]);
    expect((await listAccounts(db))[0]?.role).toBe("owner");
    const waiting = listWaitingAccounts(db, { sort: "confirmed" });
    const { rows, hasNext } = await waiting.page({ size: 50 });
    expect(rows.slice(0, 3).map(({ id, isConfirmed }) => [id, isConfirmed])).toEqual([
      [early.accountId, true],
      [late.accountId, true],
      ["stranger 1", false],
    ]);
    expect([rows.length, hasNext, await waiting.count()]).toEqual([50, true, 1102]);
  });

  test("is searched by name or email among all pending accounts, and in pages that repeat and omit none", async () => {
    await signedIn(db, { role: "staff", name: "Ada Staff" });
    // Times of PostgreSQL have microseconds.
    await sql`
      insert into staff_users (id, name, email, email_verified, role, created_at)
      select gen_random_uuid()::text, 'Stranger', 'stranger' || n || '@example.com', n % 2 = 0, 'pending',
        timestamptz '2026-10-01' + n / 3 * interval '0.0004 s'
      from generate_series(1, 130) as n`.execute(db);
    await signedIn(db, { role: "pending", name: "Ada Late", email: "late@example.com" });
    for (const search of ["ada", "LATE@example", "late"]) {
      const found = await listWaitingAccounts(db, { sort: "confirmed", search }).page({ size: 50 });
      expect(found.rows.map(({ email }) => email)).toEqual(["late@example.com"]);
    }
    const all = listWaitingAccounts(db, { sort: "confirmed" });
    const seen: string[] = [];
    let row: string | undefined;
    do {
      const beyond = row === undefined ? undefined : ({ direction: "after", row } as const);
      const page = await all.page({ size: 50, beyond });
      seen.push(...page.rows.map(({ email }) => email));
      row = page.hasNext ? page.rows.at(-1)?.id : undefined;
    } while (row !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([131, 131]);
    expect(seen[65]).toBe("late@example.com");
  });

  test("includes an examiner whose role has ended", async () => {
    await signedIn(db, { role: "examiner", roleEndsInMinutes: -5 });
    const [examiner] = await listMembers(db);
    expect(examiner?.role).toBe("examiner");
    expect(examiner?.roleEndsAt).toBeInstanceOf(Date);
  });

  test("has a second factor with a confirmed authenticator app or a passkey only", async () => {
    const app = await signedIn(db, { role: "staff", name: "1", hasAuthenticator: true });
    const unconfirmed = await signedIn(db, { role: "staff", name: "2", hasAuthenticator: true });
    await db
      .updateTable("staffAuthenticators")
      .set({ confirmedAt: null })
      .where("userId", "=", unconfirmed.accountId)
      .execute();
    const passkey = await signedIn(db, { role: "staff", name: "3" });
    await db
      .insertInto("staffPasskeys")
      .values({
        id: "p1",
        name: null,
        publicKey: "key",
        userId: passkey.accountId,
        credentialId: "c1",
        counter: 0,
        deviceType: "singleDevice",
        backedUp: false,
        transports: null,
        aaguid: null,
      })
      .execute();
    expect((await listMembers(db)).map(({ id, hasSecondFactor }) => [id, hasSecondFactor])).toEqual([
      [app.accountId, true],
      [unconfirmed.accountId, false],
      [passkey.accountId, true],
    ]);
  });

  test("was last seen in its latest session or latest audit event", async () => {
    const { accountId, email } = await signedIn(db, { role: "staff", usedMinutesAgo: 50 });
    await anotherSession(db, accountId, { usedMinutesAgo: 20 });
    expect(await minutesSinceSeen()).toBe(20);
    await db
      .insertInto("auditEvents")
      .values({ action: "signed-out", actorKind: "staff", actorId: accountId, actorEmail: email })
      .execute();
    await db.deleteFrom("staffSessions").execute();
    expect(await minutesSinceSeen()).toBe(0);
  });

  test("has no last-seen time without sessions and audit events", async () => {
    await signedIn(db, { role: "staff" });
    await db.deleteFrom("staffSessions").execute();
    expect(await listMembers(db)).toMatchObject([{ lastSeenAt: null }]);
  });
});

describe("an invitation", () => {
  test("is open until it is used, withdrawn or expired", async () => {
    const by = await owner();
    for (const name of ["open", "used", "expired"]) {
      await inviteAccount({ db, outbox }, { email: `${name}@example.com`, role: "staff", ...by });
    }
    await db.updateTable("staffLinks").set({ usedAt: new Date() }).where("email", "like", "used%").execute();
    await db
      .updateTable("staffLinks")
      .set({ expiresAt: new Date(0) })
      .where("email", "like", "expired%")
      .execute();
    const open = await listOpenInvitations(db);
    expect(open).toMatchObject([{ email: "open@example.com", role: "staff", invitedBy: "A staff member" }]);
    expect(await withdrawInvitation({ db }, { id: open[0]?.id ?? "", ...by })).toEqual({ ok: true });
    expect(await listOpenInvitations(db)).toEqual([]);
  });

  test("ends when its sender is demoted, also if the sender becomes an owner again", async () => {
    const by = await owner();
    const other = await owner();
    await inviteAccount({ db, outbox }, { email: "new@example.com", role: "owner", ...by });
    await db.updateTable("staffUsers").set({ role: "staff" }).where("id", "=", by.actor.id).execute();
    expect(await listOpenInvitations(db)).toEqual([]);
    await db.updateTable("staffUsers").set({ role: "owner" }).where("id", "=", by.actor.id).execute();
    expect(await listOpenInvitations(db)).toHaveLength(1);
    for (const role of ["staff", "owner"] as const) {
      expect(await changeRole({ db, outbox }, { id: by.actor.id, role, ...other })).toEqual({ ok: true });
    }
    expect(await listOpenInvitations(db)).toEqual([]);
  });

  test("is withdrawn and recorded once in concurrent requests", async () => {
    const by = await owner();
    const invited = await inviteAccount({ db, outbox }, { email: "new@example.com", role: "staff", ...by });
    const id = invited.ok ? invited.id : "";
    const outcomes = await Promise.all([1, 2, 3].map(() => withdrawInvitation({ db }, { id, ...by })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const recorded = await db
      .selectFrom("auditEvents")
      .select(["subject", "details"])
      .where("action", "=", "invitation-withdrawn")
      .execute();
    expect(recorded).toEqual([{ subject: `invitation:${id}`, details: { role: "staff" } }]);
  });

  test("is the only kind of link that can be withdrawn", async () => {
    const by = await owner();
    const { id } = await db
      .insertInto("staffLinks")
      .values({
        kind: "reset",
        email: "joan@example.com",
        userId: by.actor.id,
        role: null,
        roleEndsAt: null,
        invitedBy: null,
        expiresAt: new Date("2100-01-01T00:00:00Z"),
        usedAt: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await withdrawInvitation({ db }, { id, ...by })).toEqual({ ok: false, reason: "gone" });
  });
});

test("a former owner cannot withdraw an invitation", async () => {
  const by = await owner();
  const invited = await inviteAccount({ db, outbox }, { email: "new@example.com", role: "staff", ...by });
  const { accountId, email, sessionId } = await signedIn(db, { role: "staff" });
  const actor = { kind: "staff", id: accountId, email, sessionId } as const;
  const id = invited.ok ? invited.id : "";
  expect(await withdrawInvitation({ db }, { id, actor })).toEqual({ ok: false, reason: "not-allowed" });
  expect(await listOpenInvitations(db)).toHaveLength(1);
});

test("an account that was approved in the meantime cannot be declined", async () => {
  const by = await owner();
  const waiting = await signedIn(db, { role: "pending" });
  const approved = await signedIn(db, { role: "staff" });
  expect(await declineAccount({ db }, { id: approved.accountId, ...by })).toEqual({
    ok: false,
    reason: "not-waiting",
  });
  expect(await declineAccount({ db }, { id: waiting.accountId, ...by })).toEqual({ ok: true });
  expect(await declineAccount({ db }, { id: waiting.accountId, ...by })).toEqual({
    ok: false,
    reason: "unknown",
  });
  expect((await listMembers(db)).map(({ id }) => id)).toEqual(
    expect.arrayContaining([by.actor.id, approved.accountId]),
  );
});

async function owner() {
  const { accountId, email, sessionId } = await signedIn(db, { role: "owner" });
  return { actor: { kind: "staff", id: accountId, email, sessionId } as const };
}

async function minutesSinceSeen(): Promise<number> {
  const [member] = await listMembers(db);
  return Math.round((Date.now() - (member?.lastSeenAt?.getTime() ?? 0)) / 60_000);
}
