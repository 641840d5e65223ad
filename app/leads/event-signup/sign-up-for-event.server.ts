import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/database.ts";
import { isUniqueViolation } from "#app/data/constraint.server.ts";
import { findCurrentEvents } from "#app/leads/events/find-events.server.ts";
import { type EventStanding, endOf, type LiveEvent, standingAt } from "#app/leads/events/live-event.ts";
import { insertLetters, type Outbox } from "#app/mail/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { AppError } from "#app/platform/errors.ts";
import { practice } from "#content/practice.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";

export type SignUpForEventDeps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  /** What this process knows of the events; asked first, because it costs nothing. */
  events: { standing(): EventStanding };
};

/**
 * What the person is told. It follows from the state of the event alone, never from whether the address was known: a
 * stranger must not learn who comes. The letter tells the owner of the address.
 */
export type SignUpOutcome = "seat" | "waiting" | "next-date";

/** The event can change under a sign-up; more often than this in a row it does not. */
const mostAttempts = 4;

/**
 * Takes a place at the live event: a seat while there are any, else one on the waiting list; where there is no event to come,
 * the wish to be told the next date. The same address holds one place however often it is sent.
 */
export async function signUpForEvent(
  deps: SignUpForEventDeps,
  input: EventSignupInput,
): Promise<SignUpOutcome> {
  let standing = deps.events.standing();
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const outcome = await attemptSignUp(deps, input, standing);
    if (outcome !== undefined) {
      deps.outbox.wake();
      return outcome;
    }
    // The event was moved, cancelled or filled in the meantime.
    standing = standingAt(deps.clock.now(), await findCurrentEvents(deps.db));
  }
  throw new AppError("conflict", "The event changed at every attempt to sign up for it");
}

/** @returns undefined where things stand otherwise by now */
async function attemptSignUp(
  deps: SignUpForEventDeps,
  input: EventSignupInput,
  standing: EventStanding,
): Promise<SignUpOutcome | undefined> {
  if (standing.phase === "none" || standing.phase === "past") return wishForNextDate(deps, input);
  const { event } = standing;
  const placed = await takePlace(deps, input, event);
  if (placed !== undefined) return placed;
  if (await answerRepeat(deps, input, event)) return outcomeForAnyone(deps, event);
  const isFullAndLive = standing.phase === "live" && (await seatsLeft(deps.db, event.id)) === 0;
  return isFullAndLive ? wishForNextDate(deps, input) : undefined;
}

/**
 * One statement, and so one trip to the database: the event's row is locked no longer than it takes, and numbers are given
 * in the order in which places are taken, on any number of servers.
 * @returns undefined where the address has a place already, or there is none to take
 */
async function takePlace(
  { db, clock }: SignUpForEventDeps,
  { name, email, phone, questions, topics }: EventSignupInput,
  event: LiveEvent,
): Promise<"seat" | "waiting" | undefined> {
  const now = clock.now();
  const mayWait = event.startsAt > now;
  try {
    const { rows } = await sql<{ state: "seat" | "waiting" }>`
      with seat_lock as (
        select id, seats_taken < capacity as has_seat, last_place_number + 1 as number
        from events
        where id = ${event.id} and state = 'scheduled' and starts_at = ${event.startsAt}
          and ${endOf(event) > now}::boolean and (seats_taken < capacity or ${mayWait}::boolean)
          and not exists (
            select from linkedin_live_signups as held
            where held.event_id = events.id and held.email = ${email} and held.state in ('seat', 'waiting')
          )
        for update
      ), counted as (
        update events set last_place_number = seat_lock.number, seats_taken = seats_taken + seat_lock.has_seat::int
        from seat_lock where events.id = seat_lock.id
      ), signup as (
        insert into linkedin_live_signups
          (name, email, phone, questions, topics, created_at, state_since, event_id, state, place_number)
        select ${name}, ${email}, ${phone}::text, ${questions}::text, ${topics}::text, ${now}::timestamptz,
          ${now}::timestamptz, id, case when has_seat then 'seat' else 'waiting' end, number
        from seat_lock
        returning id, email, state
      ), letters_written as (
        ${insertLetters(sql`
          select 'event-place', email, id, null, null::timestamptz from signup
          union all
          select 'new-event-signup', ${practice.email}, id, null, null from signup`)}
      )
      select state from signup`.execute(db);
    return rows[0]?.state;
  } catch (error) {
    // The same address, sent at the same moment: the other was first.
    if (isUniqueViolation(error, "linkedin_live_signups_one_place_each")) return undefined;
    throw error;
  }
}

