import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { listAddresses, lockAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import type { BookingReport } from "./booking-report.server.ts";
import { applyBooking, type BookingDeps } from "./apply-booking.server.ts";

/** `unmatched`: stored until staff assign it to a person. `unchanged`: the report was known or outdated. */
export type BookingOutcome = "matched" | "unmatched" | "unchanged";

/**
 * Records a report of the scheduler once, and updates the person's record. A repeated report changes nothing, also after staff have
 * assigned or dismissed the booking.
 */
export async function recordBooking(deps: BookingDeps, report: BookingReport): Promise<BookingOutcome> {
  return deps.db.transaction().execute(async (trx) => {
    // Serializes the reports of one booking. The locks of the addresses below serialize them with erasures.
    for (const uid of listUids(report).toSorted()) {
      await sql`select pg_advisory_xact_lock(hashtextextended('booking ' || ${uid}, 0))`.execute(trx);
    }
    await lockAddresses(trx, () => listConcerned(trx, report));
    const personEmail = (await findPersonEmail(trx, report)) ?? null;
    const isChanged =
      report.change === "canceled"
        ? await storeCancellation(deps, trx, report, personEmail)
        : await storeAppointment(deps, trx, report, personEmail);
    if (!isChanged) return "unchanged";
    if (personEmail === null) return "unmatched";
    await applyBooking(deps, trx, personEmail, await findEvent(trx, report.uid));
    return "matched";
  });
}

/** A booking can have been canceled before the report that moves another one to it. */
async function findEvent(trx: Transaction<Database>, uid: string): Promise<"booked" | "canceled"> {
  const { state } = await trx
    .selectFrom("bookings")
    .select("state")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  return state === "canceled" ? "canceled" : "booked";
}

function listUids({ uid, previousUid }: BookingReport): string[] {
  return previousUid === null || previousUid === uid ? [uid] : [uid, previousUid];
}

/** The addresses of the report, of the stored bookings and of their person. */
async function listConcerned(trx: Transaction<Database>, report: BookingReport): Promise<string[]> {
  const stored = await trx
    .selectFrom("bookings")
    .select(["attendeeEmail", "personEmail"])
    .where("uid", "in", listUids(report))
    .execute();
  const found = [report.attendeeEmail, await findPersonEmail(trx, report)];
  const emails = [...found, ...stored.flatMap((row) => [row.attendeeEmail, row.personEmail])];
  const concerned = new Set<string>();
  for (const email of emails) {
    if (email === null || email === undefined) continue;
    for (const address of await listAddresses(trx, email)) concerned.add(address);
  }
  return [...concerned];
}

/**
 * The person of the stored booking, of the reference or, without a reference, of the attendee's address. A booking that staff dismissed
 * has none.
 */
async function findPersonEmail(
  trx: Transaction<Database>,
  report: BookingReport,
): Promise<string | undefined> {
  const stored = await trx
    .selectFrom("bookings")
    .select("personEmail")
    .where("uid", "in", listUids(report))
    .execute();
  const assigned = stored.find(({ personEmail }) => personEmail !== null)?.personEmail;
  if (typeof assigned === "string") return assigned;
  // Staff decide about a stored booking without a person.
  if (stored.length > 0) return undefined;
  const { reference, attendeeEmail } = report;
  if (reference !== null) return isUuid(reference) ? findReferencedEmail(trx, reference) : undefined;
  return attendeeEmail === null ? undefined : findKnownAddress(trx, attendeeEmail);
}

async function findReferencedEmail(
  trx: Transaction<Database>,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select address.email from person_addresses as address join (
      select email from pre_loi_assessments where booking_reference = ${reference}::uuid
      union all select email from linkedin_live_signups where booking_reference = ${reference}::uuid
    ) as form on form.email = address.email limit 1`.execute(trx);
  return rows[0]?.email;
}

/** An address that a person has. No two people have the same one. */
export async function findKnownAddress(db: Kysely<Database>, email: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("personAddresses")
    .select("email")
    .where("email", "=", email)
    .executeTakeFirst();
  return found?.email;
}

type Store = (
  deps: Pick<BookingDeps, "clock">,
  trx: Transaction<Database>,
  report: BookingReport,
  personEmail: string | null,
) => Promise<boolean>;

/** Stores a new appointment and closes the one that it replaces, also if a later report has stored the new one. */
const storeAppointment: Store = async ({ clock }, trx, report, personEmail) => {
  const { change, uid, previousUid, startsAt } = report;
  const isNew = await insertBooking({ clock }, trx, report, personEmail);
  if (!isNew) await storeUnknownTimes(trx, report);
  if (change !== "rescheduled") return isNew;
  let isClosed = false;
  if (previousUid !== null && previousUid !== uid) {
    // Its own report can arrive later. It is known then, and stays closed. Until then, its times are unknown, so it has no duration.
    const previous = { ...report, uid: previousUid, endsAt: startsAt };
    await insertBooking({ clock }, trx, previous, personEmail);
    isClosed = await closeBooking(trx, previousUid, { state: "rescheduled", closedAt: clock.now() });
  }
  if (isNew) return true;
  const isMoved = await moveBooking(trx, report);
  return isClosed || isMoved;
};

/**
 * Moves a booking that keeps its id, as some do. A report without other times counts as well: older ones are outdated from then on.
 * @returns whether the times have changed
 */
async function moveBooking(
  trx: Transaction<Database>,
  { uid, startsAt, endsAt, reportedAt }: BookingReport,
): Promise<boolean> {
  const known = await trx
    .selectFrom("bookings")
    .select(["startsAt", "endsAt"])
    .where("uid", "=", uid)
    .where("state", "=", "booked")
    .where("reportedAt", "<", reportedAt)
    .executeTakeFirst();
  if (known === undefined) return false;
  await trx.updateTable("bookings").set({ startsAt, endsAt, reportedAt }).where("uid", "=", uid).execute();
  return known.startsAt.getTime() !== startsAt.getTime() || known.endsAt.getTime() !== endsAt.getTime();
}

/** Stores the times of a booking that was known only from the report of the one that replaced it. Such a booking has no duration. */
async function storeUnknownTimes(
  trx: Transaction<Database>,
  { uid, startsAt, endsAt, reportedAt }: BookingReport,
): Promise<void> {
  await trx
    .updateTable("bookings")
    .set({ startsAt, endsAt, reportedAt })
    .where("uid", "=", uid)
    .where("state", "=", "rescheduled")
    .whereRef("startsAt", "=", "endsAt")
    .execute();
}

/** A cancellation can arrive before the booking, which then stays canceled. */
const storeCancellation: Store = async ({ clock }, trx, report, personEmail) =>
  (await insertBooking({ clock }, trx, report, personEmail)) ||
  closeBooking(trx, report.uid, { state: "canceled", closedAt: clock.now() });

/** @returns false if the booking is known */
async function insertBooking(
  { clock }: Pick<BookingDeps, "clock">,
  trx: Transaction<Database>,
  { change, uid, startsAt, endsAt, attendeeEmail, reference, reportedAt }: BookingReport,
  personEmail: string | null,
): Promise<boolean> {
  const now = clock.now();
  const isCanceled = change === "canceled";
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("bookings")
    .values({
      uid,
      startsAt,
      endsAt,
      attendeeEmail,
      reference,
      personEmail,
      reportedAt,
      state: isCanceled ? "canceled" : "booked",
      receivedAt: now,
      closedAt: isCanceled ? now : null,
      dismissedAt: null,
    })
    .onConflict((conflict) => conflict.column("uid").doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function closeBooking(
  trx: Transaction<Database>,
  uid: string,
  closed: { state: "rescheduled" | "canceled"; closedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("bookings")
    .set(closed)
    .where("uid", "=", uid)
    .where("state", "=", "booked")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
