import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { questionIds } from "#app/assessments/questions/questions.ts";
import {
  chooseMostRestrictive,
  currentConsent,
  listConsentReceipts,
} from "#app/intake/consent/find-consent.server.ts";
import { listWithdrawals } from "#app/intake/consent/withdraw-consent.server.ts";
import { listUndeliverable } from "#app/email/bounces/undeliverable-addresses.server.ts";
import { listEmailsToPerson } from "#app/email/outbox/emails-to-person.server.ts";
import { listSuppressions } from "#app/email/outbox/suppressions.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { listBookings } from "#app/people/bookings/find-bookings.server.ts";
import { findPersonRecord, listPersonNotes } from "#app/people/follow-up/person-record.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { findVisitsOfPerson } from "#app/people/profile/visits-of-person.server.ts";
import { withoutKeys } from "./remove-link-keys.ts";

/**
 * Exports all data of a person, with all addresses, oldest first. The keys of private URLs and of browsers are omitted, because they authorize their holder
 * to act as the person.
 */
export type PersonExport = Awaited<ReturnType<typeof exportPerson>>;

/** The maximum numbers of newest rows, for a screen. */
export type PersonBounds = { forms: number; held: number; visits: number; events: number; letters: number };

/** Which data of a person the export includes. */
export type PersonExportOptions = {
  /** Kinds of email that the reader may not see, from `hiddenKindsFor`. */
  hiddenKinds: readonly string[];
  most?: PersonBounds | undefined;
};

/** @param email any address of the person, in lower case, without spaces around it */
export async function exportPerson(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  email: string,
  { hiddenKinds, most }: PersonExportOptions,
) {
  const emails = await listAddresses(db, email);
  const assessments = await listAssessments(db, emails, most?.forms);
  const signUps = await listSignUps(db, emails, most?.forms);
  const leadIds = [...assessments, ...signUps].map(({ id }) => id);
  const letters = await listEmailsToPerson(db, { emails, leadIds }, { hiddenKinds, most: most?.letters });
  const visits = await findVisitsOfPerson(db, emails);
  return {
    madeAt: clock.now(),
    email,
    record: (await findPersonRecord(db, email)) ?? null,
    notes: await listPersonNotes(db, email),
    bookings: await listBookings(db, emails),
    assessments,
    signUps,
    ...(await describeConsent(db, emails)),
    undeliverableAddresses: await listUndeliverable(db, emails),
    ...(await describeVisits(db, visits, most)),
    heldSubmissions: await listQuarantinedLines(db, { emails, leadIds }, most?.held),
    letters: letters.map((letter) => ({ ...letter, text: letter.text && withoutKeys(letter.text) })),
  };
}

/** The consent of each address, and that of the person, which is the most restrictive one. */
async function describeConsent(db: Kysely<Database>, emails: readonly string[]) {
  const addresses = [];
  for (const email of emails) {
    const receipts = await listConsentReceipts(db, email);
    const withdrawals = await listWithdrawals(db, email);
    const suppressions = await listSuppressions(db, email);
    const consent = currentConsent({ receipts, withdrawals, suppressions });
    addresses.push({ email, consent, receipts, withdrawals, suppressions });
  }
  const byTime = (one: Date, other: Date): number => one.getTime() - other.getTime();
  return {
    addresses: addresses.map(({ email, consent }) => ({ email, consent })),
    consent: chooseMostRestrictive(addresses.map(({ consent }) => consent)),
    consentReceipts: addresses
      .flatMap(({ receipts }) => receipts)
      .toSorted((one, other) => byTime(one.givenAt, other.givenAt)),
    consentWithdrawals: addresses
      .flatMap(({ withdrawals }) => withdrawals)
      .toSorted((one, other) => byTime(one.at, other.at)),
    letterPreferences: addresses
      .flatMap(({ suppressions }) => suppressions)
      .toSorted((one, other) => byTime(one.since, other.since)),
  };
}

