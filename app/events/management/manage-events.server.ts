import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { AuditAction } from "#app/audit/audit-action.ts";
import type { Database } from "#app/data/schema/database.ts";
import { toInstant } from "#app/data/time/to-instant.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { EventDetails } from "./event-details.schema.ts";
import {
  lockEvent,
  lockNextDateRequests,
  lockPeopleOfSignups,
} from "#app/events/schedule/event-locks.server.ts";
import { endOf, type EventTopic, listTopics, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { promoteWaiting } from "#app/events/seats/promote-waiting.server.ts";
import { announceEvent } from "#app/events/signup/announce-event.server.ts";
import { emailSignups } from "#app/events/seats/email-signups.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  actor: Actor;
  /** Undefined for a command. */
  clientAddress?: string | undefined;
};

export type AddOutcome =
  /** @property notified the number of people who requested the next date and get an email */
  | { ok: true; id: string; notified: number }
  | { ok: false; reason: "no-such-time" | "past" }
  /** An event with this title and start exists, most likely because the form was sent twice. */
  | { ok: false; reason: "already-there"; id: string };

export type EditOutcome =
  | { ok: true; promoted: number; notified: number }
  | { ok: false; reason: "no-such-time" | "past" | EditBlocker }
  /** The new capacity is below the number of taken seats. */
  | { ok: false; reason: "seats-taken"; seatsTaken: number };

export type CancelOutcome = { ok: true; notified: number } | { ok: false; reason: EditBlocker };

/** Why an event cannot be changed. `changed-meanwhile`: it has a newer revision than the caller has seen. */
type EditBlocker = "unknown" | "cancelled" | "over" | "changed-meanwhile";

