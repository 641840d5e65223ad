import { type Selectable, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkedinLiveSignupsTable } from "#app/data/schema/linkedin-live-signups.ts";
import { readEvents } from "#app/events/schedule/find-events.server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import {
  countSeatsLeft,
  endOf,
  type EventStatus,
  findStatus,
  type LiveEvent,
  type OpenEvent,
} from "#app/events/schedule/live-event.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { lockQuarantined } from "#app/intake/quarantine/lock-quarantined.server.ts";
import {
  recordChangedConsent,
  recordRepeatedSubmission,
  traceSubmission,
} from "#app/intake/submission/record-submission.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import { AppError } from "#app/platform/errors.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";
import {
  needsConfirmation,
  type SeatRefusal,
  type Signup,
  type SignUpForEventDeps,
  reserveSeatWithinLimits,
} from "./reserve-seat.server.ts";
import { promoteWaiting } from "#app/events/seats/promote-waiting.server.ts";
import { lockUnconfirmedSeats, settleSeatOfRepeat } from "#app/events/seats/unconfirmed-seats.server.ts";
import { eventClosed, type EventSignup, requestNextDate } from "./request-next-date.server.ts";
import { dailyKey, markConfirmed, storeRepeat } from "./store-repeat.server.ts";

/** The event can change during a sign-up, which then starts over. */
const maxAttempts = 4;

/**
 * Reserves a seat at an event or a position on its waiting list. Without an upcoming event, stores a request for the next date. A repeated
 * sign-up of an address keeps its seat or position.
 * @param wanted.eventId undefined: the current event
 * @returns a refusal if the submission is over a limit; nothing is stored in this case
 */
export async function signUpForEvent(
  deps: SignUpForEventDeps,
  { eventId, ...input }: EventSignupInput & { eventId?: string | undefined },
  submission: Submission,
): Promise<SignUpOutcome | SeatRefusal | typeof eventClosed> {
  const signup = { eventId, input, submission: await traceSubmission(deps.db, submission) };
  const known = findStatus(deps.events, eventId);
  // The cached status can be a second old. It is good enough for an attempt, but not for a refusal.
  let eventStatus = isOpen(known) ? known : await readEventStatus(deps, eventId);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const outcome = await attemptSignUp(deps, signup, eventStatus);
    if (outcome !== undefined) {
      deps.outbox.wake();
      return outcome;
    }
    // The event was moved, canceled or filled in the meantime.
    eventStatus = await readEventStatus(deps, eventId);
  }
  throw new AppError("conflict", "The event changed at every attempt to sign up for it.");
}

async function readEventStatus(deps: SignUpForEventDeps, eventId: string | undefined): Promise<EventStatus> {
  return findStatus(await readEvents(deps), eventId);
}

function isOpen(eventStatus: EventStatus): eventStatus is OpenEvent {
  return eventStatus.phase !== "none" && eventStatus.phase !== "past";
}

/** @returns undefined if the event has changed */
async function attemptSignUp(
  deps: SignUpForEventDeps,
  signup: EventSignup,
  eventStatus: EventStatus,
): Promise<SignUpOutcome | SeatRefusal | typeof eventClosed | undefined> {
  if (!isOpen(eventStatus)) return requestNextDate(deps, signup);
  const outcome =
    (await reserveSeatWithinLimits(deps, signup, eventStatus.event)) ??
    (await handleRepeat(deps, signup, eventStatus.event));
  // The event has begun and no seat is left, for known and unknown addresses alike. Checked again under the lock.
  const isForNextDate = outcome === "next-date" || (outcome === undefined && eventStatus.phase === "live");
  return isForNextDate ? requestNextDate(deps, signup) : outcome;
}

/** An identical sign-up within this time is a double submission and causes no email. */
const sameSignupMinutes = 10;

/**
 * Stores the answers of a repeated sign-up and notifies the owner of the address, once per day. Does nothing if the outcome is the next
 * date.
 * @returns the outcome that an unknown address would get; undefined if the address is not signed up or the event has changed
 */
async function handleRepeat(
  deps: SignUpForEventDeps,
  signup: Signup,
  { id: eventId }: LiveEvent,
): Promise<SignUpOutcome | SeatRefusal | undefined> {
  return deps.db.transaction().execute(async (trx) => {
    await lockAddress(trx, signup.input.email);
    await lockQuarantined(trx, signup.submission);
    const now = deps.clock.now();
    const { input, submission } = signup;
    if ((await findActiveSignup(trx, eventId, input.email)) === undefined) return undefined;
    const { unconfirmed, heldSeat } = submission;
    if (unconfirmed === null) return handleLockedRepeat(deps, trx, { ...signup, isOwn: true, eventId, now });
    const wanted = { eventId, email: input.email, ...unconfirmed, heldSeat };
    const { isOver, isOwn } = await lockUnconfirmedSeats(trx, wanted, now);
    if (isOver && !isOwn) return needsConfirmation;
    return handleLockedRepeat(deps, trx, { ...signup, isOwn, eventId, now });
  });
}