/** Numbers the visits consecutively, because the id of a visit is the browser's key, which authorizes adding events. */
async function describeVisits(
  db: Kysely<Database>,
  { identified, joined }: { identified: readonly string[]; joined: readonly string[] },
  most: PersonBounds | undefined,
) {
  const rows = await listVisits(db, joined, most?.visits);
  const numbers = new Map(rows.map(({ id }, index) => [id, index + 1]));
  const numberOf = (id: string | null): number | null => (id === null ? null : (numbers.get(id) ?? null));
  const named = await listVisits(db, identified, most?.visits);
  const ids = most === undefined ? joined : rows.map(({ id }) => id);
  const events = await listEvents(db, ids, most?.events);
  return {
    identifiedVisits: named.map((row) => {
      const { id: _, visitId, ...told } = row;
      return { ...told, visit: numberOf(visitId) };
    }),
    visits: rows.map((row) => {
      const { id, visitId: _, ...told } = row;
      return { visit: numberOf(id), ...told };
    }),
    events: events.map((row) => {
      const { id: _, visitId, ...told } = row;
      return { visit: numberOf(visitId), ...told };
    }),
  };
}

/** Whether there is any data besides the address. */
export function hasPersonData(person: PersonExport): boolean {
  const { addresses: _, ...data } = person;
  return Object.values(data).some((value) => Array.isArray(value) && value.length > 0);
}

async function listAssessments(db: Kysely<Database>, emails: readonly string[], most: number | undefined) {
  const rows = await db
    .selectFrom("preLoiAssessments")
    .select(["id", "name", "email", "phone", ...questionIds])
    .select(["score", "scoreLevel", "createdAt", "questionSetVersion"])
    .where("email", "in", [...emails])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(most ?? null)
    .execute();
  return rows.toReversed();
}

async function listSignUps(db: Kysely<Database>, emails: readonly string[], most: number | undefined) {
  const rows = await db
    .selectFrom("linkedinLiveSignups as signup")
    .leftJoin("events as event", "event.id", "signup.eventId")
    .select(["signup.id", "name", "email", "phone", "questions", "signup.topics", "signup.createdAt"])
    .select(["signup.state", "stateSince", "placeNumber", "waitingOrder", "attended"])
    .select(["signup.eventId", "event.title as event", "event.startsAt", "event.timeZone"])
    .where("email", "in", [...emails])
    .orderBy("signup.createdAt", "desc")
    .orderBy("signup.id", "desc")
    .limit(most ?? null)
    .execute();
  return rows.toReversed();
}

async function listVisits(db: Kysely<Database>, ids: readonly string[], most: number | undefined) {
  const rows = await db
    .selectFrom("visitors")
    .select(["id", "firstName", "lastName", "email", "source", "ipAddress", "userAgent", "createdAt"])
    .select(["leadId", "visitId", "firstTouch", "lastTouch", "trafficClass", "classReason"])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(most ?? null)
    .execute();
  return rows.toReversed();
}

async function listEvents(db: Kysely<Database>, visitIds: readonly string[], most: number | undefined) {
  const rows = await db
    .selectFrom("trackingEvents")
    .select(["id", "visitId", "eventType", "url", "timestamp", "percentage", "idleTime", "timeOnPage"])
    .select(["target", "touch"])
    .where(sql<boolean>`visit_id = any(${[...visitIds]}::uuid[])`)
    .orderBy("timestamp", "desc")
    .orderBy("id", "desc")
    .limit(most ?? null)
    .execute();
  return rows.toReversed();
}

async function listQuarantinedLines(
  db: Kysely<Database>,
  { emails, leadIds }: { emails: readonly string[]; leadIds: readonly string[] },
  most: number | undefined,
) {
  const held = await db
    .selectFrom("quarantinedSubmissions")
    .select(["id", "form", "reason", "receivedAt", "input", "sender", "releasedAt", "leadId"])
    .where((eb) =>
      eb.or([
        eb(eb.ref("input", "->>").key("email"), "in", [...emails]),
        sql<boolean>`lead_id = any(${[...leadIds]}::uuid[])`,
      ]),
    )
    .orderBy("receivedAt", "desc")
    .orderBy("id", "desc")
    .limit(most ?? null)
    .execute();
  return held.toReversed().map(({ sender, ...row }) => {
    const { browserKey: _, visitId: __, ...told } = sender;
    return { ...row, sender: told };
  });
}
