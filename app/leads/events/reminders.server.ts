import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { Outbox } from "#app/mail/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type Repetition } from "#app/platform/repeat.server.ts";

/** Before the start: when a reminder is due, and from when it would come too late to be one. */
const reminders = [
  { kind: "event-reminder-day", dueMinutes: 24 * 60, lateMinutes: 3 * 60 },
  { kind: "event-reminder-hour", dueMinutes: 60, lateMinutes: 0 },
] as const;

const lookEveryMs = 15_000;

/**
 * Writes the reminders that are due to everybody who has a seat: each once for each start of the event, so that a moved event
 * is remembered again, and however many servers look. Whoever took the seat later than it was due gets none.
 */
export async function writeDueReminders(deps: {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
}): Promise<void> {
  const now = deps.clock.now();
  for (const { kind, dueMinutes, lateMinutes } of reminders) {
    const dueBy = new Date(now.getTime() + dueMinutes * 60_000);
    const lateFrom = new Date(now.getTime() + lateMinutes * 60_000);
    await deps.outbox.putAll(
      deps.db,
      sql`
        select ${kind}, signup.email, signup.id,
          ${kind}::text || ' ' || signup.id || ' ' || extract(epoch from event.starts_at)::bigint,
          event.starts_at - make_interval(mins => ${lateMinutes})
        from events as event join linkedin_live_signups as signup on signup.event_id = event.id
        where event.state = 'scheduled' and event.starts_at <= ${dueBy} and event.starts_at > ${lateFrom}
          and signup.state = 'seat'
          and signup.state_since < event.starts_at - make_interval(mins => ${dueMinutes})`,
    );
  }
  deps.outbox.wake();
}

/** Looks for reminders from now on. */
export function startReminders(deps: {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  log: Log;
}): Repetition {
  return repeat({
    pauseMs: lookEveryMs,
    run: () => writeDueReminders(deps),
    onError: (error) => deps.log.warn("reminders could not be written", { error }),
  });
}
