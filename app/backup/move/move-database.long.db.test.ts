import type { Pool } from "pg";
import { describe, expect, it, vi } from "vitest";
import { withClient } from "#app/backup/database/transactions.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { listMigrations } from "#app/data/migrations/plan-migrations.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { dropRules, fillEveryTable, readEveryRow, testBackups } from "#tests/kit/backup-fixtures.ts";
import { addSealedEvents, move, recordSignIn } from "#tests/kit/move-fixtures.ts";
import { emptyDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import { startTransactionPooler } from "#tests/kit/transaction-pooler.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { refuseOtherConnections, refusePooler } from "./check-connections.server.ts";
import { reopenSource } from "./close-source.server.ts";
import { finishMove, type MoveDeps, type MoveStep } from "./move-database.server.ts";

const { openEmpty, openMigrated } = testBackups();

const start = (pool: Pool) => migrate({ pool, log: silentLog });

async function openFilled(): Promise<Pool> {
  const pool = await openMigrated();
  await addSealedEvents(pool);
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

  it("contains every write that was acknowledged while it closed the source", async () => {
    const source = await openFilled();
    const target = await openEmpty();
    const acknowledged: number[] = [];
    const writer = (async () => {
      for (;;) acknowledged.push(await recordSignIn(source));
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
    await recordSignIn(source);
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

  it("refuses a pooler, and a source to which servers are connected", async () => {
    const url = new URL(await emptyDatabase());
    const pooler = await startTransactionPooler({ port: Number(url.port) });
    const direct = openPool({ connectionString: url.href }, silentLog, { maxConnections: 1 });
    const other = openPool({ connectionString: url.href }, silentLog);
    url.port = String(pooler.port);
    const pooled = openPool({ connectionString: url.href }, silentLog);
    try {
      await expect(refusePooler(pooled)).rejects.toThrow("leads to a connection pooler");
      await refusePooler(direct);
      await pooled.end();
      pooler.stop();
      await until("the other connection to end", () =>
        refuseOtherConnections(direct).then(
          () => true,
          () => false,
        ),
      );
      await other.query("select 1");
      await expect(refuseOtherConnections(direct)).rejects.toThrow("are connected to the source (process ");
    } finally {
      await Promise.all([direct.end(), other.end()]);
    }
  });

  it("refuses the table of another program", async () => {
    const source = await openMigrated();
    await source.query("create table pets (name text)");
    await expect(move(source, await openEmpty())).rejects.toThrow("contains the table pets");
  });
});
