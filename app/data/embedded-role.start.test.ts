import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { ask, copyDataDir, isRoot, runningPid, scratchFolder } from "#embedded-postgres/testing";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from "#embedded-postgres";

// Tests database ownership: the role that owns the data, the roles that can connect, and the user that runs the process.

const newFolder = scratchFolder();
const stops: (() => Promise<unknown>)[] = [];
let seed: string;
let earlier: string;

beforeAll(async () => {
  seed = join(await newFolder(), "seed");
  await (await startEmbeddedPostgres({ dataDir: seed, log: silentLog })).stop();
  earlier = join(await newFolder(), "earlier");
  await makeFolderOfEarlierRelease(earlier);
}, 120_000);

afterEach(async () => {
  while (stops.length > 0) await stops.pop()?.();
});

async function start(dataDir: string, forTests: EmbeddedOptions["forTests"] = {}): Promise<EmbeddedPostgres> {
  const settings = { fsync: "off" };
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    forTests: { settings, ...forTests },
  });
  stops.push(() => postgres.stop());
  return postgres;
}

/**
 * Restores the state of releases before the program role existed. The superuser owns everything, pg_hba.conf is the one from initdb, and
 * after a start as root the files belong to the account "nobody".
 */
async function makeFolderOfEarlierRelease(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    forTests: { administrator: true, settings: { fsync: "off" } },
  });
  const pool = openPool({ ...postgres.connection, ssl: false }, silentLog);
  await migrate({ pool, log: silentLog });
  // Objects that an administrator may have added.
  await pool.query(`
    create schema reports;
    create sequence reports.numbers;
    create table reports.kept (number int generated always as identity);
    insert into reports.kept default values;
    create type reports.state as enum ('open');
    create type reports.pair as (first int, second int);
    create domain reports.word as text;
    create view reports.all_kept as select number from reports.kept;
    create function reports.one() returns int language sql return 1`);
  await pool.end();
  await postgres.stop();
  if (isRoot) execFileSync("chown", ["-R", "65534:65534", join(dataDir, "postgres")]);
}

function copyOf(from: string): Promise<string> {
  return newFolder().then((folder) => copyDataDir(from, join(folder, "data")));
}

const asSuperuser = (postgres: EmbeddedPostgres) => ({ ...postgres.connection, user: "practice" });

async function expectRestricted(postgres: EmbeddedPostgres): Promise<void> {
  const { connection } = postgres;
  expect(
    await ask(
      connection,
      `select current_user, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
         pg_get_userbyid(datdba), pg_get_userbyid(nspowner)
       from pg_roles, pg_database, pg_namespace
       where rolname = current_user and datname = current_database() and nspname = 'public'`,
    ),
  ).toEqual(["practice_app", false, false, false, false, false, "practice_app", "practice_app"]);
  await expect(ask(connection, "select pg_read_file('postmaster.pid')")).rejects.toMatchObject({
    code: "42501",
  });
  for (const refused of [
    asSuperuser(postgres),
    { ...connection, database: "template1" },
    { ...asSuperuser(postgres), database: "template1" },
  ]) {
    await expect(ask(refused, "select 1")).rejects.toMatchObject({ code: "28000" });
  }
  await expect(ask({ ...connection, password: "guessed" }, "select 1")).rejects.toMatchObject({
    code: "28P01",
  });
}

/** Lists objects that the program's role does not own, except those of extensions and catalogs. */
const ownedByOthers = `
  with owned as (
    select 'pg_class'::regclass as catalog, oid, relname::text as name, relowner as owner, relnamespace as schema from pg_class
    union all select 'pg_proc'::regclass, oid, proname, proowner, pronamespace from pg_proc
    union all select 'pg_type'::regclass, oid, typname, typowner, typnamespace from pg_type
    union all select 'pg_namespace'::regclass, oid, nspname, nspowner, oid from pg_namespace
  )
  select name from owned
  where owner <> 'practice_app'::regrole
    and schema in (select oid from pg_namespace where nspname !~ '^pg_|^information_schema$')
    and not exists (
      select from pg_depend where classid = catalog and objid = owned.oid and deptype = 'e'
    )`;

async function expectConverted(dataDir: string): Promise<void> {
  const postgres = await start(dataDir);
  await expectRestricted(postgres);
  expect(await ask(postgres.connection, ownedByOthers)).toEqual([]);
  expect(await ask(postgres.connection, "select number from reports.all_kept")).toEqual([1]);
  const pool = openPool({ ...postgres.connection, ssl: false }, silentLog);
  stops.push(() => pool.end());
  expect(await migrate({ pool, log: silentLog })).toEqual([]);
  await pool.query("alter table letters add column added int");
  if (isRoot) expect(ownersIn(dataDir)).toEqual([`${uidOf(postgres)}:${uidOf(postgres)}`]);
}

