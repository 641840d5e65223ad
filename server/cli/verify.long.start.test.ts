import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dumpDatabase, withSnapshot } from "#app/backup/database/dump-database.server.ts";
import { writeBackup } from "#app/backup/file/backup-file.server.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { lowCost } from "#tests/kit/backup-fixtures.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";
import { run } from "./verify.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-verify-"));
const passphrase = "a passphrase for tests";
let served: Awaited<ReturnType<typeof servePostgres>>;
let pool: Pool;
beforeAll(async () => {
  writeFileSync(join(folder, "passphrase"), passphrase, { mode: 0o600 });
  served = await servePostgres(join(folder, "served"));
  pool = openPool({ connectionString: served.url }, silentLog);
  await migrate({ pool, log: silentLog });
});
afterAll(async () => {
  await pool.end();
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Backs up the database and rehearses the restore. @param databaseUrl the server of the drill */
async function drill(databaseUrl: string): Promise<{ code: number; output: string }> {
  const file = join(folder, "a.backup");
  rmSync(file, { force: true });
  await withSnapshot(pool, (snapshot) =>
    writeBackup(file, dumpDatabase(snapshot, { release: "Version 0.1.0", secrets: ["secret"] }), {
      passphrase,
      cost: lowCost,
    }),
  );
  const output = new PassThrough();
  const env = { DATABASE_URL: databaseUrl, BACKUP_PASSPHRASE_FILE: join(folder, "passphrase") };
  const shell = { stdin: new PassThrough(), stdout: output, stderr: output, env };
  const code = await run([file, "--drill"], shell).finally(() => output.end());
  return { code, output: await text(output) };
}

async function listScratch(): Promise<{ datname: string }[]> {
  const { rows } = await pool.query<{ datname: string }>(
    "select datname from pg_database where datname like 'practice_drill_%'",
  );
  return rows;
}

it("a drill finds the server of a cluster that accepts writes, and leaves nothing behind", async () => {
  // Nothing listens on the first port.
  const { code, output } = await drill(served.url.replace("@", "@127.0.0.1:1,"));
  expect(output).toContain("The backup can be restored, in ");
  expect(code).toBe(0);
  expect(await listScratch()).toEqual([]);
});

it("a drill fails if the restored audit log accepts no event, as the restore would", async () => {
  // The number of the next event is more than the program can represent.
  await pool.query(
    "insert into audit_events (id, action, actor_kind) overriding system value values ($1, 'signed-in', 'shell')",
    [Number.MAX_SAFE_INTEGER],
  );
  await expect(drill(served.url)).rejects.toThrow("cannot represent exactly");
  expect(await listScratch()).toEqual([]);
});