/** For how long the same words are the same sign-up, sent twice, and no reason to write again. */
const sameSignupMinutes = 10;

/**
 * Keeps what was typed by somebody whose address has a place, and tells the owner of the address.
 * @returns false where the address has none
 */
async function answerRepeat(
  { db, clock, outbox }: SignUpForEventDeps,
  input: EventSignupInput,
  event: LiveEvent,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom("linkedinLiveSignups")
      .select(["id", "name", "phone", "questions", "topics", "createdAt"])
      .where("eventId", "=", event.id)
      .where("email", "=", input.email)
      .where("state", "in", ["seat", "waiting"])
      .executeTakeFirst();
    if (held === undefined) return false;
    const now = clock.now();
    const isSame = (["name", "phone", "questions", "topics"] as const).every(
      (field) => held[field] === input[field],
    );
    const isDoubleClick = isSame && now.getTime() - held.createdAt.getTime() < sameSignupMinutes * 60_000;
    if (isDoubleClick) return true;
    if (!isSame) await keepRepeat(trx, input, event.id, now);
    const period = Math.floor(now.getTime() / (sameSignupMinutes * 60_000));
    await outbox.putAll(
      trx,
      sql`select 'event-place-again', ${input.email}, ${held.id}::uuid, ${`event-place-again ${held.id} ${period}`}, null::timestamptz`,
    );
    return true;
  });
}

/** The same words are kept once. */
async function keepRepeat(
  trx: Transaction<Database>,
  { name, email, phone, questions, topics }: EventSignupInput,
  eventId: string | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into linkedin_live_signups (name, email, phone, questions, topics, created_at, state_since, event_id, state)
    select ${name}, ${email}, ${phone}::text, ${questions}::text, ${topics}::text, ${now}::timestamptz,
      ${now}::timestamptz, ${eventId}::uuid, 'repeat'
    where not exists (
      select from linkedin_live_signups
      where email = ${email} and state = 'repeat' and event_id is not distinct from ${eventId}::uuid
        and (name, phone, questions, topics)
          is not distinct from (${name}, ${phone}::text, ${questions}::text, ${topics}::text)
    )`.execute(trx);
}

/** What a stranger would be told at this moment. */
async function outcomeForAnyone({ db, clock }: SignUpForEventDeps, event: LiveEvent): Promise<SignUpOutcome> {
  if ((await seatsLeft(db, event.id)) > 0) return "seat";
  return event.startsAt > clock.now() ? "waiting" : "next-date";
}

async function seatsLeft(db: Kysely<Database>, eventId: string): Promise<number> {
  const event = await db
    .selectFrom("events")
    .select(["capacity", "seatsTaken"])
    .where("id", "=", eventId)
    .executeTakeFirst();
  return event === undefined ? 0 : event.capacity - event.seatsTaken;
}

/** Keeps the wish to be told the next date, once for each address. */
async function wishForNextDate(
  { db, clock, outbox }: SignUpForEventDeps,
  input: EventSignupInput,
): Promise<SignUpOutcome> {
  const { name, email, phone, questions, topics } = input;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into linkedin_live_signups (name, email, phone, questions, topics, created_at, state_since, state)
      values (${name}, ${email}, ${phone}, ${questions}, ${topics}, ${now}, ${now}, 'next-date')
      on conflict (email) where state = 'next-date' do nothing
      returning id`.execute(trx);
    const [wish] = rows;
    if (wish === undefined) return keepRepeat(trx, input, null, now);
    await outbox.putAll(
      trx,
      sql`values
        ('next-date-noted', ${email}::text, ${wish.id}::uuid, null::text, null::timestamptz),
        ('new-event-signup', ${practice.email}, ${wish.id}, null, null)`,
    );
  });
  return "next-date";
}