function uidOf(postgres: EmbeddedPostgres): number {
  const [, uid] =
    /Uid:\t(\d+)\t\1\t\1\t\1\n/.exec(readFileSync(`/proc/${runningPid(postgres)}/status`, "utf8")) ?? [];
  return Number(uid);
}

/** Lists the distinct owners of all files in the database folder. */
function ownersIn(dataDir: string): string[] {
  const listed = execFileSync("find", [join(dataDir, "postgres"), "-printf", "%U:%G\n"], {
    encoding: "utf8",
  });
  return [...new Set(listed.trim().split("\n"))];
}

test("a new database belongs to a role without superuser rights and admits no other role", async () => {
  const dataDir = join(await newFolder(), "data");
  const postgres = await start(dataDir);
  await expectRestricted(postgres);
  const pool = openPool({ ...postgres.connection, ssl: false }, silentLog);
  stops.push(() => pool.end());
  expect((await migrate({ pool, log: silentLog })).length).toBeGreaterThan(0);
});

test("a later start changes nothing", async () => {
  const dataDir = await copyOf(seed);
  const before = statSync(join(dataDir, "postgres", "pg_hba.conf")).ino;
  await expectRestricted(await start(dataDir));
  expect(statSync(join(dataDir, "postgres", "pg_hba.conf")).ino).toBe(before);
});

test("replaces manually added pg_hba.conf rules @long", async () => {
  const dataDir = await copyOf(seed);
  await writeFile(join(dataDir, "postgres", "pg_hba.conf"), "local all all trust\nhost all all all trust\n");
  await expectRestricted(await start(dataDir));
});

describe("a data folder from an earlier release", () => {
  test("is converted with all its contents @long", async () => {
    await expectConverted(await copyOf(earlier));
  });

  test("is converted after an interruption that followed the role's creation @long", async () => {
    const dataDir = await copyOf(earlier);
    const postgres = await start(dataDir, { administrator: true });
    await ask(postgres.connection, "create role practice_app createdb");
    await postgres.stop();
    await expectConverted(dataDir);
  });

  test("is converted after an interruption before the last step @long", async () => {
    const dataDir = await copyOf(earlier);
    const hba = join(dataDir, "postgres", "pg_hba.conf");
    const asInitdbWroteIt = await readFile(hba, "utf8");
    await (await start(dataDir)).stop();
    await writeFile(hba, asInitdbWroteIt);
    await expectConverted(dataDir);
  });

  test("is rejected with a clear message if its password file belongs to another database", async () => {
    const dataDir = await copyOf(earlier);
    await writeFile(join(dataDir, "postgres.password"), "another");
    await expect(start(dataDir)).rejects.toThrow(
      `The file postgres.password in ${dataDir} is not the password of the database beside it: restore the one that belongs to it.`,
    );
  });
});

describe.runIf(isRoot)("started as root", () => {
  test("the database runs under the same unassigned user ID at each start", async () => {
    const dataDir = join(await newFolder(), "data");
    const first = await start(dataDir);
    const uid = uidOf(first);
    expect(uid).toBeGreaterThanOrEqual(60_800);
    expect(uid).toBeLessThan(61_184);
    expect(() => execFileSync("getent", ["passwd", String(uid)])).toThrow("Command failed");
    expect(ownersIn(dataDir)).toEqual([`${uid}:${uid}`]);
    await first.stop();
    expect(uidOf(await start(dataDir))).toBe(uid);
  });

  test('a process of the account "nobody" can access neither the files nor the socket', async () => {
    const dataDir = await copyOf(seed);
    const { connection } = await start(dataDir);
    for (const path of [join(dataDir, "postgres", "PG_VERSION"), join(connection.host, ".s.PGSQL.5432")]) {
      const looking = ["--reuid=65534", "--regid=65534", "--clear-groups", "--", "test", "-e", path];
      expect(() => execFileSync("setpriv", looking)).toThrow("Command failed");
      execFileSync("test", ["-e", path]);
    }
  });

  test("completes an interrupted change of owner", async () => {
    const dataDir = await copyOf(earlier);
    execFileSync("chown", ["-R", "60999:60999", join(dataDir, "postgres", "base")]);
    await expectConverted(dataDir);
  });

  test("the change of owner does not follow links in the folder", async () => {
    const dataDir = await copyOf(earlier);
    const outside = await newFolder();
    execFileSync("ln", ["-s", outside, join(dataDir, "postgres", "planted")]);
    chmodSync(outside, 0o711);
    await start(dataDir);
    expect(statSync(outside).uid).toBe(0);
    expect(statSync(outside).mode & 0o777).toBe(0o711);
  });
});
