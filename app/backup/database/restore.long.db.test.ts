import { describe, expect, it } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { sealAuditLog } from "#app/audit/chain/seal-audit-log.server.ts";
import { verifyAuditLog } from "#app/audit/chain/verify-audit-log.server.ts";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { listMigrations } from "#app/data/migrations/plan-migrations.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import {
  readEveryRow,
  readRules,
  readUntilFailure,
  restore,
  testBackups,
} from "#tests/kit/backup-fixtures.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import { withSnapshot } from "./dump-database.server.ts";
import { finishRestore } from "./restore-database.server.ts";

const { db, pool } = testDatabase();
const { openEmpty, openMigrated, backUp } = testBackups();

describe("a restore", () => {
  it("restores triggers, constraints and sequences, and an audit log that verifies", async () => {
    for (let count = 0; count < 3; count += 1) {
      await recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
      await sealAuditLog(db);
    }
    const file = await backUp(pool);
    const target = await openEmpty();
    await restore(file, target);
    await finishRestore(target);
    expect(await readRules(target)).toEqual(await readRules(pool));
    const restored = openQueries(target);
    const { problems, events } = await verifyAuditLog(restored, { formatTime: String });
    expect({ problems, events }).toEqual({ problems: [], events: 3 });
    await expect(target.query("delete from audit_events")).rejects.toThrow("append-only");
    expect(await recordAudit(restored, { action: "signed-in", actor: { kind: "shell" } })).toBe(4);
  });

  it("refuses a database that contains tables, and changes nothing", async () => {
    const file = await backUp(pool);
    const occupied = await openMigrated();
    const before = await readEveryRow(occupied);
    await expect(restore(file, occupied)).rejects.toThrow("is not empty. Nothing was changed.");
    expect(await readEveryRow(occupied)).toEqual(before);
    const foreign = await openEmpty();
    await foreign.query("create table pets (name text)");
    await expect(restore(file, foreign)).rejects.toThrow("is not empty");
  });

  it("that was interrupted leaves a database on which no server starts, and can run again", async () => {
    await recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
    const file = await backUp(pool);
    const target = await openEmpty();
    await expect(restore(file, target, readUntilFailure)).rejects.toThrow("The disk is full.");
    const start = () => migrate({ pool: target, log: silentLog });
    await expect(start()).rejects.toThrow("A restore into this database did not finish");
    await restore(file, target);
    // The records were not verified yet.
    await expect(start()).rejects.toThrow("A restore into this database did not finish");
    await finishRestore(target);
    expect(await start()).toEqual([]);
    expect((await readEveryRow(target))["audit_events"]).toHaveLength(1);
  });

  it("of an earlier release updates the schema", async () => {
    const migrations = listMigrations().slice(0, -1);
    const earlier = await openEmpty();
    const texts = Object.fromEntries(migrations.map(({ name, sql }) => [name, sql]));
    await migrate({ pool: earlier, log: silentLog, migrations: texts });
    const file = await backUp(earlier);
    expect(file.manifest.migrations).toHaveLength(migrations.length);
    const target = await openEmpty();
    await restore(file, target);
    await finishRestore(target);
    expect(await migrate({ pool: target, log: silentLog })).toEqual([]);
  });

  it("refuses a backup with the table of another program", async () => {
    const source = await openMigrated();
    await source.query("create table pets (name text)");
    const file = await backUp(source);
    await expect(restore(file, await openEmpty())).rejects.toThrow("contains the table pets");
  });
});

describe("a backup", () => {
  it("is not made while another one is running, and a migration waits for it", async () => {
    const events: string[] = [];
    let migration: Promise<unknown> | undefined;
    await withSnapshot(pool, async () => {
      expect(await withSnapshot(pool, () => Promise.resolve("second"))).toBeUndefined();
      const migrations = Object.fromEntries(listMigrations().map(({ name, sql }) => [name, sql]));
      migrations["9999_later.sql"] = "create table later (); drop table later;";
      migration = migrate({ pool, log: silentLog, migrations }).then(() => events.push("migrated"));
      await until("the migration to wait", async () => {
        const { rowCount } = await pool.query(
          "select from pg_locks where relation = 'schema_migrations'::regclass and not granted",
        );
        return rowCount === 1;
      });
      expect(events).toEqual([]);
    });
    await migration;
    await pool.query("delete from schema_migrations where name = '9999_later.sql'");
    expect(events).toEqual(["migrated"]);
  });
});
