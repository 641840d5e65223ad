import { type Kysely, sql } from "kysely";
import { countsOverLimit } from "#app/data/rate-limits/rate-limits.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { SpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { releaseSeat } from "#app/events/seats/release-seat.server.ts";
import { countAhead } from "#app/events/seats/waiting-order.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { findEvent } from "#app/events/schedule/find-events.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import type { SeatDetails } from "./seat-details.schema.ts";

/** A sign-up as displayed to the person who follows the link in an email. */
export type AttendeeSignup = {
  id: string;
  key: string;
  name: string;
  email: string;
  phone: string | null;
  questions: string | null;
  topics: string | null;
  state: "seat" | "waiting" | "cancelled" | "next-date" | "told";
  placeNumber: number | null;
  /** On the waiting list: the number of people ahead. */
  before: number;
  event: LiveEvent | undefined;
  bookingReference: string;
};

type Deps = { db: Kysely<Database>; clock: Clock; outbox: Outbox };

/** Finds a sign-up by id or by the secret key in its emails. */
export async function findSeat(
  db: Kysely<Database>,
  by: { key: string } | { id: string },
): Promise<AttendeeSignup | undefined> {
  if ("key" in by && !isUuid(by.key)) return undefined;
  const [column, value] = "key" in by ? (["placeKey", by.key] as const) : (["id", by.id] as const);
  const signup = await db
    .selectFrom("linkedinLiveSignups as signup")
    .select(["id", "placeKey", "name", "email", "phone", "questions", "topics", "state", "placeNumber"])
    .select(["eventId", "bookingReference"])
    .select(
      sql<number>`case when signup.state = 'waiting' then ${countAhead("signup")} else 0 end`.as("before"),
    )
    .where(column, "=", value)
    .executeTakeFirst();
  if (signup === undefined || signup.state === "repeat") return undefined;
  const { eventId, placeKey, state, ...rest } = signup;
  const event = eventId === null ? undefined : await findEvent(db, eventId);
  return { ...rest, state, key: placeKey, event };
}

/**
 * Cancels a seat, a waiting-list position or a request for the next date. A freed seat goes to the first person on the waiting list, in the
 * same transaction. Has no effect on a sign-up that is already canceled or over.
 */
export async function cancelSeat(deps: Deps, key: string): Promise<void> {
  if (!isUuid(key)) return;
  await deps.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("linkedinLiveSignups")
      .select(["id", "eventId", "state"])
      .where("placeKey", "=", key)
      .executeTakeFirst();
    if (found === undefined) return;
    if (found.eventId === null || found.state === "told") {
      await trx
        .updateTable("linkedinLiveSignups")
        .set({ state: "cancelled", eventId: null, stateSince: deps.clock.now() })
        .where("id", "=", found.id)
        .where("state", "in", ["next-date", "told"])
        .execute();
      return;
    }
    // Every transaction locks the event first, to avoid deadlocks.
    const event = await lockEvent(trx, found.eventId);
    const now = deps.clock.now();
    if (event === undefined || event.state === "cancelled" || endOf(event) <= now) return;
    await releaseSeat(deps, trx, found.id, { event, now });
  });
  deps.outbox.wake();
}

/**
 * Changes the details of a sign-up. The email address cannot be changed, because another address is another sign-up.
 * @returns `closed` if the sign-up does not exist or is over
 */
export async function changeSeatDetails(
  {
    db,
    clock,
    spamCheckKeys,
  }: Pick<Deps, "db" | "clock"> & { spamCheckKeys: Pick<SpamCheckKeys, "limitKey"> },
  key: string,
  details: SeatDetails,
): Promise<"saved" | "closed" | "too-many"> {
  if (!isUuid(key)) return "closed";
  const attempt = { key: spamCheckKeys.limitKey("seatChangesByKey", key), ...attemptLimits.seatChangesByKey };
  if (await countsOverLimit(db, attempt, clock.now())) return "too-many";
  const { name, phone, questions, topics } = details;
  const { numUpdatedRows } = await db
    .updateTable("linkedinLiveSignups")
    .set({ name, phone, questions, topics })
    .where("placeKey", "=", key)
    .where("state", "in", ["seat", "waiting", "next-date"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? "saved" : "closed";
}
