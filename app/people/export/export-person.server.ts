import type { Kysely } from "kysely";
import { listIds, type OrderedRows, readEach } from "#app/data/lists/ordered-rows.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Json } from "#app/data/schema/quarantined-submissions.ts";
import { listUndeliverable } from "#app/email/bounces/undeliverable-addresses.server.ts";
import { deliveriesOfPerson } from "#app/integrations/deliveries/list-deliveries.server.ts";
import { listContactsOfPerson } from "#app/integrations/wealthbox/contacts-of-person.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { jsonFile } from "#app/platform/text/json-file.ts";
import { findPersonRecord, type PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { listMergedRecords } from "#app/people/merge/list-merged-records.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { findVisitsOfPerson } from "#app/people/profile/visits-of-person.server.ts";
import { loadConsent, numberVisits, rowsOfForms, rowsOfPerson, rowsOfVisits } from "./person-rows.server.ts";
import { withoutKeys } from "./remove-link-keys.ts";

/** All data of a person, with all addresses. Only the ids of the rows are in memory, because strangers can add any number of rows. */
export type PersonExport = {
  addresses: readonly string[];
  record: PersonRecord | null;
  /** The number of rows in each list. */
  counts: Readonly<Record<ExportedRows, number>>;
  /**
   * The data as JSON in chunks, oldest first. Rows are read while the file is. The keys of private URLs and of browsers are omitted, because
   * they authorize their holder to act as the person.
   */
  file(): AsyncGenerator<string>;
};

export type ExportedRows =
  | keyof AllRows
  | "consentWithdrawals"
  | "letterPreferences"
  | "undeliverableAddresses"
  | "wealthboxContacts";

/**
 * @param email any address of the person, in lower case, without spaces around it
 * @param options.hiddenKinds kinds of email that the reader may not see, from `hiddenKindsFor`
 */
export async function preparePersonExport(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  email: string,
  { hiddenKinds }: { hiddenKinds: readonly string[] },
): Promise<PersonExport> {
  const emails = await listAddresses(db, email);
  const record = (await findPersonRecord(db, email)) ?? null;
  const { addresses, consent, consentWithdrawals, letterPreferences } = await loadConsent(db, email, emails);
  const undeliverableAddresses = await listUndeliverable(db, emails);
  const wealthboxContacts = record === null ? [] : await listContactsOfPerson(db, record.id);
  const mergedRecords = record === null ? [] : await listMergedRecords(db, record.id);
  const rows = await findAllRows(db, { email, emails, record, hiddenKinds });
  const getVisitNumber = numberVisits(rows.visits.ids);
  return {
    addresses: emails,
    record,
    counts: {
      ...countAll(rows),
      consentWithdrawals: consentWithdrawals.length,
      letterPreferences: letterPreferences.length,
      undeliverableAddresses: undeliverableAddresses.length,
      wealthboxContacts: wealthboxContacts.length,
    },
    file: () =>
      jsonFile([
        ["madeAt", clock.now()],
        ["email", email],
        ["record", record],
        ["mergedRecords", mergedRecords],
        ["notes", rows.notes.each((row) => row)],
        ["bookings", rows.bookings.each(omitId)],
        ["deliveries", rows.deliveries.each((row) => row)],
        ["wealthboxContacts", wealthboxContacts],
        ["assessments", rows.assessments.each((row) => row)],
        ["signUps", rows.signUps.each((row) => row)],
        ["addresses", addresses],
        ["consent", consent],
        ["consentReceipts", rows.consentReceipts.each(omitId)],
        ["consentWithdrawals", consentWithdrawals],
        ["letterPreferences", letterPreferences],
        ["undeliverableAddresses", undeliverableAddresses],
        [
          "identifiedVisits",
          rows.identifiedVisits.each((row) => ({
            ...omitVisitKeys(row),
            visit: getVisitNumber(row.visitId),
          })),
        ],
        ["visits", rows.visits.each((row) => ({ visit: getVisitNumber(row.id), ...omitVisitKeys(row) }))],
        [
          "events",
          rows.events.each((row) => ({ visit: getVisitNumber(row.visitId), ...omitVisitKeys(row) })),
        ],
        ["heldSubmissions", rows.heldSubmissions.each((row) => ({ ...row, sender: omitKeys(row.sender) }))],
        ["letters", rows.letters.each((row) => ({ ...row, text: row.text && withoutKeys(row.text) }))],
      ]),
  };
}

/** Whether there is any data besides the address. */
export function hasPersonData({ counts }: PersonExport): boolean {
  return Object.values(counts).some((count) => count > 0);
}

async function findAllRows(
  db: Kysely<Database>,
  {
    email,
    emails,
    record,
    hiddenKinds,
  }: {
    email: string;
    emails: readonly string[];
    record: PersonRecord | null;
    hiddenKinds: readonly string[];
  },
) {
  const own = rowsOfPerson(db, email, emails);
  const assessments = await findRows(db, own.assessments);
  const signUps = await findRows(db, own.signUps);
  const leadIds = [...assessments.ids, ...signUps.ids];
  const concerning = rowsOfForms(db, { emails, leadIds }, { hiddenKinds, isForScreen: false });
  const { identified, joined } = await findVisitsOfPerson(db, emails);
  const browsed = rowsOfVisits(db, joined);
  return {
    assessments,
    signUps,
    notes: await findRows(db, own.notes),
    bookings: await findRows(db, own.bookings),
    deliveries: await findRows(db, deliveriesOfPerson(db, record?.id ?? null)),
    consentReceipts: await findRows(db, own.consentReceipts),
    identifiedVisits: await findRows(db, rowsOfVisits(db, identified).visits),
    visits: await findRows(db, browsed.visits),
    events: await findRows(db, browsed.events),
    heldSubmissions: await findRows(db, concerning.heldSubmissions),
    letters: await findRows(db, concerning.letters),
  };
}

async function findRows<Row extends { id: string | number }>(db: Kysely<Database>, list: OrderedRows<Row>) {
  const ids = await listIds(db, list);
  return {
    ids,
    async *each(present: (row: Row) => object): AsyncGenerator<object> {
      for await (const row of readEach(db, list, ids)) yield present(row);
    },
  };
}

type AllRows = Awaited<ReturnType<typeof findAllRows>>;

function countAll(rows: AllRows): Record<keyof AllRows, number> {
  return {
    notes: rows.notes.ids.length,
    bookings: rows.bookings.ids.length,
    deliveries: rows.deliveries.ids.length,
    assessments: rows.assessments.ids.length,
    signUps: rows.signUps.ids.length,
    consentReceipts: rows.consentReceipts.ids.length,
    identifiedVisits: rows.identifiedVisits.ids.length,
    visits: rows.visits.ids.length,
    events: rows.events.ids.length,
    heldSubmissions: rows.heldSubmissions.ids.length,
    letters: rows.letters.ids.length,
  };
}

function omitId<Row extends { id: string | number }>(row: Row): Omit<Row, "id"> {
  const { id: _, ...shown } = row;
  return shown;
}

/** The id of a visit is the browser's key. */
function omitVisitKeys<Row extends { id: string; visitId: string | null }>(row: Row) {
  const { id: _, visitId: __, ...shown } = row;
  return shown;
}

/** The keys of the browser of a quarantined submission. */
function omitKeys(sender: Json = {}): Json {
  const { browserKey: _, visitId: __, ...shown } = sender;
  return shown;
}
