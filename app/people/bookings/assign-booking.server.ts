import type { Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { listAddresses, lockAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { applyBooking, type BookingDeps } from "./apply-booking.server.ts";
import { findKnownAddress } from "./record-booking.server.ts";

type Deps = BookingDeps & { actor: StaffActor };

/** `gone`: a colleague has assigned or dismissed the booking, or it was deleted. `unknown`: no person has the address. */
export type AssignResult = { ok: true } | { ok: false; reason: "gone" | "unknown" };

/**
 * Assigns a booking to the person with an address, whose record changes as if the booking had matched.
 * @param email in lower case
 */
export async function assignBooking(deps: Deps, uid: string, email: string): Promise<AssignResult> {
  return deps.db.transaction().execute(async (trx): Promise<AssignResult> => {
    await lockAddresses(trx, () => listConcerned(trx, uid, email));
    // First, so that an unknown booking does not reveal whether an address is known.
    if (!(await isUnassigned(trx, uid))) return { ok: false, reason: "gone" };
    if ((await findKnownAddress(trx, email)) === undefined) return { ok: false, reason: "unknown" };
    const assigned = await trx
      .updateTable("bookings")
      .set({ personEmail: email })
      .where("uid", "=", uid)
      .returning("state")
      .executeTakeFirstOrThrow();
    const { actor, persons } = deps;
    await recordAudit(trx, { action: "booking-assigned", actor, subject: persons.subjectOf(email) });
    // A rescheduled booking continues as another one, which is assigned separately.
    if (assigned.state !== "rescheduled") {
      await applyBooking(deps, trx, email, assigned.state, actor);
    }
    return { ok: true };
  });
}

/** Locks the booking until the transaction ends. */
async function isUnassigned(trx: Transaction<Database>, uid: string): Promise<boolean> {
  const found = await trx
    .selectFrom("bookings")
    .select("uid")
    .where("uid", "=", uid)
    .where("personEmail", "is", null)
    .where("dismissedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** The addresses of the person and of the attendee, whose erasure waits. */
async function listConcerned(trx: Transaction<Database>, uid: string, email: string): Promise<string[]> {
  const booking = await trx
    .selectFrom("bookings")
    .select("attendeeEmail")
    .where("uid", "=", uid)
    .executeTakeFirst();
  const attendee = booking?.attendeeEmail ?? null;
  const ofPerson = await listAddresses(trx, email);
  const ofAttendee = attendee === null ? [] : await listAddresses(trx, attendee);
  return [...new Set([...ofPerson, ...ofAttendee])];
}

/**
 * Removes a booking without a person from the list. The row stays for its retention period, so that a repeated report does not restore it.
 * @returns false if a colleague was faster
 */
export async function dismissBooking({ db, clock, persons, actor }: Deps, uid: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const dismissed = await trx
      .updateTable("bookings")
      .set({ dismissedAt: clock.now() })
      .where("uid", "=", uid)
      .where("personEmail", "is", null)
      .where("dismissedAt", "is", null)
      .returning("attendeeEmail")
      .executeTakeFirst();
    if (dismissed === undefined) return false;
    const { attendeeEmail } = dismissed;
    const subject = attendeeEmail === null ? undefined : persons.subjectOf(attendeeEmail);
    await recordAudit(trx, { action: "booking-dismissed", actor, subject });
    return true;
  });
}
