import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { AuditAction } from "#app/audit/audit-action.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { EventDetails } from "./event-details.schema.ts";
import { lockEvent, lockNextDateRequests } from "#app/events/schedule/event-locks.server.ts";
import { formatLocalStart, toInstant } from "./event-time.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { promoteWaiting } from "#app/events/seats/promote-waiting.server.ts";
import { emailSignups } from "#app/events/seats/email-signups.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  actor: Actor;
  /** Where the request came from; a command in the shell has none. */
  clientAddress?: string | undefined;
};

export type AddOutcome =
  /** @property told how many were waiting for the next date and get a letter */
  | { ok: true; id: string; told: number }
  | { ok: false; reason: "no-such-time" | "past" }
  /** One with this title is set for that moment: most likely the same, sent twice. */
  | { ok: false; reason: "already-there"; id: string };

export type EditOutcome =
  | { ok: true; promoted: number; told: number }
  | { ok: false; reason: "no-such-time" | "past" | EditBlocker }
  /** More seats are taken than that; nobody loses one. */
  | { ok: false; reason: "seats-taken"; seatsTaken: number };

export type CancelOutcome = { ok: true; told: number } | { ok: false; reason: EditBlocker };

/** Why an event stays as it is, whatever is asked. `changed-meanwhile`: whoever asks has not seen how it is by now. */
type EditBlocker = "unknown" | "cancelled" | "over" | "changed-meanwhile";

