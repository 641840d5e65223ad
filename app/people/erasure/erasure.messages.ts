import type { ErasedTable, Erasure, Kept } from "./erase-person.server.ts";

/** Where the report is displayed. The command line names tables and options. */
export type Reader = "shell" | "screen";

/** The names of the erased tables on screens. */
const tableNames: Record<ErasedTable, string> = {
  pre_loi_assessments: "Assessments",
  linkedin_live_signups: "Event sign-ups and their seats",
  people: "Record with status and next step",
  person_notes: "Notes and outcomes of calls",
  bookings: "Appointments",
  consent_receipts: "Consent receipts",
  visitors: "Visits and their sources",
  tracking_events: "Events in these visits",
  quarantined_submissions: "Quarantined submissions",
  letters: "Emails",
  undeliverable_addresses: "Undeliverable addresses",
};

/** The number of deleted rows by table. */
export function describeRemoved({ removed }: Pick<Erasure, "removed">, reader: Reader): string[] {
  return Object.entries(removed).map(([table, count]) => `${formatTable(table, reader)}: ${count}`);
}

function formatTable(table: string, reader: Reader): string {
  return reader === "screen" && isErasedTable(table) ? tableNames[table] : table;
}

function isErasedTable(table: string): table is ErasedTable {
  return Object.hasOwn(tableNames, table);
}

/** The kept data by the exceptions in docs/privacy.md, "What stays after an erasure", that applied. */
export function describeKept({ kept }: { kept: Kept }, keepsEmails: boolean, reader: Reader): string[] {
  const { names, again, under } = wording[reader];
  const lines = [
    keepsEmails && kept.emails > 0
      ? `${names.emails}: ${kept.emails}, as the record of what was sent (17 CFR 275.204-2(a)(7): five years from the end of the fiscal year). ${again.later}`
      : undefined,
    keepsEmails && kept.emailsInFlight > 0
      ? `Of these, ${kept.emailsInFlight} ${kept.emailsInFlight === 1 ? "is" : "are"} being sent right now: ${again.soon}`
      : undefined,
    kept.suppressions > 0
      ? `${names.suppressions}: ${kept.suppressions}, ${under.address}, so that the opt-out still applies.`
      : undefined,
    kept.withdrawals > 0
      ? `${names.withdrawals}: ${kept.withdrawals}, ${under.address}, so that the opt-out still applies.`
      : undefined,
    kept.sharedVisits > 0
      ? `${names.visits}: ${kept.sharedVisits} without a name, from a browser that another person used for a form.`
      : undefined,
  ];
  return [...lines.filter((line) => line !== undefined), ...describeAlwaysKept(reader)];
}

/** What is kept after every erasure. */
export function describeAlwaysKept(reader: Reader): string[] {
  const { names, under } = wording[reader];
  return [
    `${names.digests}: ${under.attempts}.`,
    under.files,
    "Outside this system: backups until they expire, and mailboxes, including the firm’s.",
    `${names.audit}: access to this person’s data and this erasure, ${under.log}.`,
  ];
}

const wording = {
  shell: {
    names: {
      emails: "letters",
      suppressions: "letter_suppressions",
      withdrawals: "consent_withdrawals",
      visits: "visitors",
      digests: "rate_limits, spent_tokens",
      audit: "audit_events",
    },
    under: {
      address: "under a digest of the address",
      attempts: "digests that identify no one, for a day and for a week",
      files:
        "Database files: erased values stay in free space and in the write-ahead log until the server rewrites the files, between 2 and 5 AM in the firm’s time zone or after 24 hours. To do it now, run the command “person rewrite”. With DATABASE_URL, the write-ahead log is cleared if the role has the privileges in docs/operations.md.",
      log: "under a digest that identifies no one",
    },
    again: {
      later: "Erase again without --keep-letters when the compliance officer approves it.",
      soon: "erase again in a few minutes, with --keep-letters, to delete those that were not sent.",
    },
  },
  screen: {
    names: {
      emails: "Emails",
      suppressions: "Suppressed emails",
      withdrawals: "Opt-outs",
      visits: "Visits",
      digests: "Spam protection",
      audit: "Audit log",
    },
    under: {
      address: "stored as a code that cannot be converted back to the address",
      attempts: "counters and one-time form codes that cannot be traced to a person, deleted within a week",
      files:
        "Database files: erased values stay in free space, which no screen and no export reads, until the files are rewritten tonight.",
      log: "without the name or the address",
    },
    again: {
      later:
        "They are not deleted automatically and remain visible under “Email”. When the compliance officer approves it, the administrator can erase them too with the command “person erase” and the address.",
      soon: "in a few minutes, the administrator can erase again with the command “person erase”, the address and --keep-letters, to delete those that were not sent.",
    },
  },
} as const;
