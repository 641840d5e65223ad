import { type RawBuilder, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { sealAuditLog } from "./seal-audit-log.server.ts";
import { verifyAuditLog } from "./verify-audit-log.server.ts";

const { db } = testDatabase();
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

/** As an administrator, who can disable the triggers that reject changes. */
async function behindTheProgram(...statements: RawBuilder<unknown>[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });
}

describe("verification", () => {
  it("has nothing to say about an empty log", async () => {
    expect(await verify()).toEqual({
      problems: [],
      links: 0,
      events: 0,
      unsealed: 0,
      changedEvents: 0,
      changes: [],
      first: undefined,
      last: undefined,
    });
  });

  it.each([
    ["the action", sql`action = 'signed-out'`],
    ["the time", sql`at = at - interval '1 millisecond'`],
    ["an infinite time", sql`at = 'infinity'`],
    ["the account", sql`actor_id = '2'`],
    ["the address of the account", sql`actor_email = 'joan@example.com'`],
    ["the subject", sql`subject = 'account:1'`],
    ["a detail", sql`details = '{"n": 2.0}'`],
    ["the network address", sql`client_address = null`],
  ])("names the link and the event if %s was edited", async (_, edit) => {
    await act(2);
    await sealAuditLog(db);
    await act(1);
    await sealAuditLog(db);
    await behindTheProgram(sql`update audit_events set ${edit} where id = 2`);
    expect(await listProblems()).toEqual([
      expect.stringMatching(
        /^Link 1, event 2: it was changed after it was sealed on .+, without a reason\.$/,
      ),
    ]);
  });

  it("names an event that was deleted", async () => {
    await act(2);
    await sealAuditLog(db);
    await behindTheProgram(sql`delete from audit_events where id = 1`);
    expect(await listProblems()).toEqual([expect.stringMatching(/^Link 1, event 1: .* is missing/)]);
  });

  it("names events whose order was changed", async () => {
    await act(2);
    await sealAuditLog(db);
    await behindTheProgram(
      sql`
        update audit_events as event set details = other.details, at = other.at
        from audit_events as other where other.id = 3 - event.id`,
    );
    expect((await listProblems()).map((problem) => problem.slice(0, 25))).toEqual([
      "Link 1, event 1: it was c",
      "Link 1, event 2: it was c",
    ]);
  });

  it.each([
    ["the next id", sql`3`],
    ["an id before all others", sql`-7`],
    ["an id that no number represents", sql`9223372036854775807`],
  ])("names an event that was added with an earlier time and %s", async (_, id) => {
    await act(2);
    await sealAuditLog(db);
    await behindTheProgram(sql`
      insert into audit_events (id, at, action, actor_kind) overriding system value
      values (${id}, now() - interval '3 days', 'signed-out', 'shell')`);
    await sealAuditLog(db);
    expect(await listProblems()).toEqual([
      expect.stringMatching(/^Link 2: event -?\d+ is dated .* It was added later, or the clock was wrong\.$/),
    ]);
  });

  it("does not doubt the events that existed before the first link", async () => {
    await sql`
      insert into audit_events (at, action, actor_kind)
      select now() - n * interval '1 day', 'signed-out', 'shell' from generate_series(1, 5) as n`.execute(db);
    await sealAuditLog(db, { maxEvents: 2 });
    expect(await listProblems()).toEqual([]);
  });

  it("does not doubt events of a time when no server was running", async () => {
    await act(1);
    await sealAuditLog(db);
    await behindTheProgram(sql`update audit_links set sealed_at = sealed_at - interval '3 days'`);
    await sql`
      insert into audit_events (at, action, actor_kind) values (now() - interval '2 days', 'signed-out', 'shell')`.execute(
      db,
    );
    await sealAuditLog(db);
    // The time of the first link was changed by the test.
    expect(await listProblems()).toEqual([expect.stringMatching(/^Link 1: its hash/)]);
  });

  it("accepts events and links of a clock that was set back", async () => {
    await act(1);
    await sealAuditLog(db);
    await sql`insert into audit_events (at, action, actor_kind) values (now() - interval '9 days', 'signed-out', 'shell')`.execute(
      db,
    );
    await sealAuditLog(db);
    // The clock was wrong when the link was added, too.
    await behindTheProgram(
      sql`update audit_links set sealed_at = sealed_at - interval '9 days' where position = 2`,
    );
    await act(1);
    await sealAuditLog(db);
    expect(await listProblems()).toEqual([expect.stringMatching(/^Link 2: its hash/)]);
  });

  it.each([
    [
      "the time of a link",
      1,
      sql`update audit_links set sealed_at = sealed_at - interval '1 day' where position = 1`,
    ],
    ["a digest", 2, sql`update audit_seals set digest = repeat('0', 64) where position = 2`],
    ["a hash", 2, sql`update audit_links set hash = repeat('0', 64) where position = 2`],
    ["the events of a link", 2, sql`update audit_seals set position = 1 where event_id = 2`],
    ["a reason", 2, sql`update audit_seals set reason = 'Retention' where event_id = 2`],
  ])("names the first link if %s was changed", async (_, position, change) => {
    for (let n = 0; n < 3; n += 1) {
      await act(1);
      await sealAuditLog(db);
    }
    await behindTheProgram(change);
    expect((await listProblems())[0]).toMatch(new RegExp(`^Link [1${position}]: `));
  });

  it("names the place of removed links", async () => {
    for (let n = 0; n < 3; n += 1) {
      await act(1);
      await sealAuditLog(db);
    }
    await behindTheProgram(
      sql`delete from audit_seals where position = 2`,
      sql`delete from audit_links where position = 2`,
    );
    expect(await listProblems()).toEqual([
      "Link 3: links before it are missing.",
      "Link 3: it does not follow the hash of the link before it.",
    ]);
  });

  it("counts events that are not sealed yet", async () => {
    await act(2);
    await sealAuditLog(db);
    await act(1);
    expect(await verify()).toMatchObject({ problems: [], events: 2, unsealed: 1 });
  });

  it("lists a limited number of problems", async () => {
    await act(120);
    await sealAuditLog(db);
    await behindTheProgram(sql`delete from audit_events`);
    const problems = await listProblems();
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toBe("20 more problems are not shown.");
  });

  it("counts the problems of links and events together, and lists those of links first", async () => {
    await act(120);
    await sealAuditLog(db);
    await behindTheProgram(
      sql`delete from audit_events`,
      sql`update audit_links set hash = repeat('0', 64) where position = 1`,
    );
    const problems = await listProblems();
    expect(problems[0]).toMatch(/^Link 1: its hash/);
    expect(problems[1]).toMatch(/^Link 1, event 1: .* is missing/);
    expect(problems.at(-1)).toBe("21 more problems are not shown.");
  });
});

