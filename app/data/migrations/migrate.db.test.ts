import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { createLog, silentLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { emptyDatabase } from "#tests/kit/database.ts";
import { checkDatabase, migrate } from "./migrate.server.ts";
import type { Migrations } from "./plan-migrations.server.ts";
import type { LockWaits } from "./run-migration.server.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";

const pools: ReturnType<typeof openPool>[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

function poolOn(connectionString: string): ReturnType<typeof openPool> {
  const pool = openPool({ connectionString }, silentLog);
  pools.push(pool);
  return pool;
}

async function newPool(): Promise<ReturnType<typeof openPool>> {
  return poolOn(await emptyDatabase());
}

function run(
  pool: ReturnType<typeof openPool>,
  migrations?: Migrations,
  lockWaits?: LockWaits,
): Promise<readonly string[]> {
  return migrate({
    pool,
    log: silentLog,
    ...(migrations === undefined ? {} : { migrations }),
    ...(lockWaits === undefined ? {} : { lockWaits }),
  });
}

/** @param end the number of the first migration that is left out */
function realMigrations(end = "9999"): Migrations {
  const folder = "app/data/migrations";
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql") && file < end);
  return Object.fromEntries(files.map((file) => [file, readFileSync(`${folder}/${file}`, "utf8")]));
}

const cats = { "0001_cats.sql": "create table cats (name text);\ncreate index on cats (name);\n" };
const dogs = { "0002_dogs.sql": "insert into cats values ('tom');\ncreate table dogs (name text);\n" };

describe("migrating", () => {
  test("runs each file once, in the order of the numbers, and returns their names", async () => {
    const pool = await newPool();
    const events: string[] = [];
    const log = createLog({ level: "info", write: (line) => events.push(line) });
    expect(await migrate({ pool, log, migrations: { ...dogs, ...cats } })).toEqual([
      "0001_cats.sql",
      "0002_dogs.sql",
    ]);
    expect(await run(pool, { ...cats, ...dogs })).toEqual([]);
    expect((await pool.query("select name from cats")).rows).toEqual([{ name: "tom" }]);
    expect(events.map((line) => /"name":"(\w+)/.exec(line)?.[1])).toEqual(["0001_cats", "0002_dogs"]);
  });

  test("the real migrations run on an empty database", async () => {
    const ran = await run(await newPool());
    expect(ran[0]).toBe("0001_assessments.sql");
  });

  test("people who sent forms before get one record for each address, with their first name, also in capitals", async () => {
    const pool = await newPool();
    await run(pool, realMigrations("0022"));
    await pool.query(`
      insert into linkedin_live_signups (name, email, state, created_at) values
        ('Ada Later', 'ada@example.com', 'next-date', '2026-02-01'), ('Ben', 'Ben@Example.com', 'next-date', '2026-01-01'),
        ('Ada First', 'ada@example.com', 'told', '2026-01-01')`);
    await run(pool, realMigrations());
    const { rows } = await pool.query(
      "select address.email, name, status, latest_form_at::date::text as day from people join person_addresses as address on person_id = id order by lower(address.email)",
    );
    expect(rows).toEqual([
      { email: "ada@example.com", name: "Ada First", status: "new", day: "2026-02-01" },
      { email: "Ben@Example.com", name: "Ben", status: "new", day: "2026-01-01" },
    ]);
  });

  test("the audit log loses the network addresses of people who confirmed a mailbox, and rejects changes after that", async () => {
    const pool = await newPool();
    await run(pool, realMigrations("0027"));
    await pool.query(`
      insert into audit_events (action, actor_kind, actor_id, actor_email, subject, client_address) values
        ('submission-released', 'nobody', null, null, 'person:a', '198.51.100.78'),
        ('submission-released', 'staff', '1', 'ruth@example.com', 'person:b', '203.0.113.1'),
        ('sign-in-failed', 'nobody', null, null, null, '203.0.113.2')`);
    await run(pool, realMigrations());
    const { rows } = await pool.query("select client_address as address from audit_events order by id");
    expect(rows).toEqual([{ address: null }, { address: "203.0.113.1" }, { address: "203.0.113.2" }]);
    const change = pool.query("update audit_events set client_address = null");
    await expect(change).rejects.toThrow("audit_events is append-only");
  });

  test("emails that were sent before get the time when they were sent, or the nearest one that remains", async () => {
    const pool = await newPool();
    await run(pool, realMigrations("0089"));
    await pool.query(`
      insert into letters (kind, recipient, subject, state, created_at, next_try_at, settled_at, returned_at) values
        ('test', 'a', 'sent', 'sent', '2026-03-01', '2026-03-02', '2026-03-03', null),
        ('test', 'a', 'returned', 'given-up', '2026-03-01', '2026-03-02', '2026-03-04', '2026-03-04'),
        ('test', 'a', 'unclear', 'given-up', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'),
        ('test', 'a', 'returned and waiting', 'waiting', '2026-03-01', '2026-03-05', null, '2026-03-04'),
        ('test', 'a', 'failed', 'given-up', '2026-03-01', '2026-03-02', '2026-03-03', null)`);
    await run(pool, realMigrations());
    const { rows } = await pool.query(
      "select subject, sent_at::date::text as day from letters order by subject",
    );
    expect(rows).toEqual([
      { subject: "failed", day: null },
      { subject: "returned", day: "2026-03-02" },
      { subject: "returned and waiting", day: "2026-03-04" },
      { subject: "sent", day: "2026-03-03" },
      { subject: "unclear", day: "2026-03-03" },
    ]);
  });

  test("three concurrent programs all succeed, and each file runs once", async () => {
    const url = await emptyDatabase();
    const slow = { "0001_slow.sql": "create table cats (name text); select pg_sleep(0.3)", ...dogs };
    const ran = await Promise.all([poolOn(url), poolOn(url), poolOn(url)].map((pool) => run(pool, slow)));
    expect(ran.flat().toSorted()).toEqual(["0001_slow.sql", "0002_dogs.sql"]);
    expect((await poolOn(url).query("select count(*) from cats")).rows).toEqual([{ count: 1 }]);
  });

  test("a failed file is rolled back, and earlier ones are kept", async () => {
    const pool = await newPool();
    const broken = { ...cats, "0002_broken.sql": "create table dogs (name text); select 1 / 0" };
    await expect(run(pool, broken)).rejects.toThrow("division by zero");
    const tables = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1");
    expect(tables.rows).toEqual([{ tablename: "cats" }, { tablename: "schema_migrations" }]);
    expect(await run(pool, { ...cats, ...dogs })).toEqual(["0002_dogs.sql"]);
  });

  test("a file that takes longer than the statement timeout is not aborted", async () => {
    const pool = openPool(
      { connectionString: await emptyDatabase(), options: "-c statement_timeout=50" },
      silentLog,
    );
    pools.push(pool);
    await pool.query("set statement_timeout = 50");
    expect(await run(pool, { "0001_slow.sql": "select pg_sleep(0.2)" })).toEqual(["0001_slow.sql"]);
  });
});

async function refusal(
  pool: ReturnType<typeof openPool>,
  migrations: Migrations,
  lockWaits?: LockWaits,
): Promise<string> {
  const error: unknown = await run(pool, migrations, lockWaits).then(
    () => new Error("no error was thrown"),
    (problem: unknown) => problem,
  );
  if (!(error instanceof StartupProblem)) throw error;
  return error.message;
}

/** Adds the column for the required levels, like migration 0074. */
const levels = { "0003_levels.sql": "alter table schema_migrations add column required_level text" };
const birds = { "0004_birds.sql": "create table birds (name text)" };
const noDogs = { "0005_no_dogs.sql": "-- migration: contracts, requires 0004\ndrop table dogs" };

describe("a database that a later release has migrated", () => {
  test("is used by the earlier release if the later migrations only expand the schema", async () => {
    const pool = await newPool();
    await run(pool, { ...cats, ...dogs, ...levels, ...birds });
    expect(await run(pool, { ...cats, ...dogs, ...levels })).toEqual([]);
    expect(await checkDatabase(pool, { ...cats, ...dogs, ...levels })).toEqual({
      later: ["0004_birds.sql"],
      pending: [],
    });
  });

  test("is used by a release that has the migration which a contracting one requires, and by no earlier one", async () => {
    const pool = await newPool();
    await run(pool, { ...cats, ...dogs, ...levels, ...birds, ...noDogs });
    expect(await run(pool, { ...cats, ...dogs, ...levels, ...birds })).toEqual([]);
    const earlier = { ...cats, ...dogs, ...levels };
    const sentence =
      "This release cannot run on this database: the migration 0005_no_dogs.sql of a later release requires a release with the migration 0004, and this one ends with 0003. Start such a release, or restore the backup that was made before the upgrade (“Roll back to an earlier release” in docs/operations.md).";
    expect(await refusal(pool, earlier)).toBe(sentence);
    await expect(checkDatabase(pool, earlier)).rejects.toThrow(sentence);
  });

  test("stores no required level if a contracting migration fails", async () => {
    const pool = await newPool();
    const broken = { "0005_broken.sql": "-- migration: contracts, requires 0005\ndrop table absent" };
    await expect(run(pool, { ...cats, ...levels, ...broken })).rejects.toThrow("does not exist");
    expect(await run(pool, { ...cats, ...levels })).toEqual([]);
  });

  test("can be checked before the first start, which creates nothing", async () => {
    const pool = await newPool();
    const { pending } = await checkDatabase(pool, cats);
    expect(pending.map(({ name }) => name)).toEqual(["0001_cats.sql"]);
    const { rows } = await pool.query("select to_regclass('schema_migrations') as table");
    expect(rows).toEqual([{ table: null }]);
  });
});

describe("a table that another transaction uses", () => {
  const column = { "0002_age.sql": "alter table cats add column age int" };

  test("delays a migration, which lets later queries pass and runs when the table is free", async () => {
    const pool = await newPool();
    await run(pool, cats);
    const reader = await pool.connect();
    await reader.query("begin; lock table cats in access share mode");
    const events: string[] = [];
    const log = createLog({ level: "info", write: (line) => events.push(line) });
    const lockWaits = { timeoutMs: 20, pauseMs: 20, maxTries: 1_000 };
    const migrations = { ...cats, ...column };
    const running = migrate({ pool, log, migrations, lockWaits });
    // It rolls back between its attempts, so this write only waits for one of them.
    await until(() => events.filter((line) => line.includes("migration.locked")).length > 1);
    await pool.query("insert into cats values ('felix')");
    await reader.query("commit");
    reader.release();
    expect(await running).toEqual(["0002_age.sql"]);
  });

  test("ends the start with a sentence if it stays locked", async () => {
    const pool = await newPool();
    await run(pool, cats);
    const reader = await pool.connect();
    await reader.query("begin; lock table cats in access share mode");
    const lockWaits = { timeoutMs: 10, pauseMs: 0, maxTries: 2 };
    expect(await refusal(pool, { ...cats, ...column }, lockWaits)).toBe(
      "The migration 0002_age.sql could not lock a table, because another transaction uses it: end that transaction (“Migrations” in docs/runbook.md) and start again.",
    );
    await reader.query("commit");
    reader.release();
    expect(await run(pool, { ...cats, ...column })).toEqual(["0002_age.sql"]);
  });

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
  }
});

describe("a concurrent migration", () => {
  const index = {
    "0002_index.sql":
      "-- migration: concurrent\n-- For the list.\ncreate index concurrently if not exists cats_by_name on cats (name);\n",
  };

  test("creates an index while a transaction writes to the table, and three programs run it once", async () => {
    const url = await emptyDatabase();
    const pool = poolOn(url);
    await run(pool, cats);
    const writer = await pool.connect();
    await writer.query("begin; insert into cats values ('tom')");
    const programs = [pool, poolOn(url), poolOn(url)].map((each) => run(each, { ...cats, ...index }));
    // A second writer would wait for an index that is not concurrent.
    await pool.query("insert into cats values ('felix')");
    await writer.query("commit");
    writer.release();
    expect((await Promise.all(programs)).flat()).toEqual(["0002_index.sql"]);
    expect(await readIndexes(pool)).toEqual([{ name: "cats_by_name", valid: true }]);
  });

  test("replaces the invalid index of an interrupted attempt", async () => {
    const pool = await newPool();
    await run(pool, cats);
    await pool.query("insert into cats values ('tom'), ('tom')");
    const unique = {
      "0002_index.sql":
        "-- migration: concurrent\ncreate unique index concurrently if not exists cats_by_name on cats (name);",
    };
    await expect(run(pool, { ...cats, ...unique })).rejects.toThrow("could not create unique index");
    expect(await readIndexes(pool)).toEqual([{ name: "cats_by_name", valid: false }]);
    await pool.query("truncate cats");
    expect(await run(pool, { ...cats, ...unique })).toEqual(["0002_index.sql"]);
    expect(await readIndexes(pool)).toEqual([{ name: "cats_by_name", valid: true }]);
  });

  async function readIndexes(pool: ReturnType<typeof openPool>): Promise<unknown> {
    const { rows } = await pool.query(`
      select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
      where relname = 'cats_by_name'`);
    return rows;
  }
});

describe("refusing", () => {
  test("a file that was changed after it ran is reported", async () => {
    const pool = await newPool();
    await run(pool, cats);
    const edited = { "0001_cats.sql": `${cats["0001_cats.sql"]}-- harmless` };
    expect(await refusal(pool, { ...edited, ...dogs })).toBe(
      "The migration 0001_cats.sql was changed after this database ran it: restore the file, and put the change into a new file.",
    );
    expect((await pool.query("select to_regclass('dogs') as dogs")).rows).toEqual([{ dogs: null }]);
  });

  test("different line endings are not a change", async () => {
    const pool = await newPool();
    await run(pool, cats);
    const windows = { "0001_cats.sql": cats["0001_cats.sql"].replaceAll("\n", "\r\n") };
    expect(await run(pool, windows)).toEqual([]);
  });

  test("a database with a migration between the release's own ones is refused", async () => {
    const pool = await newPool();
    await run(pool, { ...cats, ...dogs, ...birds });
    expect(await refusal(pool, { ...cats, ...birds })).toBe(
      "This database was used by another version of the program (it has the migration 0002_dogs.sql, which this release does not have): start that version or a later one.",
    );
  });

  test("a new file with a number below an applied one is refused", async () => {
    const pool = await newPool();
    await run(pool, { ...cats, "0003_birds.sql": "create table birds (name text)" });
    expect(
      await refusal(pool, { ...cats, ...dogs, "0003_birds.sql": "create table birds (name text)" }),
    ).toBe(
      "The migration 0002_dogs.sql comes before 0003_birds.sql, which this database already has: give it a later number.",
    );
  });

  test("two files with the same number, and a file with an invalid name, are rejected", async () => {
    const pool = await newPool();
    await expect(run(pool, { ...cats, "0001_dogs.sql": "select 1" })).rejects.toThrow("have the number 0001");
    await expect(run(pool, { "cats.sql": "select 1" })).rejects.toThrow("is not named like");
  });
});