/** Handles the repeat under the lock of the event's row. */
async function handleLockedRepeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  repeat: Signup & { isOwn: boolean; eventId: string; now: Date },
): Promise<SignUpOutcome | undefined> {
  const { input, submission, isOwn, eventId, now } = repeat;
  const locked = await lockActiveSignup({ outbox }, trx, { eventId, email: input.email, now });
  if (locked === undefined || locked.outcome === "next-date") return locked?.outcome;
  const { active } = locked;
  const isConfirmed = submission.unconfirmed === null;
  const outcome = chooseOutcome(locked, isConfirmed);
  if (isConfirmed) await markConfirmed(trx, active.id, submission);
  // Promotion ends at the start, so a person on the waiting list can then take a free seat like a new sign-up.
  if (active.state === "waiting" && outcome === "seat") {
    const signupId = active.id;
    await takeFreeSeat({ outbox }, trx, { eventId, signupId, email: input.email, submission, now });
    await recordRepeatedSubmission(
      trx,
      { form: "event-signup", leadId: active.id, contact: input, isSame: false },
      submission,
    );
    return outcome;
  }
  await notifyOfRepeat({ outbox }, trx, { ...repeat, active });
  const { unconfirmed, heldSeat } = submission;
  if (unconfirmed !== null) {
    const wanted = { eventId, ...unconfirmed, heldSeat };
    await settleSeatOfRepeat(trx, wanted, { isOwn, hasFreeSeat: outcome === "seat", now });
  }
  return outcome;
}

/** Only a sender who has confirmed the mailbox can learn that the address has a seat. */
function chooseOutcome(
  { active, outcome }: { active: ActiveSignup; outcome: SignUpOutcome },
  isConfirmed: boolean,
): SignUpOutcome {
  return isConfirmed && active.state === "seat" ? "seat" : outcome;
}

type ActiveSignup = Pick<Selectable<LinkedinLiveSignupsTable>, "id" | "state" | "createdAt"> &
  Pick<EventSignupInput, "name" | "phone" | "questions" | "topics">;

async function notifyOfRepeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  { active, input, submission, eventId, now }: Signup & { active: ActiveSignup; eventId: string; now: Date },
): Promise<void> {
  const isSame = (["name", "phone", "questions", "topics"] as const).every(
    (field) => active[field] === input[field],
  );
  const sinceFirst = Math.abs(submission.at.getTime() - active.createdAt.getTime());
  const isDoubleClick = isSame && sinceFirst < sameSignupMinutes * 60_000;
  if (isDoubleClick) {
    return recordChangedConsent(trx, { form: "event-signup", leadId: active.id, contact: input }, submission);
  }
  if (!isSame) await storeRepeat(trx, input, eventId, submission.at);
  await recordRepeatedSubmission(
    trx,
    { form: "event-signup", leadId: active.id, contact: input, isSame },
    submission,
  );
  await outbox.putLimited(
    trx,
    sql`select 'event-place-again', ${input.email}::text, ${active.id}::uuid, ${dailyKey(`event-place-again ${active.id}`, now)}::text, null::timestamptz`,
    submission.unconfirmed && { ...submission.unconfirmed, now },
  );
}

/**
 * Locks the event, promotes from the waiting list, so that a repeat takes no seat ahead of others, and then reads the sign-up, which can
 * also have been canceled or taken over before.
 * @returns undefined if the address is not signed up (anymore) or the event is over or canceled
 */
async function lockActiveSignup(
  deps: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  { eventId, email, now }: { eventId: string; email: string; now: Date },
): Promise<{ active: ActiveSignup; outcome: SignUpOutcome } | undefined> {
  const event = await lockEvent(trx, eventId);
  if (event === undefined || event.state === "cancelled" || endOf(event) <= now) return undefined;
  // After the start, a promoted person could not attend in time.
  const isPromotable = event.startsAt > now && countSeatsLeft(event, now) > 0;
  const promoted = isPromotable ? await promoteWaiting(deps, trx, eventId, now) : [];
  const active = await findActiveSignup(trx, eventId, email);
  return active && { active, outcome: outcomeForAnyone(event, now, promoted.length) };
}

async function findActiveSignup(trx: Transaction<Database>, eventId: string, email: string) {
  return trx
    .selectFrom("linkedinLiveSignups")
    .select(["id", "state", "name", "phone", "questions", "topics", "createdAt"])
    .where("eventId", "=", eventId)
    .where("email", "=", email)
    .where("state", "in", ["seat", "waiting"])
    .executeTakeFirst();
}

/**
 * The outcome for an unknown address, according to the cached events.
 * @param eventId undefined: the current event
 */
export function outcomeForStranger(
  events: SignUpForEventDeps["events"],
  eventId: string | undefined,
  now: Date,
): SignUpOutcome | typeof eventClosed {
  const eventStatus = findStatus(events, eventId);
  if (isOpen(eventStatus)) return outcomeForAnyone(eventStatus.event, now);
  return eventId !== undefined && events.openEvents().length > 0 ? eventClosed : "next-date";
}

/** The outcome for an unknown address. @param promoted the number of seats that were assigned since the event was read */
function outcomeForAnyone(event: LiveEvent, now: Date, promoted = 0): SignUpOutcome {
  if (countSeatsLeft(event, now) > promoted) return "seat";
  return event.startsAt > now ? "waiting" : "next-date";
}

/** The caller holds the lock of the event's row and has checked that a seat is free. */
async function takeFreeSeat(
  { outbox }: Pick<SignUpForEventDeps, "outbox">,
  trx: Transaction<Database>,
  {
    eventId,
    signupId,
    email,
    submission,
    now,
  }: { eventId: string; signupId: string; email: string; submission: Submission; now: Date },
): Promise<void> {
  await trx
    .updateTable("linkedinLiveSignups")
    .set({ state: "seat", stateSince: now, waitingOrder: null })
    .where("id", "=", signupId)
    .execute();
  await trx
    .updateTable("events")
    .set((eb) => ({ seatsTaken: eb("seatsTaken", "+", 1) }))
    .where("id", "=", eventId)
    .execute();
  await outbox.putLimited(
    trx,
    sql`select 'event-promoted', ${email}::text, ${signupId}::uuid, null::text, null::timestamptz`,
    submission.unconfirmed && { ...submission.unconfirmed, now },
  );
}
