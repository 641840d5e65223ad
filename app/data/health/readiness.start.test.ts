import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { canMount, isRoot, scratchFolder } from "#embedded-postgres/testing";
import { startEmbeddedPostgres } from "#embedded-postgres";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { createReadinessCheck } from "./readiness.server.ts";

// Failures that a trigger cannot simulate: an unreachable standby and a full disk. readiness.db.test.ts covers the others.

const newFolder = scratchFolder();
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  while (stops.length > 0) await stops.pop()?.();
});

async function startMigrated(dataDir: string) {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    forTests: { administrator: true },
  });
  stops.push(() => postgres.stop());
  const pool = openPool({ ...postgres.connection, ssl: false }, silentLog);
  stops.push(() => pool.end());
  await migrate({ pool, log: silentLog });
  return pool;
}

test("detects the loss of a synchronous standby and its return @long", async () => {
  const pool = await startMigrated(join(await newFolder(), "data"));
  const isReady = createReadinessCheck({ pool, probePool: pool, log: silentLog });
  expect(await isReady()).toBe(true);
  await pool.query("alter system set synchronous_standby_names = 'gone'");
  await pool.query("select pg_reload_conf()");
  await expect.poll(isReady, { timeout: 30_000 }).toBe(false);
  await pool.query("alter system reset synchronous_standby_names");
  await pool.query("select pg_reload_conf()");
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
});

describe.runIf(isRoot && canMount())("a full disk", () => {
  test("is detected only by the write, as is recovered space", async () => {
    const folder = await newFolder();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=200m,mode=711", "tmpfs", folder]);
    stops.push(() => Promise.resolve(execFileSync("umount", [folder])));
    const pool = await startMigrated(join(folder, "data"));
    const isReady = createReadinessCheck({
      pool,
      probePool: pool,
      log: silentLog,
      dataDir: folder,
      minFreeBytes: 0,
    });
    expect(await isReady()).toBe(true);
    const fill = ["-c", 'cat /dev/zero > "$1" || true', "sh", join(folder, "filler")];
    execFileSync("sh", fill, { stdio: "ignore" });
    await expect.poll(isReady, { timeout: 30_000 }).toBe(false);
    await rm(join(folder, "filler"));
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  });
});
