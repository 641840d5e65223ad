import type { Pool } from "pg";
import { describe, expect, it, vi } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { sealAuditLog } from "#app/audit/chain/seal-audit-log.server.ts";
import { verifyAuditLog } from "#app/audit/chain/verify-audit-log.server.ts";
import { withClient } from "#app/backup/database/transactions.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { listMigrations } from "#app/data/migrations/plan-migrations.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import {
  dropRules,
  fillEveryTable,
  readEveryRow,
  readRules,
  testBackups,
} from "#tests/kit/backup-fixtures.ts";
import { reopenSource } from "./close-source.server.ts";
import { finishMove, moveDatabase, type MoveDeps, type MoveStep } from "./move-database.server.ts";

const { openEmpty, openMigrated, backUp } = testBackups();

const start = (pool: Pool) => migrate({ pool, log: silentLog });

function move(source: Pool, target: Pool, options: Partial<MoveDeps> = {}) {
  const ignore = () => undefined;
  const deps = { source, target, place: "the database target", log: silentLog };
  return moveDatabase({ ...deps, onStep: ignore, onTable: ignore, onCompared: ignore, ...options });
}

async function openFilled(): Promise<Pool> {
  const pool = await openMigrated();
  const db = openQueries(pool);
  for (let count = 0; count < 3; count += 1) {
    await recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
    await sealAuditLog(db);
  }
  return pool;
}

const killed = new Error("The process was killed.");

/** Ends a move after a table was copied. */
function stopIn(table: string): Pick<MoveDeps, "onTable"> {
  return {
    onTable(name) {
      if (name === table) throw killed;
    },
  };
}

function stopAt(last: MoveStep): Pick<MoveDeps, "onStep"> {
  return {
    onStep(step) {
      if (step === last) throw killed;
    },
  };
}

