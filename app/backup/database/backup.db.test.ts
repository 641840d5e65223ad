import { readFileSync } from "node:fs";
import { expect, describe, it } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import {
  dropRules,
  fillEveryTable,
  readEveryRow,
  readUntilFailure,
  restore,
  testBackups,
} from "#tests/kit/backup-fixtures.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { readSequences } from "./catalog.server.ts";
import { setSequences } from "./fill-tables.server.ts";
import { checkRelease, finishRestore } from "./restore-database.server.ts";
import { withClient } from "./transactions.server.ts";

const { db, pool } = testDatabase();
const { openEmpty, openMigrated, backUp } = testBackups();

it("sequences continue after the rows, also without a value because the role could not read them", async () => {
  const record = () => recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
  await record();
  await record();
  await withClient(pool, (client) => setSequences(client, { audit_events_id_seq: null }));
  expect(await record()).toBe(3);
  await withClient(pool, (client) => setSequences(client, { audit_events_id_seq: 7 }));
  expect(await record()).toBe(8);
});

describe("a backup", () => {
  it("restores every row of every table, also values that are difficult to quote", async () => {
    const source = await openMigrated();
    await fillEveryTable(source);
    const file = await backUp(source);
    const target = await openEmpty();
    // A failed restore leaves the schema, from which the rules that the invented values violate are dropped.
    await expect(restore(file, target, readUntilFailure)).rejects.toThrow("The disk is full.");
    await dropRules(target);
    await restore(file, target);
    await finishRestore(target);
    const rows = await readEveryRow(source);
    expect(Object.keys(file.summary.tables)).toEqual(Object.keys(rows));
    for (const [table, { length }] of Object.entries(rows)) {
      expect(length, table).toBeGreaterThan(1);
      expect(file.summary.tables[table]?.rows, table).toBe(length);
    }
    expect(await readEveryRow(target)).toEqual(rows);
  });

  it("contains what was stored before it began, and nothing that was stored later", async () => {
    const store = () => recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
    await store();
    const file = await backUp(pool, store);
    expect(file.summary.tables["audit_events"]?.rows).toBe(1);
    expect(file.summary.sequences["audit_events_id_seq"]).toBe(2);
  });

  it("contains the sequences if the role was restricted as in the runbook", async () => {
    await recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
    const [, statements = ""] =
      /```\n(create role audit_owner nologin;.*?)```/s.exec(readFileSync("docs/runbook.md", "utf8")) ?? [];
    const restricted = statements
      .replaceAll(" audit_owner", " audit_owner_of_test")
      .replaceAll(" practice;", " practice_of_test;");
    await withClient(pool, async (client) => {
      await client.query(
        `begin; create role practice_of_test; ${restricted}; set local role practice_of_test`,
      );
      const { rows } = await client.query("select count(*) as count from audit_events");
      const sequences = await readSequences(client);
      await client.query("rollback");
      expect(rows).toEqual([{ count: 1 }]);
      expect(sequences["audit_events_id_seq"]).toBe(1);
    });
  });

  it("is refused for a database without tables", async () => {
    await expect(backUp(await openEmpty())).rejects.toThrow("The database is empty");
  });

  it("refuses a backup of a later release, or with a changed migration", async () => {
    const { manifest } = await backUp(pool);
    const later = { name: "9999_later.sql", checksum: "c" };
    const migrations = [...manifest.migrations, later];
    expect(() => checkRelease({ ...manifest, migrations })).toThrow("needs the migration 9999_later.sql");
    const changed = manifest.migrations.map((migration) => ({ ...migration, checksum: "c" }));
    expect(() => checkRelease({ ...manifest, migrations: changed })).toThrow("needs the migration 0001_");
  });
});
