import type { Kysely, Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { endOf } from "#app/events/schedule/live-event.ts";
import { insertSignup } from "#app/events/signup/reserve-seat.server.ts";
import { normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";
import type { SpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { recordStaffEntry } from "#app/intake/submission/record-submission.server.ts";
import type { Clock } from "#app/platform/clock.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  persons: PersonKeys;
  spamCheckKeys: Pick<SpamCheckKeys, "limitKey">;
  actor: Actor;
  clientAddress?: string | undefined;
};

export type Guest = { name: string; email: string; phone: string | null };

export type AddGuestOutcome =
  | { ok: true; state: "seat" | "waiting" }
  | {
      ok: false;
      /** `full`: the event has started, so there is no waiting list anymore. */
      reason: "unknown" | "cancelled" | "over" | "has-seat" | "waits" | "full";
    };

/**
 * Adds a person to an event, with a seat or a waiting-list position and the confirmation email of a sign-up. The limits of unconfirmed
 * sign-ups, of a mailbox and of a mail domain do not apply to staff. No consent is recorded, because no one asked the person for it.
 */
export async function addGuest(deps: Deps, eventId: string, guest: Guest): Promise<AddGuestOutcome> {
  const outcome = await deps.db.transaction().execute(async (trx): Promise<AddGuestOutcome> => {
    await lockAddress(trx, guest.email);
    const event = await lockEvent(trx, eventId);
    const now = deps.clock.now();
    if (event === undefined) return { ok: false, reason: "unknown" };
    if (event.state === "cancelled") return { ok: false, reason: "cancelled" };
    if (endOf(event) <= now) return { ok: false, reason: "over" };
    const active = await findActiveState(trx, eventId, guest.email);
    if (active !== undefined) return { ok: false, reason: active === "seat" ? "has-seat" : "waits" };
    const mailboxKey = deps.spamCheckKeys.limitKey("messagesByMailbox", normalizeMailbox(guest.email));
    const added = await insertSignup(
      trx,
      {
        input: { ...guest, questions: null, topics: null },
        submission: { at: now, unconfirmed: null, mailboxKey, heldSeat: null },
      },
      event,
      { now, from: undefined },
    );
    if (added === undefined || added.id === null) return { ok: false, reason: "full" };
    await recordStaffEntry(trx, { form: "event-signup", leadId: added.id, contact: guest }, now);
    await recordAudit(trx, {
      action: "guest-added",
      actor: deps.actor,
      subject: deps.persons.subjectOf(guest.email),
      details: { event: event.title, place: added.state },
      clientAddress: deps.clientAddress,
    });
    return { ok: true, state: added.state };
  });
  deps.outbox.wake();
  return outcome;
}

async function findActiveState(trx: Transaction<Database>, eventId: string, email: string) {
  const active = await trx
    .selectFrom("linkedinLiveSignups")
    .select("state")
    .where("eventId", "=", eventId)
    .where("email", "=", email)
    .where("state", "in", ["seat", "waiting"])
    .executeTakeFirst();
  return active?.state;
}
