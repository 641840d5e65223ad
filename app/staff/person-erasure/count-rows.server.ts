import type { Removed } from "#app/people/erasure/erase-person.server.ts";
import type { PersonExport } from "#app/people/export/export-person.server.ts";

/** Counts the rows that an erasure would delete now, by table. */
export function countRows(held: PersonExport): Removed {
  return {
    pre_loi_assessments: held.assessments.length,
    linkedin_live_signups: held.signUps.length,
    people: held.record === null ? 0 : 1,
    person_notes: held.notes.length,
    bookings: held.bookings.length,
    consent_receipts: held.consentReceipts.length,
    visitors: held.identifiedVisits.length + held.visits.length,
    tracking_events: held.events.length,
    quarantined_submissions: held.heldSubmissions.length,
    letters: held.letters.length,
    undeliverable_addresses: held.undeliverableAddresses.length,
  };
}
