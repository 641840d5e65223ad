import { describe, expect, it, test } from "vitest";
import { sql } from "kysely";
import { openPool, openQueries } from "#app/data/connection/open-pool.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { emptyDatabase, testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { practice } from "#content/practice.ts";
import { erasePerson } from "./erase-person.server.ts";
import { isDue, rewriteErased, type RewriteOutcome } from "./rewrite-erased.server.ts";

const { db, pool } = testDatabase();
const deps = { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...auditDeps };

async function erase(mark: string): Promise<void> {
  const person = aPerson(mark);
  await takeAssessment(db, person);
  await erasePerson(deps, person.email, { keepsEmails: false });
}

/**
 * Rewrites as soon as nothing can still see the erased rows. Tests in other databases of the same server run transactions, and an automatic
 * analysis of this database holds a snapshot; either postpones a rewrite.
 */
async function rewrite(attempt = () => rewriteErased({ db, pool })): Promise<RewriteOutcome> {
  let outcome: RewriteOutcome = { kind: "still-visible" };
  await until("the erased rows to become invisible", async () => {
    outcome = await attempt();
    return outcome.kind !== "still-visible";
  });
  return outcome;
}

const fileOf = async (table: string): Promise<string> => {
  const { rows } = await sql<{ file: string }>`select pg_relation_filepath(${table}) as file`.execute(db);
  return rows[0]?.file ?? "";
};

