import type { Kysely, Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { endOf } from "#app/events/schedule/live-event.ts";
import { listNextPromoted, releaseSeat } from "#app/events/seats/release-seat.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { isUuid } from "#app/platform/text/uuid.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  persons: PersonKeys;
  actor: Actor;
  clientAddress?: string | undefined;
};

/** An active sign-up, and the people who get a seat if it is canceled. */
export type SeatToFree = {
  id: string;
  name: string;
  email: string;
  state: "seat" | "waiting";
  placeNumber: number;
  /** In order. Empty for a waiting-list position and after the start of the event. */
  next: readonly { id: string; name: string }[];
};

export type FreeSeatOutcome =
  | { ok: true; hadSeat: boolean; promoted: number }
  | {
      ok: false;
      /** `changed-meanwhile`: another person would get the seat than the page named. */
      reason: "unknown" | "cancelled" | "over" | "not-active" | "changed-meanwhile";
    };

/** Finds an active sign-up of an event. */
export async function findSeatToFree(
  { db, clock }: Pick<Deps, "db" | "clock">,
  eventId: string,
  signupId: string,
): Promise<SeatToFree | undefined> {
  if (!isUuid(signupId)) return undefined;
  return db.transaction().execute((trx) => readSeat(trx, eventId, signupId, clock.now()));
}

async function readSeat(
  trx: Transaction<Database>,
  eventId: string,
  signupId: string,
  now: Date,
): Promise<SeatToFree | undefined> {
  const signup = await trx
    .selectFrom("linkedinLiveSignups")
    .select(["id", "name", "email", "state", "placeNumber"])
    .where("id", "=", signupId)
    .where("eventId", "=", eventId)
    .executeTakeFirst();
  if (signup === undefined || signup.placeNumber === null) return undefined;
  const { state, placeNumber } = signup;
  if (state !== "seat" && state !== "waiting") return undefined;
  const next = state === "seat" ? await listNextPromoted(trx, eventId, now) : [];
  return { ...signup, state, placeNumber, next };
}

/**
 * Cancels a sign-up at the person's request, with the same effects and emails as the person's own cancellation.
 * @param expectedNext ids of the people who get a seat, in order, as the confirmation page named them
 */
export async function freeSeat(
  deps: Deps,
  { eventId, signupId, expectedNext }: { eventId: string; signupId: string; expectedNext: readonly string[] },
): Promise<FreeSeatOutcome> {
  if (!isUuid(signupId)) return { ok: false, reason: "not-active" };
  const outcome = await deps.db.transaction().execute(async (trx): Promise<FreeSeatOutcome> => {
    const event = await lockEvent(trx, eventId);
    const now = deps.clock.now();
    if (event === undefined) return { ok: false, reason: "unknown" };
    if (event.state === "cancelled") return { ok: false, reason: "cancelled" };
    if (endOf(event) <= now) return { ok: false, reason: "over" };
    const seat = await readSeat(trx, eventId, signupId, now);
    if (seat === undefined) return { ok: false, reason: "not-active" };
    const isAsNamed = seat.next.map(({ id }) => id).join() === expectedNext.join();
    if (!isAsNamed) return { ok: false, reason: "changed-meanwhile" };
    const released = await releaseSeat(deps, trx, signupId, { event, now });
    if (released === undefined) return { ok: false, reason: "not-active" };
    const { hadSeat, promoted } = released;
    await recordAudit(trx, {
      action: "seat-freed",
      actor: deps.actor,
      subject: deps.persons.subjectOf(seat.email),
      details: { event: event.title, place: seat.state, promoted: promoted.length },
      clientAddress: deps.clientAddress,
    });
    return { ok: true, hadSeat, promoted: promoted.length };
  });
  deps.outbox.wake();
  return outcome;
}
