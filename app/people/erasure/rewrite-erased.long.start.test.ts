import { chownSync, copyFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { scratchFolder } from "#embedded-postgres/testing";
import { aPerson, deliverEmails, enter, personTime } from "#tests/kit/person-data.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { removeOrphanedFiles } from "#app/data/maintenance/remove-orphaned-files.server.ts";
import { erasePerson } from "./erase-person.server.ts";
import { rewriteErased } from "./rewrite-erased.server.ts";

const newFolder = scratchFolder();

/** The files in a folder tree that contain any of the given texts. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const content = readFileSync(file).toString("latin1").toLowerCase();
      return texts.some((text) => content.includes(text));
    });
}

const zebulon = aPerson("zebulon");
const texts = [zebulon.email, zebulon.name, zebulon.phone, zebulon.mark].map((text) => text.toLowerCase());

let dataDir: string;
let database: DatabaseConnection;

beforeAll(async () => {
  dataDir = join(await newFolder(), "data");
  database = await connectDatabase({ databaseUrl: undefined, dataDir, log: silentLog });
});
afterAll(() => database.close());

const filesOf = (part: "base" | "pg_wal"): string[] => filesWith(join(dataDir, "postgres", part), texts);

/** Signs people up, waits for their emails to be composed, and erases one of them. */
async function enterAndErase({ db, pool }: DatabaseConnection): Promise<void> {
  await migrate({ pool, log: silentLog });
  const others = Array.from({ length: 12 }, (_, number) => aPerson(`other${number}`));
  for (const person of [...others.slice(6), zebulon, ...others.slice(0, 6)]) await enter(db, person);
  await deliverEmails(db, silentLog);
  // Planner statistics contain sample column values.
  await sql`analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  const deps = { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...auditDeps };
  await erasePerson(deps, zebulon.email, { keepsEmails: false });
  await sql`checkpoint`.execute(db);
}

test("after the rewrite, no database file contains data of an erased person", async () => {
  await enterAndErase(database);
  expect(filesOf("base")).not.toEqual([]);
  expect(filesOf("pg_wal")).not.toEqual([]);
  expect(await rewriteErased(database)).toEqual({ kind: "done", isLogCleared: true });
  expect(filesWith(dataDir, texts)).toEqual([]);
  expect(filesWith(dataDir, ["other7@example.org"])).not.toEqual([]);
});

/** Copies a table's file to a number that no table has, as a crash during a rewrite leaves it. */
async function leaveOrphan({ db }: DatabaseConnection, number: string): Promise<string> {
  const { rows } = await sql<{ path: string }>`
    select pg_relation_filepath('pre_loi_assessments') as path`.execute(db);
  const original = join(dataDir, "postgres", rows[0]?.path ?? "");
  const orphan = join(original, "..", number);
  copyFileSync(original, orphan);
  const { uid, gid } = statSync(original);
  chownSync(orphan, uid, gid);
  return orphan;
}

test("a rewrite removes the files that a crashed rewrite left, and no others", async () => {
  const { db } = database;
  await enter(db, zebulon);
  await sql`checkpoint`.execute(db);
  const orphans = await Promise.all(
    ["4000000001", "4000000001_fsm", "4000000001.1"].map((number) => leaveOrphan(database, number)),
  );
  await erasePerson(
    { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...auditDeps },
    zebulon.email,
    { keepsEmails: false },
  );
  expect(await rewriteErased(database)).toEqual({ kind: "done", isLogCleared: true });
  expect(orphans.filter((file) => existsSync(file))).toEqual([]);
  expect(filesWith(dataDir, texts)).toEqual([]);
  // Every table and index can still be read.
  await sql`checkpoint`.execute(db);
  await sql`analyze`.execute(db);
  expect(filesWith(dataDir, ["other7@example.org"])).not.toEqual([]);
});

test("files of a table that another transaction is creating are kept", async () => {
  const creator = await database.pool.connect();
  await creator.query("begin; create table created as select generate_series(1, 1000) as id");
  const removing = removeOrphanedFiles(database.pool, dataDir);
  await creator.query("commit");
  expect(await removing).toEqual([]);
  expect((await creator.query("select count(*) from created")).rows).toEqual([{ count: 1_000 }]);
  await creator.query("drop table created");
  creator.release();
});
