import { expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { ownMigrations } from "#app/data/migrations/plan-migrations.server.ts";
import { openPool, openQueries } from "#app/data/connection/open-pool.server.ts";
import { emptyDatabase } from "#tests/kit/database.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { run } from "./check-database.ts";

test("reports what the next start does, later expanding migrations, and a migration that excludes this release", async () => {
  const pool = openPool({ connectionString: await emptyDatabase() }, silentLog);
  const check = () => runCommand(run, [], { db: openQueries(pool), pool });
  const migrateWith = (migrations: Record<string, string>) =>
    migrate({ pool, log: silentLog, migrations: { ...ownMigrations(), ...migrations } });
  try {
    const first = await check();
    expect(first.code).toBe(0);
    expect(first.out).toMatch(
      /^This release can run on the database\.\nIts start runs \d+ migrations\. After that, releases without the migration \d{4} can/,
    );
    const later = { "9998_later.sql": "create table later ()" };
    await migrateWith(later);
    expect(await check()).toEqual({
      code: 0,
      out: "This release can run on the database.\nLater releases have made 1 migration that it can run with.\n",
      problems: "",
    });
    await migrateWith({
      ...later,
      "9999_gone.sql": "-- migration: contracts, requires 9998\ndrop table later",
    });
    const last = await check();
    expect(last.code).toBe(1);
    expect(last.problems).toContain("requires a release with the migration 9998");
  } finally {
    await pool.end();
  }
});