describe("the rewrite after erasures", () => {
  it("runs once for all erasures so far, and again after the next erasure", async () => {
    expect(await rewriteErased({ db, pool })).toEqual({ kind: "nothing-due" });
    await erase("ada");
    await erase("ben");
    const before = await fileOf("letters");
    expect(await rewrite()).toMatchObject({ kind: "done" });
    expect(await fileOf("letters")).not.toBe(before);
    expect(await rewriteErased({ db, pool })).toEqual({ kind: "nothing-due" });
    await erase("eve");
    expect(await rewrite()).toMatchObject({ kind: "done" });
  });

  it("runs in only one of several processes", async () => {
    await erase("ada");
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => rewrite()));
    expect(outcomes.filter(({ kind }) => kind === "done")).toHaveLength(1);
  });

  it("waits for a transaction that began before the erasure and can still see the erased rows", async () => {
    const reader = await pool.connect();
    await reader.query("begin isolation level repeatable read");
    await reader.query("select count(*) from letters");
    await erase("ada");
    expect(await rewriteErased({ db, pool })).toEqual({ kind: "still-visible" });
    await reader.query("commit");
    reader.release();
    expect(await rewrite()).toMatchObject({ kind: "done" });
  });

  it("waits for a transaction of another database that has written", async () => {
    const other = openPool({ connectionString: await emptyDatabase() }, silentLog);
    const writer = await other.connect();
    await writer.query("begin; create table written (id int)");
    await erase("ada");
    expect(await rewriteErased({ db, pool })).toEqual({ kind: "still-visible" });
    await writer.query("commit");
    writer.release();
    await other.end();
    expect(await rewrite()).toMatchObject({ kind: "done" });
  });

  it("does not wait for a transaction of another database that has only read", async () => {
    const other = openPool({ connectionString: await emptyDatabase() }, silentLog);
    const reader = await other.connect();
    await reader.query("begin isolation level repeatable read; select count(*) from pg_class");
    await erase("ada");
    expect(await rewrite()).toMatchObject({ kind: "done" });
    reader.release(true);
    await other.end();
  });

  it.each([
    ["has read the tables", "begin isolation level repeatable read; select count(*) from letters"],
    ["has written", "begin; create temporary table written (id int)"],
  ])(
    "waits for a transaction of another role that %s, without the privilege to see its start",
    async (_what, begin) => {
      const role = "practice_unprivileged";
      await pool.query(
        `create role ${role} login password 'unprivileged'; grant select, insert, update on all tables in schema public to ${role}`,
      );
      const url = new URL(pool.options.connectionString ?? "");
      url.username = role;
      url.password = "unprivileged";
      const unprivileged = openPool({ connectionString: url.href }, silentLog);
      const reader = await pool.connect();
      try {
        await reader.query(begin);
        await erase("ada");
        const attempt = () => rewriteErased({ db: openQueries(unprivileged), pool });
        expect(await attempt()).toEqual({ kind: "still-visible" });
        await reader.query("rollback");
        expect(await rewrite(attempt)).toMatchObject({ kind: "done" });
      } finally {
        reader.release(true);
        await unprivileged.end();
        await pool.query(`drop owned by ${role}; drop role ${role}`);
      }
    },
  );

  it("does not wait for a transaction that began after the erasure", async () => {
    await erase("ada");
    const reader = await pool.connect();
    const outcome = await rewrite(async () => {
      // A snapshot reaches back to the oldest transaction of any database, so each attempt needs a new one.
      await reader.query("begin isolation level repeatable read");
      await reader.query("select count(*) from events");
      const attempted = await rewriteErased({ db, pool });
      await reader.query("rollback");
      return attempted;
    });
    reader.release();
    expect(outcome).toMatchObject({ kind: "done" });
  });

  const always = { isDue: () => true };

  /** A rewrite that fails because a transaction uses a table. */
  async function failRewrite(options: { maxLockMs?: number } = {}): Promise<unknown> {
    const reader = await pool.connect();
    try {
      await reader.query("begin; lock table letters in access share mode");
      return await rewrite(() => rewriteErased({ db, pool }, { ...always, ...options })).catch(
        (error: unknown) => error,
      );
    } finally {
      // A lock that outlives this test would make the following tests fail too.
      reader.release(true);
    }
  }

  const readRetry = async () => {
    const { rows } = await sql<{ minutes: number; hour: string }>`
      select extract(epoch from retry_at - now())::float8 / 60 as minutes,
        to_char(retry_at at time zone ${practice.timeZone}, 'HH24:MI') as hour
      from erased_data_rewrites`.execute(db);
    return rows[0];
  };

  it("is retried ten minutes after a transaction used a table, with the tables that are left", async () => {
    await erase("ada");
    expect(await failRewrite()).toMatchObject({ code: "55P03", tables: ["letters"] });
    expect((await readRetry())?.minutes).toBeLessThanOrEqual(10);
    expect(await rewriteErased({ db, pool }, always)).toEqual({ kind: "nothing-due" });
    await db
      .updateTable("erasedDataRewrites")
      .set({ retryAt: sql<Date>`now()` })
      .execute();
    const before = [await fileOf("people"), await fileOf("letters")];
    expect(await rewrite(() => rewriteErased({ db, pool }, always))).toMatchObject({ kind: "done" });
    expect([await fileOf("people"), await fileOf("letters")]).toEqual([
      before[0],
      expect.not.stringMatching(`${before[1]}$`),
    ]);
  });

  it("is retried in the next night after a table took too long, also if another person is erased, or by the command", async () => {
    await erase("ada");
    expect(await failRewrite({ maxLockMs: 500 })).toMatchObject({ code: "57014" });
    expect((await readRetry())?.hour).toBe("02:00");
    expect((await readRetry())?.minutes).toBeGreaterThan(0);
    await erase("ben");
    expect(await rewriteErased({ db, pool }, always)).toEqual({ kind: "nothing-due" });
    expect(await rewrite()).toMatchObject({ kind: "done" });
    await erase("eve");
    expect(await rewrite(() => rewriteErased({ db, pool }, always))).toMatchObject({ kind: "done" });
  });

  it("leaves no connection without timeouts in the pool", async () => {
    await erase("ada");
    expect(await rewrite(() => rewriteErased({ db, pool }, { maxLockMs: 8_000 }))).toMatchObject({
      kind: "done",
    });
    const limits = await pool.query(
      "select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement",
    );
    expect(limits.rows).toEqual([{ lock: "10s", statement: "15s" }]);
  });
});

test.each([
  ["in the evening, an hour after an erasure", "2026-11-22T00:00:00Z", 1, false],
  ["at 2 AM in Austin", "2026-11-22T08:00:00Z", 1, true],
  ["at 4:59 AM in Austin", "2026-11-22T10:59:00Z", 1, true],
  ["at 5 AM in Austin", "2026-11-22T11:00:00Z", 1, false],
  ["at any hour, a day after an erasure", "2026-11-22T18:00:00Z", 24, true],
])("%s: due", (_when, now, hours, due) => {
  const at = new Date(now);
  expect(isDue(new Date(at.getTime() - hours * 3_600_000), at)).toBe(due);
});
