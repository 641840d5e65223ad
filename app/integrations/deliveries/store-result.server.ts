import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Log, LogFields } from "#app/platform/log.server.ts";
import type { ClaimedDelivery } from "./claim-deliveries.server.ts";
import { maxAttempts, retryDelaySeconds } from "./retry-delay.ts";
import type { SendResult } from "./send-result.ts";

/** The result of an attempt, with the revision of the settings that it used; undefined if it used none. */
export type Attempt = SendResult & { revision?: number };

/** Stores the result of an attempt, unless another process has taken over the delivery, or the person was erased. */
export async function storeResult(
  { db, log }: { db: Kysely<Database>; log: Log },
  delivery: ClaimedDelivery,
  result: Attempt,
): Promise<void> {
  const { id, claim, destinationId, event, attempts } = delivery;
  const next = toNextState(result, attempts);
  // First, because the delivery can be claimed again as soon as it waits.
  await storeDestinationState(db, destinationId, result);
  const { numUpdatedRows } = await db
    .updateTable("integrationDeliveries")
    .set({
      state: next.state,
      claim: null,
      claimedUntil: null,
      responseCode: "code" in result ? (result.code ?? null) : null,
      problem: "problem" in result ? result.problem : null,
      settledAt: next.state === "waiting" ? null : sql`now()`,
      ...(next.isCounted ? {} : { attempts: attempts - 1 }),
      ...(next.state === "waiting"
        ? { nextTryAt: sql`now() + make_interval(secs => ${next.delaySeconds})` }
        : {}),
    })
    .where("id", "=", id)
    .where("claim", "=", claim)
    .executeTakeFirstOrThrow();
  const facts = { deliveryId: id, destinationId, eventType: event, attempts };
  if (numUpdatedRows === 0n) log.info("integrations.claim_lost", facts);
  else logResult(log, result, next.state, facts);
}

function logResult(log: Log, result: SendResult, state: NextState["state"], facts: LogFields): void {
  if (state === "failed") log.error("integrations.delivery_failed", facts);
  else if (result.kind === "stopped") log.error("integrations.destination_stopped", facts);
  else if (state === "waiting") log.info("integrations.retry_scheduled", facts);
}

type NextState = {
  state: "waiting" | "delivered" | "failed" | "skipped";
  /** Whether the attempt counts toward the maximum. */
  isCounted: boolean;
  delaySeconds: number;
};

function toNextState(result: SendResult, attempts: number): NextState {
  const settled = { isCounted: true, delaySeconds: 0 };
  switch (result.kind) {
    case "delivered":
    case "skipped":
      return { ...settled, state: result.kind };
    case "rejected":
      return { ...settled, state: "failed" };
    case "deferred":
      return attempts >= maxAttempts
        ? { ...settled, state: "failed" }
        : { ...settled, state: "waiting", delaySeconds: retryDelaySeconds(attempts) };
    // The state of the destination delays these.
    case "throttled":
    case "stopped":
    case "interrupted":
      return { state: "waiting", isCounted: false, delaySeconds: 0 };
  }
}

/** A change of the settings since the attempt may have removed the cause. */
async function storeDestinationState(
  db: Kysely<Database>,
  destinationId: string,
  result: Attempt,
): Promise<void> {
  if (result.revision === undefined) return;
  if (result.kind === "throttled") {
    await db
      .updateTable("integrationDestinations")
      .set({ notBefore: sql`now() + make_interval(secs => ${result.retryAfterSeconds})` })
      .where("id", "=", destinationId)
      .where("revision", "=", result.revision)
      .execute();
  }
  if (result.kind === "stopped") {
    await db
      .updateTable("integrationDestinations")
      .set({ state: "stopped", stopReason: result.reason })
      .where("id", "=", destinationId)
      .where("revision", "=", result.revision)
      .where("state", "=", "active")
      .execute();
  }
}
