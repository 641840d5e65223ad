import { type Kysely, sql } from "kysely";
import { readPlausibleTime } from "#app/data/maintenance/check-clocks.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";

/** `dueMinutes` before the start a reminder is due. `lateMinutes` before the start it is too late to send it. */
const reminders = [
  {
    kind: "event-reminder-day",
    column: sql.ref("day_reminder_for"),
    dueMinutes: 24 * 60,
    lateMinutes: 3 * 60,
  },
  { kind: "event-reminder-hour", column: sql.ref("hour_reminder_for"), dueMinutes: 60, lateMinutes: 0 },
] as const;

const intervalMs = 15_000;

/**
 * Queues the reminders that are due for everyone with a seat. The event's row stores the start for which they were queued, so they are sent
 * once, by any number of servers, and again for an event that was moved. People who got their seat after a reminder was due do not get
 * it.
 */
export async function writeDueReminders(deps: {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
}): Promise<void> {
  const now = deps.clock.now();
  for (const { kind, column, dueMinutes, lateMinutes } of reminders) {
    const dueBy = new Date(now.getTime() + dueMinutes * 60_000);
    const lateFrom = new Date(now.getTime() + lateMinutes * 60_000);
    await deps.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string }>`
        update events set ${column} = starts_at
        where state = 'scheduled' and starts_at <= ${dueBy} and starts_at > ${lateFrom}
          and ${column} is distinct from starts_at
        returning id`.execute(trx);
      if (rows.length === 0) return;
      await deps.outbox.putAll(
        trx,
        sql`
          select ${kind}, signup.email, signup.id, null,
            event.starts_at - make_interval(mins => ${lateMinutes})
          from events as event join linkedin_live_signups as signup on signup.event_id = event.id
          where event.id = any(${rows.map(({ id }) => id)}) and signup.state = 'seat'
            and signup.state_since < event.starts_at - make_interval(mins => ${dueMinutes})`,
      );
    });
  }
  deps.outbox.wake();
}

type JobDeps = {
  db: Kysely<Database>;
  clock: Clock;
  /** Build time of the running program; undefined in tests. */
  builtAt: Date | undefined;
  outbox: Outbox;
  log: Log;
};

/**
 * A run of the reminders by the database time. A server whose clock is ahead would send them weeks early, and the stored start would
 * suppress those at the right time, so a run with an implausible clock queues nothing.
 */
export function createReminderJob(deps: JobDeps): () => Promise<void> {
  let isPaused = false;
  return async () => {
    const checked = await readPlausibleTime(deps);
    if (checked.ok) await writeDueReminders({ ...deps, clock: { now: () => checked.now } });
    else if (!isPaused) deps.log.error("events.reminders_paused", checked.problem);
    isPaused = !checked.ok;
  };
}

/** Queues due reminders until it is stopped. */
export function startReminders(deps: JobDeps): RepeatingTask {
  return repeat({
    pauseMs: intervalMs,
    run: createReminderJob(deps),
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.warn("events.reminders_failed", { error });
    },
  });
}
