import { type Kysely, sql } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { DeliveryState } from "#app/data/schema/integrations.ts";
import { isSettled, type SettledState } from "./settled-states.ts";

type ReplayDeps = { db: Kysely<Database>; actor: Actor; clientAddress?: string | undefined };

export type ReplayOutcome =
  | { ok: true }
  | { ok: false; reason: "unknown" | Exclude<DeliveryState, SettledState> };

/** Queues a delivery again, with current contact details. */
export async function replayDelivery({ db, ...by }: ReplayDeps, id: string): Promise<ReplayOutcome> {
  return db.transaction().execute(async (trx): Promise<ReplayOutcome> => {
    const delivery = await trx
      .selectFrom("integrationDeliveries")
      .select("state")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (delivery === undefined) return { ok: false, reason: "unknown" };
    if (!isSettled(delivery.state)) return { ok: false, reason: delivery.state };
    await requeue(trx).where("id", "=", id).execute();
    const details = { was: delivery.state };
    await recordAudit(trx, { action: "deliveries-replayed", ...by, subject: `delivery:${id}`, details });
    return { ok: true };
  });
}

/** Queues all failed deliveries again. @returns their number */
export async function replayFailedDeliveries({ db, ...by }: ReplayDeps): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await requeue(trx).where("state", "=", "failed").executeTakeFirstOrThrow();
    const deliveries = Number(numUpdatedRows);
    const details = { was: "failed", deliveries };
    if (deliveries > 0) await recordAudit(trx, { action: "deliveries-replayed", ...by, details });
    return deliveries;
  });
}

/** Uses the clock of the database, like the worker. The contact of a CRM is updated again; its note and task are not created again. */
function requeue(db: Kysely<Database>) {
  return db.updateTable("integrationDeliveries").set({
    state: "waiting",
    attempts: 0,
    nextTryAt: sql`now()`,
    settledAt: null,
    progress: sql`progress - 'contactId'`,
  });
}
