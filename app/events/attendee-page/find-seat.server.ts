import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { promoteWaiting } from "#app/events/seats/promote-waiting.server.ts";
import { writeToSignups } from "#app/events/seats/email-signups.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { findEvent } from "#app/events/schedule/find-events.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { isUuid } from "#app/platform/uuid.ts";
import type { SeatDetails } from "./seat-details.schema.ts";

/** A sign-up as its owner sees it, through the link in a letter. */
export type Place = {
  id: string;
  key: string;
  name: string;
  email: string;
  phone: string | null;
  questions: string | null;
  topics: string | null;
  state: "seat" | "waiting" | "cancelled" | "next-date" | "told";
  placeNumber: number | null;
  /** On the waiting list: how many are before it. */
  before: number;
  event: LiveEvent | undefined;
};

type Deps = { db: Kysely<Database>; clock: Clock; outbox: Outbox };

/** The place with a key (of the address in its letters) or an id, or undefined where there is none. */
export async function findSeat(
  db: Kysely<Database>,
  by: { key: string } | { id: string },
): Promise<Place | undefined> {
  if ("key" in by && !isUuid(by.key)) return undefined;
  const [column, value] = "key" in by ? (["placeKey", by.key] as const) : (["id", by.id] as const);
  const signup = await db
    .selectFrom("linkedinLiveSignups as signup")
    .select(["id", "placeKey", "name", "email", "phone", "questions", "topics", "state", "placeNumber"])
    .select("eventId")
    .select((eb) =>
      eb
        .selectFrom("linkedinLiveSignups as earlier")
        .select((count) => count.fn.countAll<number>().as("before"))
        .whereRef("earlier.eventId", "=", "signup.eventId")
        .where("earlier.state", "=", "waiting")
        .where("signup.state", "=", "waiting")
        .whereRef("earlier.placeNumber", "<", "signup.placeNumber")
        .as("before"),
    )
    .where(column, "=", value)
    .executeTakeFirst();
  if (signup === undefined || signup.state === "repeat") return undefined;
  const { eventId, placeKey, before, state, ...rest } = signup;
  const event = eventId === null ? undefined : await findEvent(db, eventId);
  return { ...rest, state, key: placeKey, before: before ?? 0, event };
}

/**
 * Gives up a place, or the wish to be told. A seat that gets free goes to whoever has waited longest, in the same
 * transaction. Where there is nothing to give up (any more), nothing happens: how things stand is what the person sees next.
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
    // The event first, always: two who lock in different orders would wait for each other.
    const event = await lockEvent(trx, found.eventId);
    const now = deps.clock.now();
    if (event === undefined || event.state === "cancelled" || endOf(event) <= now) return;
    const { rows } = await sql<{ hadSeat: boolean }>`
      with held as (
        select id, state from linkedin_live_signups where id = ${found.id} and state in ('seat', 'waiting')
      )
      update linkedin_live_signups as signup set state = 'cancelled', state_since = ${now}
      from held where signup.id = held.id
      returning held.state = 'seat' as had_seat`.execute(trx);
    const [given] = rows;
    if (given === undefined) return;
    await writeToSignups(deps.outbox, trx, "place-given-up", [found.id]);
    if (given.hadSeat) {
      await trx
        .updateTable("events")
        .set((eb) => ({ seatsTaken: eb("seatsTaken", "-", 1) }))
        .where("id", "=", event.id)
        .execute();
      // Who moves up when it has begun could not come in time.
      if (event.startsAt > now) await promoteWaiting(deps, trx, event.id, now);
    }
  });
  deps.outbox.wake();
}

/**
 * Changes what a person said with a sign-up. The address stays: another one is another sign-up.
 * @returns false where there is no such place, or nothing comes of it any more
 */
export async function changeSeatDetails(
  deps: Pick<Deps, "db">,
  key: string,
  details: SeatDetails,
): Promise<boolean> {
  if (!isUuid(key)) return false;
  const { name, phone, questions, topics } = details;
  const { numUpdatedRows } = await deps.db
    .updateTable("linkedinLiveSignups")
    .set({ name, phone, questions, topics })
    .where("placeKey", "=", key)
    .where("state", "in", ["seat", "waiting", "next-date"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
