import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { countSeatsLeft, endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { emailSignups } from "#app/events/seats/email-signups.server.ts";
import { waitingOrder } from "#app/events/seats/waiting-order.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import type { WaitingMove } from "./waiting-moves.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  persons: PersonKeys;
  actor: Actor;
  clientAddress?: string | undefined;
};

/** A person on the waiting list of an event. */
export type WaitingPerson = {
  id: string;
  name: string;
  email: string;
  /** The people before this one, the first first. */
  ahead: readonly { id: string; name: string }[];
  /** The number of people on the list. */
  waiting: number;
};

export type MoveOutcome =
  /** @property position counted from 1 */
  | { ok: true; became: "waiting"; position: number }
  | { ok: true; became: "seat" }
  | { ok: false; reason: MoveRefusal };

/**
 * `first`: no one is ahead. `started`: the waiting list closes when the event begins. `no-seat`: none is free. `changed-meanwhile`: other
 * people are ahead than the page named.
 */
export type MoveRefusal =
  | "unknown"
  | "cancelled"
  | "over"
  | "not-waiting"
  | "first"
  | "started"
  | "no-seat"
  | "changed-meanwhile";

/** Finds a person on the waiting list of an event. */
export async function findWaiting(
  db: Kysely<Database>,
  eventId: string,
  signupId: string,
): Promise<WaitingPerson | undefined> {
  const list = await listWaiting(db, eventId);
  const at = list.findIndex(({ id }) => id === signupId);
  const found = list[at];
  if (found === undefined) return undefined;
  const { id, name, email } = found;
  return {
    id,
    name,
    email,
    ahead: list.slice(0, at).map((person) => ({ id: person.id, name: person.name })),
    waiting: list.length,
  };
}

type Waiting = { id: string; name: string; email: string; order: number };

/** The waiting list in order. It is certain only under the lock of the event's row. */
async function listWaiting(db: Kysely<Database>, eventId: string): Promise<Waiting[]> {
  const [order, number] = waitingOrder("linkedin_live_signups");
  const { rows } = await sql<Waiting>`
    select id, name, email, ${order} as order from linkedin_live_signups
    where event_id = ${eventId} and state = 'waiting'
    order by ${order}, ${number}`.execute(db);
  return rows;
}

/**
 * Moves a person on the waiting list, or gives the person a free seat. The numbers of sign-ups stay, because people were told theirs.
 * @param wanted.expectedAhead ids of the people ahead, in order, as the page named them
 */
export async function moveWaiting(
  deps: Deps,
  wanted: { eventId: string; signupId: string; move: WaitingMove; expectedAhead: readonly string[] },
): Promise<MoveOutcome> {
  const { eventId, signupId, move, expectedAhead } = wanted;
  if (!isUuid(signupId)) return { ok: false, reason: "not-waiting" };
  const outcome = await deps.db.transaction().execute(async (trx): Promise<MoveOutcome> => {
    const event = await lockEvent(trx, eventId);
    if (event === undefined) return { ok: false, reason: "unknown" };
    const list = await listWaiting(trx, eventId);
    const at = list.findIndex(({ id }) => id === signupId);
    const person = list[at];
    const refusal =
      findRefusal(event, deps.clock.now()) ?? (person === undefined ? "not-waiting" : undefined);
    if (refusal !== undefined || person === undefined) return { ok: false, reason: refusal ?? "not-waiting" };
    const isAsNamed =
      list
        .slice(0, at)
        .map(({ id }) => id)
        .join() === expectedAhead.join();
    if (!isAsNamed) return { ok: false, reason: "changed-meanwhile" };
    const moved =
      move === "seat"
        ? await giveSeat(deps, trx, event, person)
        : await reorder(trx, event, { list, at, move, now: deps.clock.now() });
    if (moved.ok) await record(deps, trx, event, { person, from: at + 1, moved });
    return moved;
  });
  deps.outbox.wake();
  return outcome;
}

function findRefusal(event: LiveEvent, now: Date): "cancelled" | "over" | undefined {
  if (event.state === "cancelled") return "cancelled";
  return endOf(event) <= now ? "over" : undefined;
}

/** Also during the event, because staff know whether the person can still attend. */
async function giveSeat(
  { clock, outbox }: Deps,
  trx: Transaction<Database>,
  event: LiveEvent,
  { id }: Waiting,
): Promise<MoveOutcome> {
  const now = clock.now();
  if (countSeatsLeft(event, now) === 0) return { ok: false, reason: "no-seat" };
  await trx
    .updateTable("linkedinLiveSignups")
    .set({ state: "seat", stateSince: now, waitingOrder: null })
    .where("id", "=", id)
    .execute();
  await trx
    .updateTable("events")
    .set((eb) => ({ seatsTaken: eb("seatsTaken", "+", 1) }))
    .where("id", "=", event.id)
    .execute();
  await emailSignups(outbox, trx, "event-promoted", [id]);
  return { ok: true, became: "seat" };
}

async function reorder(
  trx: Transaction<Database>,
  event: LiveEvent,
  { list, at, move, now }: { list: readonly Waiting[]; at: number; move: "up" | "front"; now: Date },
): Promise<MoveOutcome> {
  if (event.startsAt <= now) return { ok: false, reason: "started" };
  const [first, before, person] = [list[0], list[at - 1], list[at]];
  if (first === undefined || before === undefined || person === undefined) {
    return { ok: false, reason: "first" };
  }
  if (move === "front") {
    await setOrder(trx, person.id, first.order - 1);
    return { ok: true, became: "waiting", position: 1 };
  }
  await setOrder(trx, person.id, before.order);
  await setOrder(trx, before.id, person.order);
  return { ok: true, became: "waiting", position: at };
}

async function setOrder(trx: Transaction<Database>, id: string, order: number): Promise<void> {
  await trx.updateTable("linkedinLiveSignups").set({ waitingOrder: order }).where("id", "=", id).execute();
}

async function record(
  { persons, actor, clientAddress }: Deps,
  trx: Transaction<Database>,
  event: LiveEvent,
  { person, from, moved }: { person: Waiting; from: number; moved: MoveOutcome & { ok: true } },
): Promise<void> {
  await recordAudit(trx, {
    action: "waiting-moved",
    actor,
    subject: persons.subjectOf(person.email),
    details: { event: event.title, from, to: moved.became === "seat" ? "seat" : moved.position },
    clientAddress,
  });
}
