import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { explainQueries } from "#tests/kit/explain-queries.ts";
import { createAuditSealer } from "./audit-sealer.server.ts";
import { findUnsealed, sealAuditLog } from "./seal-audit-log.server.ts";
import { verifyAuditLog } from "./verify-audit-log.server.ts";

const { db, pool } = testDatabase();
const ruth = { kind: "staff", id: "1", email: "ruth@example.com" } as const;

/** Adds events with the details n = 1, 2, 3. */
async function act(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await recordAudit(db, {
      action: "signed-in",
      actor: ruth,
      details: { n },
      clientAddress: "203.0.113.9",
    });
  }
}

const verify = () => verifyAuditLog(db, { formatTime: (at) => at.toISOString() });
const listProblems = async () => (await verify()).problems;

const listSeals = () =>
  db
    .selectFrom("auditSeals")
    .select(["position", "eventId"])
    .orderBy("position")
    .orderBy("eventId")
    .execute();

describe("sealing", () => {
  it("adds one link for all new events, and no link without new events", async () => {
    expect(await sealAuditLog(db)).toEqual({ link: undefined, events: 0, isComplete: true });
    await act(3);
    expect(await sealAuditLog(db)).toMatchObject({ link: { position: 1 }, events: 3, isComplete: true });
    expect(await sealAuditLog(db)).toMatchObject({ link: undefined, events: 0 });
    await act(1);
    await sealAuditLog(db);
    expect(await listSeals()).toEqual([
      { position: 1, eventId: 1 },
      { position: 1, eventId: 2 },
      { position: 1, eventId: 3 },
      { position: 2, eventId: 4 },
    ]);
    expect(await verify()).toMatchObject({
      problems: [],
      links: 2,
      events: 4,
      unsealed: 0,
      first: { position: 1 },
      last: { position: 2 },
    });
  });

  it("seals a long log in several links", async () => {
    await act(5);
    expect(await sealAuditLog(db, { maxEvents: 2 })).toMatchObject({ link: { position: 3 }, events: 5 });
    const links = await db.selectFrom("auditLinks").select("isComplete").orderBy("position").execute();
    expect(links.map(({ isComplete }) => isComplete)).toEqual([false, false, true]);
    expect(await listProblems()).toEqual([]);
  });

  it("seals an event that commits after an event with a higher id", async () => {
    const late = await db.startTransaction().execute();
    await recordAudit(late, { action: "role-changed", actor: ruth });
    await act(1);
    await sealAuditLog(db);
    await late.commit().execute();
    expect(await sealAuditLog(db)).toMatchObject({ events: 1 });
    expect(await listSeals()).toEqual([
      { position: 1, eventId: 2 },
      { position: 2, eventId: 1 },
    ]);
    expect(await listProblems()).toEqual([]);
  });

  it("reads only new events between full runs, and seals an earlier one with the next full run", async () => {
    const sealer = createAuditSealer({ db, log: silentLog });
    const late = await db.startTransaction().execute();
    await recordAudit(late, { action: "role-changed", actor: ruth });
    await act(1);
    await sealer.run(0);
    await late.commit().execute();
    await act(1);
    await sealer.run(60_000);
    expect(await listSeals()).toEqual([
      { position: 1, eventId: 2 },
      { position: 2, eventId: 3 },
    ]);
    await sealer.run(15 * 60_000);
    expect((await listSeals()).at(-1)).toEqual({ position: 3, eventId: 1 });
  });

  it("skips the numbers of transactions that were rolled back", async () => {
    const undone = await db.startTransaction().execute();
    await recordAudit(undone, { action: "role-changed", actor: ruth });
    await undone.rollback().execute();
    await act(1);
    await sealAuditLog(db);
    expect(await listSeals()).toEqual([{ position: 1, eventId: 2 }]);
    expect(await listProblems()).toEqual([]);
  });

  it("does not make writers wait, and does not wait for them", async () => {
    await act(1);
    const writer = await db.startTransaction().execute();
    await recordAudit(writer, { action: "role-changed", actor: ruth });
    await sql`create table held_locks (mode text)`.execute(db);
    await sql`
      create function note_locks() returns trigger language plpgsql as $$
      begin
        insert into held_locks select distinct mode from pg_locks
        where relation = 'audit_events'::regclass and pid = pg_backend_pid();
        return null;
      end $$`.execute(db);
    await sql`
      create trigger note_locks after insert on audit_seals for each statement execute function note_locks()`.execute(
      db,
    );
    await sealAuditLog(db);
    const { rows: locks } = await sql`select mode from held_locks`.execute(db);
    await sql`drop table held_locks; `.execute(db);
    await sql`drop function note_locks cascade`.execute(db);
    expect(locks).toEqual([{ mode: "AccessShareLock" }]);
    await writer.commit().execute();
  });

  it("is done by one server at a time, and each event is sealed once", async () => {
    await act(30);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => sealAuditLog(db, { maxEvents: 5 })));
    expect(outcomes.reduce((sum, { events }) => sum + events, 0)).toBe(30);
    expect(await listSeals()).toHaveLength(30);
    expect(await listProblems()).toEqual([]);
  });

  it("leaves nothing of a link whose transaction was interrupted", async () => {
    await act(2);
    await sealAuditLog(db, { maxEvents: 1 });
    await sql`
      create function end_session() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db);
    await sql`
      create trigger end_session after insert on audit_seals for each statement execute function end_session()`.execute(
      db,
    );
    await act(2);
    await expect(sealAuditLog(db)).rejects.toThrow(/terminat/);
    await sql`drop function end_session cascade`.execute(db);
    expect(await verify()).toMatchObject({ problems: [], links: 2, unsealed: 2 });
    await sealAuditLog(db);
    expect(await verify()).toMatchObject({ problems: [], links: 3, unsealed: 0 });
  });

  it("finds new events through indexes @long", async () => {
    await sql`
      insert into audit_events (action, actor_kind) select 'signed-out', 'shell' from generate_series(1, 30000)`.execute(
      db,
    );
    await sealAuditLog(db);
    await sql`analyze audit_events, audit_seals`.execute(db);
    const [plan] = await explainQueries(pool, (explained) => findUnsealed(explained, "29990", 1_000));
    expect(plan).not.toContain("Seq Scan");
  });
});

describe("the chain", () => {
  it.each([
    ["update audit_links set hash = repeat('0', 64)", "audit_links"],
    ["delete from audit_links", "audit_links"],
    ["truncate audit_links cascade", "audit_"],
    ["update audit_seals set digest = repeat('0', 64)", "audit_seals"],
    ["update audit_seals set salt = repeat('0', 32)", "audit_seals"],
    ["update audit_seals set salt = null, reason = 'x'", "audit_seals"],
    ["delete from audit_seals", "audit_seals"],
    ["truncate audit_seals", "audit_seals"],
  ])("rejects %s", async (statement, table) => {
    await act(1);
    await sealAuditLog(db);
    await expect(pool.query(statement)).rejects.toThrow(new RegExp(`${table}\\w* is append-only`));
  });
});
