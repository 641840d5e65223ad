import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { countHeldSeats, hasExpiredHold } from "./held-seats.server.ts";
import { promoteWaiting } from "./promote-waiting.server.ts";

type Deps = { db: Kysely<Database>; clock: Clock; outbox: Outbox; log: Log };

/**
 * Assigns seats with expired holds to the first people on the waiting list. Allocation itself compares the time, so it is exact without
 * this.
 * @returns how many sign-ups were promoted
 */
export async function promoteAfterHolds({ db, clock, outbox, log }: Deps): Promise<number> {
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    select id from events
    where state = 'scheduled' and starts_at > ${now}::timestamptz
      and (
        ${hasExpiredHold(now)}
        or seats_taken + ${countHeldSeats(now)} < capacity and exists (
          select from linkedin_live_signups as waiting
          where waiting.event_id = events.id and waiting.state = 'waiting'
        )
      )`.execute(db);
  let promoted = 0;
  for (const { id } of rows) {
    const promotion = db.transaction().execute(async (trx) => {
      const event = await lockEvent(trx, id);
      if (event?.state !== "scheduled" || event.startsAt <= now) return 0;
      return (await promoteWaiting({ outbox }, trx, id, now)).length;
    });
    // One event does not delay the others.
    promoted += await promotion.catch((error: unknown) => {
      log.warn("events.promotion_failed", { eventId: id, error });
      return 0;
    });
  }
  if (promoted > 0) outbox.wake();
  return promoted;
}

const promoteEveryMs = 15_000;

/** Promotes from the waiting list as held seats expire, until the process stops. */
export function startPromotion(deps: Deps): RepeatingTask {
  return repeat({
    pauseMs: promoteEveryMs,
    run: async () => {
      await promoteAfterHolds(deps);
    },
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.warn("events.promotion_failed", { error });
    },
  });
}
