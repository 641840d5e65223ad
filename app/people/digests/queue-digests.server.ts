import { type Kysely, sql, type Transaction } from "kysely";
import { hasOpenClaims } from "#app/compliance/claims/claim-status.server.ts";
import { listComplianceTasks } from "#app/compliance/tasks/list-tasks.server.ts";
import { readPlausibleTime } from "#app/data/maintenance/check-clocks.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { countQueue } from "#app/people/queue/load-queue.server.ts";
import { firmDay, startOfDay } from "#app/people/queue/queue-days.ts";
import { addDays } from "#app/platform/calendar/day-in.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { countWaitingChanges } from "#app/publishing/changes/change-store.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { queueAnswerAlerts } from "./answers-due.server.ts";
import { canDecideClaimsNow, canFollowUpNow, columnsOf } from "./digest-choices.server.ts";
import { digestsDue, sendingTime } from "./digest-days.ts";
import type { ScheduledDigest } from "./digest.messages.ts";
import { loadWeek } from "./monday-digest.email.server.ts";

const intervalMs = 60_000;

type Deps = { db: Kysely<Database>; outbox: Outbox };

/**
 * Queues the emails that are due today. The row of each member stores the day, so any number of servers queue each email once. Days on
 * which no server ran are skipped.
 */
export async function queueDigests({ db, outbox }: Deps, now: Date): Promise<void> {
  for (const kind of digestsDue(now)) {
    await db.transaction().execute((trx) => queueDigest(trx, outbox, kind, now));
  }
  await queueAnswerAlerts({ db, outbox }, now);
  outbox.wake();
}

async function queueDigest(
  trx: Transaction<Database>,
  outbox: Outbox,
  kind: ScheduledDigest,
  now: Date,
): Promise<void> {
  const day = firmDay(now);
  const { since, day: queuedFor } = columnsOf(kind);
  // A member who chooses the email later in the day gets it from the next day.
  const { rows: members } = await sql<Member & { digestId: string; email: string }>`
    update staff_preferences set ${queuedFor} = ${day}::date
    from staff_users as account
    where account.id = staff_preferences.user_id and ${canFollowUpNow}
      and ${since} < ${sendingTime(day)} and ${queuedFor} is distinct from ${day}::date
    returning digest_id, user_id, account.email, ${canDecideClaimsNow} as decides_claims`.execute(trx);
  for (const { digestId, email, ...member } of members) {
    if (!(await hasContent(trx, kind, member, now))) continue;
    await outbox.putAll(
      trx,
      sql`select ${kind}, ${email}, ${digestId}::uuid, null::text, ${startOfDay(addDays(day, 1))}::timestamptz`,
    );
  }
}

type Member = { userId: string; decidesClaims: boolean };

async function hasContent(
  trx: Transaction<Database>,
  kind: ScheduledDigest,
  { userId, decidesClaims }: Member,
  now: Date,
): Promise<boolean> {
  if (kind === "monday-digest") return (await loadWeek(trx, now)) !== undefined;
  const { overdue, today } = await countQueue(trx, { now, ownerId: userId });
  if (overdue + today > 0) return true;
  if (!decidesClaims) return false;
  if ((await countWaitingChanges(trx)).submitted > 0) return true;
  return (
    (await hasOpenClaims(trx)) || (await listComplianceTasks(trx, now, { withIncidents: true })).length > 0
  );
}

/** Queues due emails until it is stopped. A server with an implausible clock queues none. */
export function startDigests(
  deps: Deps & { clock: Clock; builtAt: Date | undefined; log: Log },
): RepeatingTask {
  let isPaused = false;
  return repeat({
    pauseMs: intervalMs,
    async run() {
      const checked = await readPlausibleTime(deps);
      if (checked.ok) await queueDigests(deps, checked.now);
      else if (!isPaused) deps.log.error("digests.paused", checked.problem);
      isPaused = !checked.ok;
    },
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.warn("digests.failed", { error });
    },
  });
}
