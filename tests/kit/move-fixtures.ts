import type { Pool } from "pg";
import { recordAudit } from "#app/audit/audit.server.ts";
import { sealAuditLog } from "#app/audit/chain/seal-audit-log.server.ts";
import { moveDatabase, type MoveDeps, type MoveResult } from "#app/backup/move/move-database.server.ts";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import { silentLog } from "#app/platform/log.server.ts";

/** Moves the data to a target with the name “the database target”. */
export function move(source: Pool, target: Pool, options: Partial<MoveDeps> = {}): Promise<MoveResult> {
  const ignore = () => undefined;
  const deps = { source, target, place: "the database target", log: silentLog };
  return moveDatabase({ ...deps, onStep: ignore, onTable: ignore, onCompared: ignore, ...options });
}

export function recordSignIn(pool: Pool): Promise<number> {
  return recordAudit(openQueries(pool), { action: "signed-in", actor: { kind: "shell" } });
}

/** Adds three events to the audit log, and seals them. */
export async function addSealedEvents(pool: Pool): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    await recordSignIn(pool);
    await sealAuditLog(openQueries(pool));
  }
}