/** Sets a new event, and writes to everybody who wanted to be told. */
export async function addEvent(deps: Deps, details: EventDetails): Promise<AddOutcome> {
  const { start, ...fields } = details;
  const startsAt = await toInstant(deps.db, start, details.timeZone);
  if (startsAt === undefined) return { ok: false, reason: "no-such-time" };
  const now = deps.clock.now();
  if (startsAt <= now) return { ok: false, reason: "past" };
  const outcome = await deps.db.transaction().execute(async (trx) => {
    // Whoever wishes to be told at this moment either finds this event, or is told of it.
    await lockNextDateRequests(trx, "alone");
    const twin = await findTwin(trx, details.title, startsAt);
    if (twin !== undefined) return { ok: false, reason: "already-there", id: twin.id } as const;
    const { id } = await trx
      .insertInto("events")
      .values({ ...fields, hosts: [...fields.hosts], topics: [...fields.topics], startsAt, createdAt: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    const told = await notifyRequesters(deps, trx, id, now);
    await record(deps, trx, "event-added", id, told);
    return { ok: true, id, told } as const;
  });
  deps.outbox.wake();
  return outcome;
}

async function findTwin(trx: Transaction<Database>, title: string, startsAt: Date) {
  return trx
    .selectFrom("events")
    .select("id")
    .where("state", "=", "scheduled")
    .where("startsAt", "=", startsAt)
    .where("title", "=", title)
    .executeTakeFirst();
}

/**
 * Changes an event. Whoever holds a place is told where it changes what stands in their calendar; seats that are added go to
 * the waiting list.
 * @param seen the revision that whoever asks has before them; without it, the change is made whatever happened meanwhile
 */
export async function editEvent(
  deps: Deps,
  id: string,
  changes: Partial<EventDetails>,
  seen?: number,
): Promise<EditOutcome> {
  const outcome = await deps.db.transaction().execute(async (trx): Promise<EditOutcome> => {
    const event = await lockEvent(trx, id);
    if (event === undefined) return { ok: false, reason: "unknown" };
    const startsAt = await startAfter(trx, event, changes);
    const now = deps.clock.now();
    const objection = findEditBlocker(event, now, seen) ?? checkChanges(event, changes, startsAt, now);
    if (objection !== undefined) return objection;
    const changed = { ...event, ...changes, startsAt: startsAt ?? event.startsAt };
    const isForCalendars = affectsCalendars(event, changed) && endOf(changed) > now;
    const { title, timeZone, durationMinutes, capacity, hosts, topics, joinUrl } = changed;
    await trx
      .updateTable("events")
      .set({
        title,
        startsAt: changed.startsAt,
        timeZone,
        durationMinutes,
        capacity,
        hosts: [...hosts],
        topics: [...topics],
        joinUrl,
        sequence: event.sequence + (isForCalendars ? 1 : 0),
        revision: event.revision + 1,
      })
      .where("id", "=", id)
      .execute();
    // Whoever came, came on another day.
    if (changed.startsAt > now) await clearAttendance(trx, id);
    // Before the others are told: who moves up hears of the event as it is now, and of nothing that changed.
    const promoted = changed.startsAt > now ? await promoteWaiting(deps, trx, id, now) : [];
    const told = isForCalendars ? await notifyAttendees(deps, trx, id, "event-changed", promoted) : 0;
    await record(deps, trx, "event-changed", id, told + promoted.length);
    return { ok: true, promoted: promoted.length, told };
  });
  deps.outbox.wake();
  return outcome;
}

/** When the event begins after the changes; undefined where no clock in its zone ever shows that time. */
async function startAfter(
  trx: Transaction<Database>,
  event: LiveEvent,
  { start, timeZone }: Partial<EventDetails>,
): Promise<Date | undefined> {
  if (start === undefined && timeZone === undefined) return event.startsAt;
  return toInstant(trx, start ?? (await formatLocalStart(trx, event)), timeZone ?? event.timeZone);
}

function findEditBlocker(
  event: LiveEvent & { revision: number },
  now: Date,
  seen: number | undefined,
): { ok: false; reason: EditBlocker } | undefined {
  if (event.state === "cancelled") return { ok: false, reason: "cancelled" };
  // Those who came would hold the seats of another day.
  if (endOf(event) <= now) return { ok: false, reason: "over" };
  if (seen !== undefined && seen !== event.revision) return { ok: false, reason: "changed-meanwhile" };
  return undefined;
}

function checkChanges(
  event: LiveEvent,
  changes: Partial<EventDetails>,
  startsAt: Date | undefined,
  now: Date,
): (EditOutcome & { ok: false }) | undefined {
  if (startsAt === undefined) return { ok: false, reason: "no-such-time" };
  const isMoved = startsAt.getTime() !== event.startsAt.getTime();
  if (isMoved && startsAt <= now) return { ok: false, reason: "past" };
  const { capacity = event.capacity } = changes;
  if (capacity < event.seatsTaken) {
    return { ok: false, reason: "seats-taken", seatsTaken: event.seatsTaken };
  }
  return undefined;
}

/**
 * Calls an event off and writes to everybody who holds a place.
 * @param seen as for `editEvent`
 */
export async function cancelEvent(deps: Deps, id: string, seen?: number): Promise<CancelOutcome> {
  const outcome = await deps.db.transaction().execute(async (trx): Promise<CancelOutcome> => {
    const event = await lockEvent(trx, id);
    if (event === undefined) return { ok: false, reason: "unknown" };
    const standstill = findEditBlocker(event, deps.clock.now(), seen);
    if (standstill !== undefined) return standstill;
    await trx
      .updateTable("events")
      .set({ state: "cancelled", sequence: event.sequence + 1, revision: event.revision + 1 })
      .where("id", "=", id)
      .execute();
    await renewNextDateRequests(deps, trx, id);
    const told = await notifyAttendees(deps, trx, id, "event-cancelled", []);
    await record(deps, trx, "event-cancelled", id, told);
    return { ok: true, told };
  });
  deps.outbox.wake();
  return outcome;
}

/** @param told to how many people it sent letters */
async function record(
  { actor, clientAddress }: Deps,
  trx: Transaction<Database>,
  action: AuditAction,
  id: string,
  told: number,
): Promise<void> {
  await recordAudit(trx, { action, actor, subject: `event:${id}`, details: { told }, clientAddress });
}

/** What stands in a calendar, or decides where somebody goes. */
function affectsCalendars(before: LiveEvent, after: LiveEvent): boolean {
  return (
    before.title !== after.title ||
    before.startsAt.getTime() !== after.startsAt.getTime() ||
    before.timeZone !== after.timeZone ||
    before.durationMinutes !== after.durationMinutes ||
    before.joinUrl !== after.joinUrl
  );
}

async function notifyAttendees(
  { outbox }: Deps,
  trx: Transaction<Database>,
  eventId: string,
  kind: "event-changed" | "event-cancelled",
  except: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from linkedin_live_signups
    where event_id = ${eventId} and state in ('seat', 'waiting') and id <> all(${[...except]})`.execute(trx);
  const ids = rows.map(({ id }) => id);
  // One that still waits would only say the same: letters are written when they leave.
  await outbox.withdraw(trx, "event-changed", ids);
  await emailSignups(outbox, trx, kind, ids);
  return ids.length;
}

/** Each is told once: that is what was asked for. */
async function notifyRequesters(
  { outbox }: Deps,
  trx: Transaction<Database>,
  eventId: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update linkedin_live_signups set state = 'told', state_since = ${now}, event_id = ${eventId}
    where state = 'next-date' returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await emailSignups(outbox, trx, "next-date", ids);
  return ids.length;
}

/** Whoever was told of an event that is called off wants to be told of the next one, and at once where that is set. */
async function renewNextDateRequests(deps: Deps, trx: Transaction<Database>, eventId: string): Promise<void> {
  const now = deps.clock.now();
  await lockNextDateRequests(trx, "alone");
  await sql`
    update linkedin_live_signups as told set state = 'next-date', state_since = ${now}, event_id = null
    where told.id in (
      select distinct on (email) id from linkedin_live_signups
      where event_id = ${eventId} and state = 'told' order by email, created_at, id
    ) and not exists (
      select from linkedin_live_signups as wish where wish.email = told.email and wish.state = 'next-date'
    )`.execute(trx);
  const next = await trx
    .selectFrom("events")
    .select("id")
    .where("state", "=", "scheduled")
    .where("startsAt", ">", now)
    .orderBy("startsAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (next !== undefined) await notifyRequesters(deps, trx, next.id, now);
}

async function clearAttendance(trx: Transaction<Database>, eventId: string): Promise<void> {
  await trx
    .updateTable("linkedinLiveSignups")
    .set({ attended: null })
    .where("eventId", "=", eventId)
    .where("attended", "is not", null)
    .execute();
}
