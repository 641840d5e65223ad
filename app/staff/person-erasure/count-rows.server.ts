import type { Removed } from "#app/people/erasure/erase-person.server.ts";
import type { PersonExport } from "#app/people/export/export-person.server.ts";

/** Counts the rows that an erasure would delete now, by table. */
export function countRows({ record, counts }: PersonExport): Removed {
  return {
    pre_loi_assessments: counts.assessments,
    linkedin_live_signups: counts.signUps,
    people: record === null ? 0 : 1,
    person_notes: counts.notes,
    bookings: counts.bookings,
    consent_receipts: counts.consentReceipts,
    visitors: counts.identifiedVisits + counts.visits,
    tracking_events: counts.events,
    quarantined_submissions: counts.heldSubmissions,
    letters: counts.letters,
    undeliverable_addresses: counts.undeliverableAddresses,
  };
}
