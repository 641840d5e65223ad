import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";

/** A main file, a further segment, or a free-space or visibility map. Temporary tables have other names. */
const relationFile = /^(\d+)(?:_fsm|_vm|_init)?(?:\.\d+)?$/;

const maxTries = 40;
const pauseMs = 250;

/**
 * Deletes the files of the embedded database that belong to no table or index. A crash during a rewrite leaves them, with the data of the
 * table, and PostgreSQL never removes them. Call it after a checkpoint: no memory page remains to be written to such a file.
 * @returns the names of the deleted files
 * @throws if it cannot decide because other transactions keep changing the database
 */
export async function removeOrphanedFiles(pool: Pool, dataDir: string): Promise<string[]> {
  const folder = join(dataDir, "postgres", "base", await readDatabaseId(pool));
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await listDataFiles(folder);
    if (await areOthersWriting(pool)) {
      await sleep(pauseMs);
      continue;
    }
    const known = await listKnownNumbers(pool);
    const orphaned = found.filter(({ number }) => !known.has(number)).map(({ name }) => name);
    await Promise.all(orphaned.map((name) => rm(join(folder, name), { force: true })));
    return orphaned;
  }
  throw new Error(`Other transactions were always writing, so orphaned files in ${folder} were not removed.`);
}

async function readDatabaseId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "select oid::text as id from pg_database where datname = current_database()",
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The database has no id.");
  return row.id;
}

/**
 * Empty files contain no data and are kept. PostgreSQL empties the files of a deleted table and removes them at the next checkpoint, and it
 * creates the file of a new table before its transaction has an id.
 */
async function listDataFiles(folder: string): Promise<{ name: string; number: string }[]> {
  const files: { name: string; number: string }[] = [];
  for (const name of await readdir(folder)) {
    const number = relationFile.exec(name)?.[1];
    if (number === undefined) continue;
    const size = await stat(join(folder, name)).then(
      (found) => found.size,
      () => 0,
    );
    if (size > 0) files.push({ name, number });
  }
  return files;
}

/**
 * A file that was listed before this check belongs to a committed table, to none, or to a transaction that has an id and is still open.
 * The catalog is therefore read after it.
 */
async function areOthersWriting(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ areWriting: boolean }>(`
    select exists (select from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid())
      or exists (select from pg_prepared_xacts) as "areWriting"`);
  return rows[0]?.areWriting !== false;
}

async function listKnownNumbers(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ number: string }>(
    "select pg_relation_filenode(oid)::text as number from pg_class where pg_relation_filenode(oid) is not null",
  );
  if (rows.length === 0) throw new Error("The catalog lists no files.");
  return new Set(rows.map(({ number }) => number));
}
