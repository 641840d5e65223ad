import { type Kysely, sql } from "kysely";
import { questionIds } from "#app/assessments/questions/questions.ts";
import type { Database } from "#app/data/schema/database.ts";
import { type Correspondent, emailsToPerson } from "#app/email/outbox/emails-to-person.server.ts";
import {
  chooseMostRestrictive,
  currentConsent,
  listDecidingAddresses,
  listDecisiveReceipts,
  selectReceipts,
} from "#app/intake/consent/find-consent.server.ts";
import { listWithdrawals } from "#app/intake/consent/withdraw-consent.server.ts";
import { listSuppressions } from "#app/email/outbox/suppressions.server.ts";
import { bookingsOfPerson } from "#app/people/bookings/find-bookings.server.ts";
import { notesAboutPerson } from "#app/people/follow-up/person-record.server.ts";

type Db = Kysely<Database>;

/** The rows of a person. @param email any of the addresses */
export function rowsOfPerson(db: Db, email: string, emails: readonly string[]) {
  return {
    notes: notesAboutPerson(db, email),
    bookings: bookingsOfPerson(db, emails),
    assessments: assessmentsOf(db, emails),
    signUps: signUpsOf(db, emails),
    consentReceipts: selectReceipts(emails),
  };
}

/** Visits and their events. @param ids of visits */
export function rowsOfVisits(db: Db, ids: readonly string[]) {
  return { visits: visitsOf(db, ids), events: eventsOf(db, ids) };
}

/**
 * The rows that concern a person or the person’s forms.
 * @param options.isForScreen without long texts, and without those of emails about erased forms
 */
export function rowsOfForms(
  db: Db,
  of: Correspondent,
  options: { hiddenKinds: readonly string[]; isForScreen: boolean },
) {
  return { heldSubmissions: quarantinedOf(db, of, options), letters: emailsToPerson(db, of, options) };
}

/** Numbers visits consecutively, because the id of a visit is the browser's key, which authorizes adding events. */
export function numberVisits(ids: readonly string[]): (id: string | null) => number | null {
  const numbers = new Map(ids.map((id, index) => [id, index + 1]));
  return (id) => (id === null ? null : (numbers.get(id) ?? null));
}

/** The consent of each address, and that of the person, which is the most restrictive one. @param email any of the addresses */
export async function loadConsent(db: Db, email: string, emails: readonly string[]) {
  const deciding = await listDecidingAddresses(db, email);
  const addresses = [];
  for (const address of emails) {
    const receipts = await listDecisiveReceipts(db, address);
    const withdrawals = await listWithdrawals(db, address);
    const suppressions = await listSuppressions(db, address);
    const consent = currentConsent({ receipts, withdrawals, suppressions });
    addresses.push({ email: address, consent, receipts, withdrawals, suppressions });
  }
  const byTime = (one: Date, other: Date): number => one.getTime() - other.getTime();
  return {
    addresses: addresses.map((address) => ({ email: address.email, consent: address.consent })),
    consent: chooseMostRestrictive(
      addresses.filter((address) => deciding.includes(address.email)).map(({ consent }) => consent),
    ),
    decisiveReceipts: addresses.flatMap(({ receipts }) => receipts),
    consentWithdrawals: addresses
      .flatMap(({ withdrawals }) => withdrawals)
      .toSorted((one, other) => byTime(one.at, other.at)),
    letterPreferences: addresses
      .flatMap(({ suppressions }) => suppressions)
      .toSorted((one, other) => byTime(one.since, other.since)),
  };
}

function assessmentsOf(db: Db, emails: readonly string[]) {
  const query = db
    .selectFrom("preLoiAssessments")
    .select(["id", "name", "email", "phone", ...questionIds])
    .select(["score", "scoreLevel", "createdAt", "questionSetVersion"])
    .where("email", "in", [...emails]);
  return { query, time: "createdAt" } as const;
}

function signUpsOf(db: Db, emails: readonly string[]) {
  const query = db
    .selectFrom("linkedinLiveSignups as signup")
    .leftJoin("events as event", "event.id", "signup.eventId")
    .select(["signup.id", "name", "email", "phone", "questions", "signup.topics", "signup.createdAt"])
    .select(["signup.state", "stateSince", "placeNumber", "waitingOrder", "attended"])
    .select(["signup.eventId", "event.title as event", "event.startsAt", "event.timeZone"])
    .where("email", "in", [...emails]);
  return { query, time: "createdAt" } as const;
}

function visitsOf(db: Db, ids: readonly string[]) {
  const allRows = db
    .selectFrom("visitors")
    .select(["id", "firstName", "lastName", "email", "source", "ipAddress", "userAgent", "createdAt"])
    .select(["leadId", "visitId", "firstTouch", "lastTouch", "trafficClass", "classReason"]);
  const query = allRows.where(sql<boolean>`id = any(${[...ids]}::uuid[])`);
  return { query, allRows, time: "createdAt" } as const;
}

function eventsOf(db: Db, visitIds: readonly string[]) {
  const allRows = db
    .selectFrom("trackingEvents")
    .select(["id", "visitId", "eventType", "url", "timestamp", "percentage", "idleTime", "timeOnPage"])
    .select(["target", "touch"]);
  const query = allRows.where(sql<boolean>`visit_id = any(${[...visitIds]}::uuid[])`);
  return { query, allRows, time: "timestamp" } as const;
}

function quarantinedOf(
  db: Db,
  { emails, leadIds }: Correspondent,
  { isForScreen }: { isForScreen: boolean },
) {
  const allRows = db
    .selectFrom("quarantinedSubmissions")
    .select(["id", "form", "reason", "receivedAt", "releasedAt"])
    .$if(!isForScreen, (rows) => rows.select(["input", "sender", "leadId"]));
  const query = allRows.where(
    sql<boolean>`(input ->> 'email' = any(${[...emails]}::text[]) or lead_id = any(${[...leadIds]}::uuid[]))`,
  );
  return { query, allRows, time: "receivedAt" } as const;
}
