import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { auditActions } from "./audit-action.ts";
import { recordAudit } from "./audit.server.ts";
import { findLastActs } from "./list-audit-events.server.ts";
import { recordView } from "./record-once.server.ts";

const { db, pool } = testDatabase();
const ruth = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
const shell = { kind: "shell" } as const;

const countRows = async () => (await db.selectFrom("auditEvents").select("id").execute()).length;

describe("an entry of the audit log", () => {
  test.each([
    ["changed", "update audit_events set action = 'signed-out'"],
    [
      "changed by a statement that affects no row",
      "update audit_events set details = '{}' where false or id > 0",
    ],
    ["removed", "delete from audit_events"],
    ["emptied", "truncate audit_events"],
    ["emptied along with others", "truncate staff_users, audit_events cascade"],
    [
      "overwritten",
      `insert into audit_events (id, action, actor_kind) overriding system value
        select id, 'signed-out', 'shell' from audit_events on conflict (id) do update set action = 'signed-out'`,
    ],
  ])("cannot be %s", async (_, statement) => {
    await recordAudit(db, { action: "signed-in", actor: ruth });
    await expect(pool.query(statement)).rejects.toThrow("audit_events is append-only");
    const rows = await db.selectFrom("auditEvents").select(["action", "actorEmail"]).execute();
    expect(rows).toEqual([{ action: "signed-in", actorEmail: "ruth@example.com" }]);
  });

  test("is visible once the transaction of the action is committed", async () => {
    const trx = await db.startTransaction().execute();
    await recordAudit(trx, { action: "role-changed", actor: ruth });
    expect(await countRows()).toBe(0);
    await trx.commit().execute();
    expect(await countRows()).toBe(1);
  });

  test("is rolled back with the action", async () => {
    const broken = db.transaction().execute(async (trx) => {
      await recordAudit(trx, { action: "role-changed", actor: ruth });
      throw new Error("undone");
    });
    await expect(broken).rejects.toThrow("undone");
    expect(await countRows()).toBe(0);
  });

  test("is kept after the actor's account is deleted", async () => {
    await db
      .insertInto("staffUsers")
      .values({
        id: ruth.id,
        name: "Ruth",
        email: ruth.email,
        emailVerified: true,
        image: null,
        role: "owner",
        roleEndsAt: null,
      })
      .execute();
    await recordAudit(db, { action: "leads-viewed", actor: ruth });
    await db.deleteFrom("staffUsers").execute();
    const rows = await db.selectFrom("auditEvents").select(["actorId", "actorEmail"]).execute();
    expect(rows).toEqual([{ actorId: ruth.id, actorEmail: ruth.email }]);
  });

  test("can have every action, with all its details", async () => {
    for (const action of auditActions) {
      const details = { records: 2, role: "staff", isLast: true };
      await recordAudit(db, {
        action,
        actor: ruth,
        subject: "account:1",
        details,
        clientAddress: "203.0.113.9",
      });
    }
    const rows = await db
      .selectFrom("auditEvents")
      .select(["action", "actorKind", "subject", "details", "clientAddress"])
      .orderBy("id")
      .execute();
    expect(rows).toEqual(
      auditActions.map((action) => ({
        action,
        actorKind: "staff",
        subject: "account:1",
        details: { records: 2, role: "staff", isLast: true },
        clientAddress: "203.0.113.9",
      })),
    );
  });

  test("names staff by both id and address, and other actors by neither", async () => {
    await recordAudit(db, { action: "signed-in", actor: shell });
    await recordAudit(db, { action: "sign-in-failed", actor: { kind: "nobody" } });
    const rows = await db
      .selectFrom("auditEvents")
      .select(["actorKind", "actorId", "actorEmail"])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { actorKind: "shell", actorId: null, actorEmail: null },
      { actorKind: "nobody", actorId: null, actorEmail: null },
    ]);
    const half = pool.query(
      "insert into audit_events (action, actor_kind, actor_id) values ('x', 'staff', '1')",
    );
    await expect(half).rejects.toThrow(/violates check constraint/);
    const named = pool.query(
      "insert into audit_events (action, actor_kind, actor_email, actor_id) values ('x', 'nobody', 'a', '1')",
    );
    await expect(named).rejects.toThrow(/violates check constraint/);
  });
});

describe("a view of a list", () => {
  const look = (changes: { sessionId?: string; list?: string; actor?: { id: string; email: string } } = {}) =>
    recordView(db, {
      actor: ruth,
      sessionId: "first",
      list: "assessments",
      clientAddress: "203.0.113.9",
      ...changes,
    });

  test("is recorded once if the screen reloads several times", async () => {
    for (let at = 0; at < 3; at += 1) await look();
    const rows = await db
      .selectFrom("auditEvents")
      .select(["action", "actorKind", "actorId", "actorEmail", "details", "clientAddress"])
      .execute();
    expect(rows).toEqual([
      {
        action: "leads-viewed",
        actorKind: "staff",
        actorId: "1",
        actorEmail: "ruth@example.com",
        details: { list: "assessments", session: "first" },
        clientAddress: "203.0.113.9",
      },
    ]);
  });

  test.each([
    ["another session", { sessionId: "second" }],
    ["another list", { list: "sign-ups" }],
    ["another person", { actor: { id: "2", email: "joan@example.com" } }],
  ])("is recorded again for %s", async (_, changes) => {
    await look();
    await look(changes);
    expect(await countRows()).toBe(2);
  });

  test.each([
    ["14 minutes", 1],
    ["15 minutes 1 second", 2],
  ])("%s ago results in %d entries", async (ago, count) => {
    await sql`
      insert into audit_events (at, action, actor_kind, actor_id, actor_email, details)
      select now() - ${ago}::interval, 'leads-viewed', 'staff', '1', 'ruth@example.com',
        '{"list": "assessments", "session": "first"}'`.execute(db);
    await look();
    expect(await countRows()).toBe(count);
  });
});

test("the last action of each account is found, and none for an account without entries", async () => {
  const acts: readonly [string, string][] = [
    ["2026-11-02T09:00:00Z", "1"],
    ["2026-11-03T09:00:00Z", "1"],
    ["2026-11-01T09:00:00Z", "2"],
  ];
  for (const [at, id] of acts) {
    await sql`
      insert into audit_events (at, action, actor_kind, actor_id, actor_email)
      values (${at}, 'signed-in', 'staff', ${id}, 'ruth@example.com')`.execute(db);
  }
  expect([...(await findLastActs(db, ["1", "3"]))]).toEqual([["1", new Date("2026-11-03T09:00:00Z")]]);
});
