import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { DestinationKind } from "#app/data/schema/integrations.ts";
import { type Destination, findDestination } from "#app/integrations/destinations/find-destination.server.ts";
import type { IntegrationKeys } from "#app/integrations/destinations/integration-keys.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  claimSeconds,
  prolongClaims,
  type ReleasedDelivery,
  releaseLeftClaims,
} from "./claim-deliveries.server.ts";
import type { SendResult } from "./send-result.ts";
import { type Attempt, storeResult } from "./store-result.server.ts";

/** Sends one delivery. It may throw; the delivery is then retried. @param signal aborted when the program stops */
export type Sender = (
  delivery: ClaimedDelivery,
  destination: Destination,
  signal: AbortSignal,
) => Promise<SendResult>;

export type DeliveryWorkerDeps = {
  db: Kysely<Database>;
  log: Log;
  keys: Pick<IntegrationKeys, "open">;
  senders: Readonly<Record<DestinationKind, Sender>>;
  /** Tests use a shorter one. */
  shutdownTimeoutMs?: number;
};

/** Sends queued events. Each process runs one worker; a row lease ensures that only one worker sends a delivery at a time. */
export type DeliveryWorker = {
  /** Looks for deliveries now instead of within a second. */
  wake(): void;
  /** Claims no more deliveries, and cancels those in flight after a few seconds. */
  stop(): Promise<void>;
};

const pollIntervalMs = 1_000;
const heartbeatIntervalMs = 5_000;
/** How long deliveries in flight may take when the program stops. */
const usualShutdownTimeoutMs = 5_000;
/** How long the results of canceled deliveries may take to store. */
const finalTimeoutMs = 1_000;
/** Interval between attempts to store a result. */
const storeRetryMs = 500;

/** Starts delivering immediately. */
export function startDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const { db, log, shutdownTimeoutMs = usualShutdownTimeoutMs } = deps;
  const inFlight = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let releaseFrom = 0;
  const onError = (error: unknown, consecutiveFailures: number): void => {
    if (consecutiveFailures === 1) log.warn("integrations.claim_failed", { error });
    // Other workers could not send heartbeats either, so their leases get another period.
    releaseFrom = performance.now() + claimSeconds * 1_000;
  };

  const polling = repeat({
    pauseMs: pollIntervalMs,
    onError,
    async run() {
      for (const delivery of await claimDeliveries(db)) {
        const sending = deliver(deps, delivery, stopping.signal).finally(() => {
          inFlight.delete(delivery.claim);
          // Another delivery to the same destination may be waiting for this one.
          polling.runNow();
        });
        inFlight.set(delivery.claim, sending);
      }
    },
  });

  const heartbeat = repeat({
    pauseMs: heartbeatIntervalMs,
    onError,
    async run() {
      if (inFlight.size > 0) await prolongClaims(db, [...inFlight.keys()]);
      if (performance.now() < releaseFrom) return;
      logReleased(log, await releaseLeftClaims(db));
    },
  });

  return {
    wake: () => polling.runNow(),
    async stop() {
      await polling.stop();
      const settled = Promise.all(inFlight.values());
      await Promise.race([settled, sleep(shutdownTimeoutMs, undefined, { ref: false })]);
      stopping.abort();
      await Promise.race([settled, sleep(finalTimeoutMs, undefined, { ref: false })]);
      await heartbeat.stop();
    },
  };
}

function logReleased(log: Log, released: readonly ReleasedDelivery[]): void {
  if (released.length > 0) log.warn("integrations.claims_expired", { deliveries: released.length });
  for (const { id, destinationId, event, attempts, state } of released) {
    if (state === "waiting") continue;
    log.error("integrations.delivery_failed", { deliveryId: id, destinationId, eventType: event, attempts });
  }
}

async function deliver(
  deps: DeliveryWorkerDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const result = await attempt(deps, delivery, signal).catch((error: unknown): Attempt => {
    deps.log.error("integrations.delivery_crashed", {
      deliveryId: delivery.id,
      eventType: delivery.event,
      error,
    });
    return { kind: "deferred", problem: "The program could not send it. See the log." };
  });
  await storeResultWithRetries(deps, delivery, result, signal);
}

/** The destination may have been deleted or paused after the delivery was claimed. */
async function attempt(
  deps: DeliveryWorkerDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const destination = await findDestination(deps, delivery.destinationId);
  if (destination === undefined || destination.state !== "active") return { kind: "interrupted" };
  if (destination.secrets.length === 0) {
    deps.log.error("integrations.secret_unreadable", { destinationId: destination.id });
    return { kind: "deferred", problem: "The stored secret cannot be decrypted. Enter or rotate it." };
  }
  const { kind, revision } = destination;
  return { ...(await deps.senders[kind](delivery, destination, signal)), revision };
}

/**
 * Retries while the database is unavailable, so that an outage does not send the event twice. A result that the database rejects would be
 * rejected again: the claim expires, and the event is sent again until its last attempt.
 */
async function storeResultWithRetries(
  { db, log }: DeliveryWorkerDeps,
  delivery: ClaimedDelivery,
  result: Attempt,
  signal: AbortSignal,
): Promise<void> {
  for (let times = 0; ; times += 1) {
    try {
      return await storeResult({ db, log }, delivery, result);
    } catch (error) {
      if (!isUnavailable(error)) {
        const { id: deliveryId, event: eventType } = delivery;
        log.error("integrations.result_rejected", { deliveryId, eventType, error });
        return;
      }
      if (times === 0) log.warn("integrations.result_not_stored", { deliveryId: delivery.id, error });
      if (signal.aborted) return;
      await sleep(storeRetryMs, undefined, { ref: false });
    }
  }
}
