import { describe, expect, it, test } from "vitest";
import { sql } from "kysely";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, takeAssessment } from "#tests/kit/person-data.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { erasePerson } from "./erase-person.server.ts";
import { isDue, rewriteErased } from "./rewrite-erased.server.ts";

const { db, pool } = testDatabase();
const deps = { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...auditDeps };

async function erase(mark: string): Promise<void> {
  const person = aPerson(mark);
  await takeAssessment(db, person);
  await erasePerson(deps, person.email, { keepsEmails: false });
}

/** Backdates the erasures so that every transaction of that time has ended. */
async function backdateErasures(): Promise<void> {
  await sql`alter table audit_events disable trigger user`.execute(db);
  await sql`update audit_events set at = at - interval '1 minute'`.execute(db);
  await sql`alter table audit_events enable trigger user`.execute(db);
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
    await backdateErasures();
    const before = await fileOf("letters");
    expect(await rewriteErased({ db, pool })).toMatchObject({ kind: "done" });
    expect(await fileOf("letters")).not.toBe(before);
    expect(await rewriteErased({ db, pool })).toEqual({ kind: "nothing-due" });
    await erase("eve");
    await backdateErasures();
    expect(await rewriteErased({ db, pool })).toMatchObject({ kind: "done" });
  });

  it("runs in only one of several processes", async () => {
    await erase("ada");
    await backdateErasures();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => rewriteErased({ db, pool })));
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
    await backdateErasures();
    expect(await rewriteErased({ db, pool })).toMatchObject({ kind: "done" });
  });

  it("is retried after a failure", async () => {
    await erase("ada");
    await backdateErasures();
    const reader = await pool.connect();
    await reader.query("begin");
    await reader.query("lock table letters in access share mode");
    await expect(rewriteErased({ db, pool })).rejects.toMatchObject({ code: "55P03" });
    await reader.query("rollback");
    reader.release();
    expect(await rewriteErased({ db, pool })).toMatchObject({ kind: "done" });
  });

  it("leaves no connection without timeouts in the pool", async () => {
    await erase("ada");
    await backdateErasures();
    await rewriteErased({ db, pool }, { maxLockMs: 8_000 });
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