describe("a move", () => {
  it("copies every value of every table", async () => {
    const source = await openMigrated();
    await fillEveryTable(source);
    const before = await readEveryRow(source);
    const target = await openEmpty();
    await expect(move(source, target, stopAt("schema"))).rejects.toThrow(killed);
    // The invented values violate them.
    await dropRules(target);
    const onCompared = vi.fn<MoveDeps["onCompared"]>();
    expect(await move(source, target, { onCompared })).toBe("complete");
    const tables = onCompared.mock.calls[0]?.[0] ?? [];
    expect(tables.every(({ isEqual, sourceRows }) => isEqual && sourceRows >= 2)).toBe(true);
    await finishMove(target);
    expect(await readEveryRow(target)).toEqual(before);
  });

  it("restores triggers, constraints and sequences, and an audit log that verifies", async () => {
    const source = await openFilled();
    const rules = await readRules(source);
    const target = await openEmpty();
    await move(source, target);
    await finishMove(target);
    expect(await readRules(target)).toEqual(rules);
    const moved = openQueries(target);
    const { problems, events } = await verifyAuditLog(moved, { formatTime: String });
    expect({ problems, events }).toEqual({ problems: [], events: 3 });
    expect(await recordAudit(moved, { action: "signed-in", actor: { kind: "shell" } })).toBe(4);
    expect(await start(target)).toEqual([]);
  });

  it("closes the source: no server starts on it, and connected servers cannot write to it", async () => {
    const source = await openFilled();
    const target = await openEmpty();
    await move(source, target);
    await expect(start(source)).rejects.toThrow("was moved to the database target");
    const error: unknown = await recordAudit(openQueries(source), {
      action: "signed-in",
      actor: { kind: "shell" },
    }).catch((problem: unknown) => problem);
    expect(String(error)).toContain("was moved to the database target");
    // Visitors are asked to try again.
    expect(isUnavailable(error)).toBe(true);
    await expect(backUp(source)).rejects.toThrow("was moved to the database target");
  });

  it("contains every write that was acknowledged while it closed the source", async () => {
    const source = await openFilled();
    const target = await openEmpty();
    const db = openQueries(source);
    const acknowledged: number[] = [];
    const writer = (async () => {
      for (;;) acknowledged.push(await recordAudit(db, { action: "signed-in", actor: { kind: "shell" } }));
    })().catch(String);
    await move(source, target);
    expect(await writer).toContain("was moved to");
    const { rows } = await target.query<{ id: number }>("select id from audit_events");
    const ids = new Set(rows.map(({ id }) => id));
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("that was interrupted continues with the tables that are missing", async () => {
    const source = await openFilled();
    const target = await openEmpty();
    await expect(move(source, target, stopIn("audit_links"))).rejects.toThrow(killed);
    await expect(start(target)).rejects.toThrow("A move into this database did not finish");
    await expect(start(source)).rejects.toThrow("was moved to the database target");
    const copied: string[] = [];
    expect(await move(source, target, { onTable: (name) => copied.push(name) })).toBe("complete");
    expect(copied).toEqual(expect.arrayContaining(["audit_seals", "visitors"]));
    expect(copied).not.toContain("audit_links");
    await finishMove(target);
    expect(await start(target)).toEqual([]);
  });

  it.each<MoveStep>(["schema", "closed", "rows", "rules", "update"])(
    "that was interrupted after the step “%s” can continue",
    async (last) => {
      const source = await openFilled();
      const target = await openEmpty();
      await expect(move(source, target, stopAt(last))).rejects.toThrow(killed);
      expect(await move(source, target)).toBe("complete");
      await finishMove(target);
      expect((await readEveryRow(target))["audit_events"]).toHaveLength(3);
    },
  );

  it("finds a difference, and copies the table again in the next run", async () => {
    const source = await openFilled();
    const target = await openEmpty();
    await expect(move(source, target, stopIn("visitors"))).rejects.toThrow(killed);
    await target.query("update audit_events set action = 'signed-out' where id = 2");
    const onCompared = vi.fn<MoveDeps["onCompared"]>();
    expect(await move(source, target, { onCompared })).toBe("different");
    const tables = onCompared.mock.calls[0]?.[0] ?? [];
    expect(tables.filter(({ isEqual }) => !isEqual)).toEqual([
      { name: "audit_events", sourceRows: 3, targetRows: 3, isEqual: false },
    ]);
    await expect(start(target)).rejects.toThrow("A move into this database did not finish");
    const copied: string[] = [];
    expect(await move(source, target, { onTable: (name) => copied.push(name) })).toBe("complete");
    expect(copied).toEqual(["audit_events"]);
  });

  it("refuses a target with tables, another target, and an empty source, and changes nothing", async () => {
    const source = await openFilled();
    const occupied = await openMigrated();
    await expect(move(source, occupied)).rejects.toThrow("The target is not empty. Nothing was changed.");
    expect(await start(source)).toEqual([]);
    expect(await start(occupied)).toEqual([]);
    await expect(move(await openEmpty(), await openEmpty())).rejects.toThrow("The source is empty");
    const target = await openEmpty();
    await move(source, target);
    await expect(move(source, await openEmpty(), { place: "elsewhere" })).rejects.toThrow(
      "The data was moved to the database target before",
    );
    await finishMove(target);
    await expect(move(source, target)).rejects.toThrow("The data was already moved to this target");
  });

  it("that was undone can start again, but not into what it had copied", async () => {
    const source = await openFilled();
    const target = await openEmpty();
    await expect(move(source, target, stopIn("audit_links"))).rejects.toThrow(killed);
    expect(await withClient(source, reopenSource)).toMatchObject({ place: "the database target" });
    expect(await withClient(source, reopenSource)).toBeUndefined();
    expect(await start(source)).toEqual([]);
    await recordAudit(openQueries(source), { action: "signed-in", actor: { kind: "shell" } });
    await expect(move(source, target)).rejects.toThrow("or a move that was undone");
    expect(await move(source, await openEmpty())).toBe("complete");
  });

  it("from an earlier release updates the schema, and one from a later release is refused", async () => {
    const migrations = listMigrations().slice(0, -1);
    const earlier = await openEmpty();
    const texts = Object.fromEntries(migrations.map(({ name, sql }) => [name, sql]));
    await migrate({ pool: earlier, log: silentLog, migrations: texts });
    const target = await openEmpty();
    expect(await move(earlier, target)).toBe("complete");
    await finishMove(target);
    expect(await start(target)).toEqual([]);
    const later = await openMigrated();
    await later.query("insert into schema_migrations (name, checksum) values ('9999_later.sql', '')");
    await expect(move(later, await openEmpty())).rejects.toThrow("9999_later.sql of a later release");
  });

  it("refuses the table of another program", async () => {
    const source = await openMigrated();
    await source.query("create table pets (name text)");
    await expect(move(source, await openEmpty())).rejects.toThrow("contains the table pets");
  });
});
