import { type Kysely, sql } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { undeliverableSince } from "#app/email/bounces/undeliverable-addresses.server.ts";
import { countRecentEmails, type Outbox } from "#app/email/outbox/outbox.server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { endOf } from "#app/events/schedule/live-event.ts";
import type { Clock } from "#app/platform/clock.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { maxLinksPerDay } from "./event-limits.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  persons: PersonKeys;
  actor: Actor;
  clientAddress?: string | undefined;
};

/** A person with a seat. @property isUndeliverable whether emails to the address are withheld */
export type SeatHolder = { id: string; name: string; email: string; isUndeliverable: boolean };

export type SendLinkOutcome =
  | { ok: true }
  | { ok: false; reason: "unknown" | "cancelled" | "over" | "no-seat" | "undeliverable" | "too-many" };

export async function findSeatHolder(
  db: Kysely<Database>,
  eventId: string,
  signupId: string,
): Promise<SeatHolder | undefined> {
  if (!isUuid(signupId)) return undefined;
  return db
    .selectFrom("linkedinLiveSignups")
    .select(["id", "name", "email"])
    .select(sql<boolean>`${undeliverableSince(sql.ref("email"))} is not null`.as("isUndeliverable"))
    .where("id", "=", signupId)
    .where("eventId", "=", eventId)
    .where("state", "=", "seat")
    .executeTakeFirst();
}

/**
 * Queues another email with the seat and the join link, for a person who cannot find the first one. A second form within a minute is most
 * likely a double click, and queues nothing. The lock of the event orders them.
 */
export async function sendLinkAgain(deps: Deps, eventId: string, signupId: string): Promise<SendLinkOutcome> {
  const outcome = await deps.db.transaction().execute(async (trx): Promise<SendLinkOutcome> => {
    const event = await lockEvent(trx, eventId);
    if (event === undefined) return { ok: false, reason: "unknown" };
    if (event.state === "cancelled") return { ok: false, reason: "cancelled" };
    const end = endOf(event);
    if (end <= deps.clock.now()) return { ok: false, reason: "over" };
    const holder = await findSeatHolder(trx, eventId, signupId);
    if (holder === undefined) return { ok: false, reason: "no-seat" };
    if (holder.isUndeliverable) return { ok: false, reason: "undeliverable" };
    const recent = await countRecentEmails(trx, "event-place-again", signupId);
    if (recent.inLastMinute > 0) return { ok: true };
    if (recent.inLastDay >= maxLinksPerDay) return { ok: false, reason: "too-many" };
    await deps.outbox.putAll(
      trx,
      sql`select 'event-place-again', ${holder.email}::text, ${holder.id}::uuid, null, ${end}::timestamptz`,
    );
    await recordAudit(trx, {
      action: "link-sent-again",
      actor: deps.actor,
      subject: deps.persons.subjectOf(holder.email),
      details: { event: event.title },
      clientAddress: deps.clientAddress,
    });
    return { ok: true };
  });
  deps.outbox.wake();
  return outcome;
}