describe("a permitted change", () => {
  /** As a migration or a job does it: the reason is stored in the same transaction. */
  const change = async (eventId: number, reason: string, statement: RawBuilder<unknown>) =>
    behindTheProgram(
      sql`insert into audit_event_changes (event_id, reason) values (${eventId}, ${reason})`,
      statement,
    );

  it("is verifiable before and after it is sealed, and listed with its reason", async () => {
    await act(3);
    await sealAuditLog(db);
    await change(1, "Retention", sql`delete from audit_events where id = 1`);
    await change(2, "Erasure", sql`update audit_events set client_address = null where id = 2`);
    expect(await listProblems()).toEqual([]);
    await sealAuditLog(db);
    const { problems, changes, events } = await verify();
    expect(problems).toEqual([]);
    expect(events).toBe(2);
    expect(changes).toEqual([
      expect.stringMatching(/^Event 1 was removed by .+ \(link 2\): Retention$/),
      expect.stringMatching(/^Event 2 was changed or explained by .+ \(link 2\): Erasure$/),
    ]);
    expect(await db.selectFrom("auditEventChanges").selectAll().execute()).toEqual([]);
  });

  it("deletes the salt of what the event said, so that its digest reveals nothing", async () => {
    await act(1);
    await sealAuditLog(db);
    await change(1, "Erasure", sql`update audit_events set client_address = null`);
    await sealAuditLog(db);
    const seals = await db
      .selectFrom("auditSeals")
      .select(["position", "salt"])
      .orderBy("position")
      .execute();
    expect(seals.map(({ salt }) => salt !== null)).toEqual([false, true]);
  });

  it("permits no further change", async () => {
    await act(1);
    await sealAuditLog(db);
    await change(1, "Retention", sql`delete from audit_events`);
    await sealAuditLog(db);
    await behindTheProgram(sql`
      insert into audit_events (id, action, actor_kind) overriding system value values (1, 'signed-out', 'shell')`);
    expect(await listProblems()).toEqual([
      "Link 2, event 1: it was removed with a reason, but is in the log.",
    ]);
  });

  it("of an event that is not sealed yet is sealed with it", async () => {
    await act(1);
    await change(1, "Erasure", sql`update audit_events set client_address = null`);
    await sealAuditLog(db);
    expect(await verify()).toMatchObject({ problems: [], links: 1, changes: [expect.anything()] });
  });

  it("explains an event whose time was wrong", async () => {
    await act(1);
    await sealAuditLog(db);
    await sql`insert into audit_events (at, action, actor_kind) values (now() - interval '9 days', 'signed-out', 'shell')`.execute(
      db,
    );
    await sealAuditLog(db);
    expect(await listProblems()).toHaveLength(1);
    await sql`insert into audit_event_changes (event_id, reason) values (2, 'The clock was wrong')`.execute(
      db,
    );
    await sealAuditLog(db);
    expect(await verify()).toMatchObject({ problems: [], changes: [expect.stringContaining("wrong")] });
  });
});
