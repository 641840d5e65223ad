import { expect, it } from "vitest";
import { verifyAuditLog } from "#app/audit/chain/verify-audit-log.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { readRules, testBackups } from "#tests/kit/backup-fixtures.ts";
import { addSealedEvents, move, recordSignIn } from "#tests/kit/move-fixtures.ts";
import { finishMove, targetConnections } from "./move-database.server.ts";

const { openEmpty, openMigrated, backUp } = testBackups();

it("a move copies rows, triggers, constraints and sequences, and ends all writes to the source", async () => {
  const source = await openMigrated();
  await addSealedEvents(source);
  const rules = await readRules(source);
  const target = await openEmpty(targetConnections);
  expect(await move(source, target)).toBe("complete");
  await finishMove(target);
  expect(await readRules(target)).toEqual(rules);
  const { problems, events } = await verifyAuditLog(openQueries(target), { formatTime: String });
  expect({ problems, events }).toEqual({ problems: [], events: 3 });
  expect(await recordSignIn(target)).toBe(4);
  expect(await migrate({ pool: target, log: silentLog })).toEqual([]);

  const moved = "was moved to the database target";
  await expect(migrate({ pool: source, log: silentLog })).rejects.toThrow(moved);
  await expect(backUp(source)).rejects.toThrow(moved);
  const error = await recordSignIn(source).catch((problem: unknown) => problem);
  expect(String(error)).toContain(moved);
  // Visitors are asked to try again.
  expect(isUnavailable(error)).toBe(true);
});
