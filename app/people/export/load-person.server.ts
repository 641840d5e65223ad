import { type Kysely, sql } from "kysely";
import { countRows, type OrderedRows, readNewest } from "#app/data/lists/ordered-rows.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Touch } from "#app/data/schema/visitors.ts";
import { listUndeliverable } from "#app/email/bounces/undeliverable-addresses.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { findVisitsOfPerson } from "#app/people/profile/visits-of-person.server.ts";
import { loadConsent, numberVisits, rowsOfForms, rowsOfPerson, rowsOfVisits } from "./person-rows.server.ts";

/** The maximum numbers of the newest rows on a screen, because strangers can add any number of forms. The export has all rows. */
export const maxRows = {
  notes: 200,
  bookings: 50,
  assessments: 100,
  /** Those without a form token. */
  unverifiedAssessments: 100,
  /** Sign-ups have long texts. */
  signUps: 50,
  repeats: 50,
  consentReceipts: 500,
  identifiedVisits: 300,
  visits: 100,
  events: 1_000,
  heldSubmissions: 100,
  letters: 200,
} as const;

export type LimitedRows = keyof typeof maxRows;

/** The data of a person for a screen. */
export type PersonData = Awaited<ReturnType<typeof loadPerson>>;

/**
 * Loads the newest rows of a person, with all addresses, oldest first.
 * @param email any address of the person, in lower case, without spaces around it
 * @param options.hiddenKinds kinds of email that the reader may not see, from `hiddenKindsFor`
 */
export async function loadPerson(
  db: Kysely<Database>,
  email: string,
  { hiddenKinds }: { hiddenKinds: readonly string[] },
) {
  const truncated = new Set<LimitedRows>();
  async function read<Row extends { id: string | number }>(name: LimitedRows, list: OrderedRows<Row>) {
    const most = maxRows[name];
    // One additional row shows whether there are more.
    const rows = await readNewest(db, list, most + 1);
    if (rows.length > most) truncated.add(name);
    return rows.slice(-most);
  }

  const emails = await listAddresses(db, email);
  const own = rowsOfPerson(db, email, emails);
  // Separately, because any number of forms without a token, and of repeats, must not hide the forms and seats of the person.
  const assessments = [
    ...(await read("assessments", selectAssessments(own.assessments, { hasFormToken: true }))),
    ...(await read("unverifiedAssessments", selectAssessments(own.assessments, { hasFormToken: false }))),
  ].toSorted(byCreation);
  const signUps = [
    ...(await read("signUps", selectSignUps(own.signUps, "!="))),
    ...(await read("repeats", selectSignUps(own.signUps, "="))),
  ].toSorted(byCreation);
  const forms = { emails, leadIds: [...assessments, ...signUps].map(({ id }) => id) };
  const concerning = rowsOfForms(db, forms, { hiddenKinds, isForScreen: true });
  const { identified, joined } = await findVisitsOfPerson(db, emails, maxRows.identifiedVisits + 1);
  const visits = await read("visits", rowsOfVisits(db, joined).visits);
  const visitIds = visits.map(({ id }) => id);
  const getVisitNumber = numberVisits(visitIds);
  const events = await read("events", rowsOfVisits(db, visitIds).events);
  const heldSubmissions = await read("heldSubmissions", concerning.heldSubmissions);
  return {
    email,
    record: (await findPersonRecord(db, email)) ?? null,
    totals: {
      assessments: await countRows(db, own.assessments),
      signUps: await countRows(db, own.signUps),
      notes: await countRows(db, own.notes),
    },
    firstFormAt: await findFirstFormTime(db, emails),
    ...(await loadConsent(db, email, emails)),
    undeliverableAddresses: await listUndeliverable(db, emails),
    firstTouch: await findFirstTouch(db, emails),
    notes: await read("notes", own.notes),
    bookings: await read("bookings", own.bookings),
    assessments,
    signUps,
    consentReceipts: await read("consentReceipts", own.consentReceipts),
    identifiedVisits: await read("identifiedVisits", rowsOfVisits(db, identified).visits),
    visits: visits.map(({ id, ...row }) => ({ visit: getVisitNumber(id), ...row })),
    events: events.map(({ visitId, ...row }) => ({ visit: getVisitNumber(visitId), ...row })),
    heldSubmissions,
    heldName: await findHeldName(db, heldSubmissions.at(-1)?.id),
    letters: await read("letters", concerning.letters),
    truncated,
  };
}

type Rows = ReturnType<typeof rowsOfPerson>;

/** The receipt of a form shows whether it came with a form token. */
function selectAssessments(
  { query, time }: Rows["assessments"],
  { hasFormToken }: { hasFormToken: boolean },
) {
  const hasToken = sql<boolean>`exists (
    select from consent_receipts as receipt
    where receipt.lead_id = pre_loi_assessments.id and receipt.page_version is not null
  )`;
  const selected = query.select(sql<boolean>`${hasFormToken}::boolean`.as("hasFormToken"));
  return { query: selected.where(hasFormToken ? hasToken : sql<boolean>`not ${hasToken}`), time };
}

function selectSignUps({ query, time }: Rows["signUps"], operator: "=" | "!=") {
  return { query: query.where("signup.state", operator, "repeat"), time };
}

function byCreation(one: { createdAt: Date }, other: { createdAt: Date }): number {
  return one.createdAt.getTime() - other.createdAt.getTime();
}

async function findFirstFormTime(db: Kysely<Database>, emails: readonly string[]): Promise<Date | null> {
  const own = sql`any(${[...emails]}::text[])`;
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(created_at) from pre_loi_assessments where email = ${own}),
      (select min(created_at) from linkedin_live_signups where email = ${own})
    ) as at`.execute(db);
  return rows[0]?.at ?? null;
}

/** The name in a quarantined submission. */
async function findHeldName(db: Kysely<Database>, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null;
  const { rows } = await sql<{ name: string | null }>`
    select input ->> 'name' as name from quarantined_submissions where id = ${id}`.execute(db);
  return rows[0]?.name ?? null;
}

/** The first touch of the first visit in which the person sent a form. Visits of programs count only if there are no others. */
async function findFirstTouch(db: Kysely<Database>, emails: readonly string[]): Promise<Touch | null> {
  const { rows } = await sql<{ firstTouch: Touch | null }>`
    select first_touch from visitors
    where email = any(${[...emails]}::text[]) and lead_id is not null
    order by traffic_class = 'machine', created_at, id limit 1`.execute(db);
  return rows[0]?.firstTouch ?? null;
}