/** Adds an event and notifies everyone who requested the next date. */
export async function addEvent(deps: Deps, details: EventDetails): Promise<AddOutcome> {
  const startsAt = await toInstant(deps.db, details.start, details.timeZone);
  if (startsAt === undefined) return { ok: false, reason: "no-such-time" };
  const now = deps.clock.now();
  if (startsAt <= now) return { ok: false, reason: "past" };
  const outcome = await deps.db.transaction().execute(async (trx) => {
    // A concurrent request for the next date either finds this event or is answered by it.
    await lockNextDateRequests(trx, "exclusive");
    const duplicate = await findDuplicate(trx, details.title, startsAt);
    if (duplicate !== undefined) return { ok: false, reason: "already-there", id: duplicate.id } as const;
    const { id } = await trx
      .insertInto("events")
      .values({ ...toColumns(details), startsAt, createdAt: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    const notified = await announceEvent(deps.outbox, trx, id, now);
    await record(deps, trx, "event-added", id, notified);
    return { ok: true, id, notified } as const;
  });
  deps.outbox.wake();
  return outcome;
}

async function findDuplicate(trx: Transaction<Database>, title: string, startsAt: Date) {
  return trx
    .selectFrom("events")
    .select("id")
    .where("state", "=", "scheduled")
    .where("startsAt", "=", startsAt)
    .where("title", "=", title)
    .executeTakeFirst();
}

/**
 * Changes an event. Notifies people with a seat or a waiting-list position if the change affects their calendars. Added seats go to the
 * waiting list.
 * @param seen the revision that the caller has seen; undefined skips the check for concurrent changes
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
    const refusal = findEditBlocker(event, now, seen) ?? checkChanges(event, changes, startsAt, now);
    if (refusal !== undefined) return refusal;
    const current = { ...event, topics: listTopics(event) };
    const changed = { ...current, ...changes, startsAt: startsAt ?? event.startsAt };
    const isForCalendars = affectsCalendars(event, changed) && endOf(changed) > now;
    await trx
      .updateTable("events")
      .set({
        ...toColumns(changed),
        startsAt: changed.startsAt,
        sequence: event.sequence + (isForCalendars ? 1 : 0),
        revision: event.revision + 1,
      })
      .where("id", "=", id)
      .execute();
    // Recorded attendance belongs to the earlier date.
    if (changed.startsAt > now) await clearAttendance(trx, id);
    // Promoted people get the new details with their seat and no notification of the change.
    const promoted = changed.startsAt > now ? await promoteWaiting(deps, trx, id, now) : [];
    const notified = isForCalendars ? await notifyAttendees(deps, trx, id, "event-changed", promoted) : 0;
    await record(deps, trx, "event-changed", id, notified + promoted.length);
    return { ok: true, promoted: promoted.length, notified };
  });
  deps.outbox.wake();
  return outcome;
}

/** The start after the changes; undefined if the local time does not exist. */
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
  // Its attendees would have seats on another day.
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
 * Cancels an event and notifies everyone with a seat or a waiting-list position.
 * @param options.seen as for `editEvent`. @param options.note the message that staff add to the email, in plain text
 */
export async function cancelEvent(
  deps: Deps,
  id: string,
  { seen, note = null }: { seen?: number | undefined; note?: string | null } = {},
): Promise<CancelOutcome> {
  const outcome = await deps.db.transaction().execute(async (trx): Promise<CancelOutcome> => {
    // Requests for the next date take this lock before they lock the event. The opposite order here could deadlock.
    await lockNextDateRequests(trx, "exclusive");
    const event = await lockEvent(trx, id);
    if (event === undefined) return { ok: false, reason: "unknown" };
    const now = deps.clock.now();
    const blocker = findEditBlocker(event, now, seen);
    if (blocker !== undefined) return blocker;
    await trx
      .updateTable("events")
      .set({
        state: "cancelled",
        canceledAt: now,
        cancellationNote: note,
        sequence: event.sequence + 1,
        revision: event.revision + 1,
      })
      .where("id", "=", id)
      .execute();
    await renewNextDateRequests(deps, trx, id);
    const notified = await notifyAttendees(deps, trx, id, "event-cancelled", []);
    await record(deps, trx, "event-cancelled", id, notified);
    return { ok: true, notified };
  });
  deps.outbox.wake();
  return outcome;
}

/**
 * Adds the entry to the audit log. The lock lets these entries commit in the order of their ids, because an owner acknowledges all up to an id
 * (`acknowledge-changes.server.ts`).
 * @param notified the number of people who get an email
 */
async function record(
  { actor, clientAddress }: Deps,
  trx: Transaction<Database>,
  action: AuditAction,
  id: string,
  notified: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit of event changes', 0))`.execute(trx);
  await recordAudit(trx, {
    action,
    actor,
    subject: `event:${id}`,
    details: { told: notified },
    clientAddress,
  });
}

/** The columns of the details, except for the start. */
function toColumns(details: StoredDetails) {
  const { title, timeZone, durationMinutes, capacity, summary, hosts, ownHosts, topics, joinUrl } = details;
  return {
    title,
    timeZone,
    durationMinutes,
    capacity,
    summary,
    hosts: [...hosts],
    ownHosts: JSON.stringify(ownHosts),
    topics: topics.map((topic) => topic.title),
    topicDescriptions: topics.map(({ description }) => description),
    joinUrl,
  };
}

type StoredDetails = Omit<CalendarDetails, "startsAt"> &
  Pick<LiveEvent, "capacity" | "summary" | "hosts" | "ownHosts"> & { topics: readonly EventTopic[] };

type CalendarDetails = Pick<LiveEvent, "title" | "startsAt" | "timeZone" | "durationMinutes" | "joinUrl">;

/** Whether the change affects calendar entries or how to join. */
function affectsCalendars(before: CalendarDetails, after: CalendarDetails): boolean {
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
  // An unsent notification would have the same content, because emails are rendered when they are sent.
  await outbox.withdraw(trx, "event-changed", ids);
  await emailSignups(outbox, trx, kind, ids);
  return ids.length;
}

/** Reopens the requests that a canceled event had answered, and answers them immediately if another event is scheduled. */
async function renewNextDateRequests(deps: Deps, trx: Transaction<Database>, eventId: string): Promise<void> {
  const now = deps.clock.now();
  // Includes the people whose requests the announcement below changes.
  await lockPeopleOfSignups(trx, sql`state = 'next-date' or (event_id = ${eventId} and state = 'told')`);
  await sql`
    update linkedin_live_signups as request set state = 'next-date', state_since = ${now}, event_id = null
    where request.id in (
      select distinct on (email) id from linkedin_live_signups
      where event_id = ${eventId} and state = 'told' order by email, created_at, id
    ) and not exists (
      select from linkedin_live_signups as other where other.email = request.email and other.state = 'next-date'
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
  if (next !== undefined) await announceEvent(deps.outbox, trx, next.id, now);
}

async function clearAttendance(trx: Transaction<Database>, eventId: string): Promise<void> {
  await lockPeopleOfSignups(trx, sql`event_id = ${eventId} and attended is not null`);
  await trx
    .updateTable("linkedinLiveSignups")
    .set({ attended: null })
    .where("eventId", "=", eventId)
    .where("attended", "is not", null)
    .execute();
}

/** The local start time in the event's time zone. */
async function formatLocalStart(
  db: Kysely<Database>,
  event: Pick<LiveEvent, "startsAt" | "timeZone">,
): Promise<string> {
  const { rows } = await sql<{ local: string }>`
    select to_char(${event.startsAt}::timestamptz at time zone ${event.timeZone}, 'YYYY-MM-DD"T"HH24:MI') as local`.execute(
    db,
  );
  return rows[0]?.local ?? "";
}
