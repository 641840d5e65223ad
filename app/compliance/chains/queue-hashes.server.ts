import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { practice } from "#content/practice.ts";
import { isVerificationOverdue, loadChainStatus } from "./chain-status.server.ts";

const intervalMs = 10 * 60_000;
/** After a start, the hourly verification has two attempts in this time. */
const verificationTimeoutMs = 2 * 3_600_000;

type Deps = { db: Kysely<Database>; clock: Clock; outbox: Outbox };

/** Queues the email with the last hashes soon after the start of each day. */
export function startHashEmails(deps: Deps & { log: Log }): RepeatingTask {
  const startedAt = performance.now();
  return repeat({
    pauseMs: intervalMs,
    run: () => queueHashes(deps, performance.now() - startedAt),
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.warn("record.email_not_queued", { error });
    },
  });
}

/**
 * Queues the email once a day in the firm’s time zone, for any number of servers, unless both chains are empty. After a downtime of several
 * days, it waits until they are verified again, because the email would report that they could not be verified.
 * @param uptimeMs for how long this server has been running
 */
export async function queueHashes({ db, clock, outbox }: Deps, uptimeMs: number): Promise<void> {
  const now = clock.now();
  const status = await loadChainStatus(db);
  if (status.every(({ head }) => head === undefined)) return;
  if (uptimeMs < verificationTimeoutMs && (await isVerificationOverdue(db, now))) return;
  const once = `record-hashes ${dayIn(practice.timeZone, now)}`;
  await outbox.putAll(
    db,
    sql`select 'record-hashes', ${practice.email}::text, gen_random_uuid(), ${once}::text, null::timestamptz`,
  );
  outbox.wake();
}
