import type { ErasedTable, Erasure, Kept } from "./erase-person.server.ts";

/** Where somebody reads of an erasure: in the shell, which names tables and options, or on a screen. */
export type Reader = "shell" | "screen";

/** What an erasure removes, in the words of the screen. */
const tableNames: Record<ErasedTable, string> = {
  pre_loi_assessments: "Assessments",
  linkedin_live_signups: "Event signups, and the seats they hold",
  consent_receipts: "What was agreed to",
  visitors: "Visits, and where they came from",
  tracking_events: "Pages read in these visits",
  quarantined_submissions: "Forms that were held back",
  letters: "Letters",
};

/** What went, table by table. */
export function removedTexts({ removed }: Pick<Erasure, "removed">, reader: Reader): string[] {
  return Object.entries(removed).map(([table, count]) => `${nameOf(table, reader)}: ${count}`);
}

function nameOf(table: string, reader: Reader): string {
  return reader === "screen" && isErasedTable(table) ? tableNames[table] : table;
}

function isErasedTable(table: string): table is ErasedTable {
  return Object.hasOwn(tableNames, table);
}

/** What stayed, as far as the exceptions of docs/privacy.md, "What stays after an erasure", were made use of. */
export function keptTexts({ kept }: { kept: Kept }, keepsLetters: boolean, reader: Reader): string[] {
  const { names, again, under } = wording[reader];
  const lines = [
    keepsLetters && kept.letters > 0
      ? `${names.letters}: ${kept.letters}, as the record of what was sent (17 CFR 275.204-2(a)(7): five years from the end of the fiscal year). ${again.later}`
      : undefined,
    keepsLetters && kept.lettersUnderWay > 0
      ? `Of these letters ${kept.lettersUnderWay} ${kept.lettersUnderWay === 1 ? "is" : "are"} under way at this moment: ${again.soon}`
      : undefined,
    kept.suppressions > 0
      ? `${names.suppressions}: ${kept.suppressions}, ${under.address}: whoever opted out is not written to, after an erasure either.`
      : undefined,
    kept.withdrawals > 0
      ? `${names.withdrawals}: ${kept.withdrawals}, ${under.address}: whoever said stop is not called or written to, after an erasure either.`
      : undefined,
    kept.sharedVisits > 0
      ? `${names.visits}: ${kept.sharedVisits} without a name, from a browser with which somebody else sent a form too.`
      : undefined,
  ];
  return [...lines.filter((line) => line !== undefined), ...alwaysKept(reader)];
}

/** What stays whoever is erased. */
export function alwaysKept(reader: Reader): string[] {
  const { names, under } = wording[reader];
  return [
    `${names.digests}: ${under.tries}.`,
    under.files,
    "Outside this system: backups, until they are replaced, and mailboxes, those of the practice among them.",
    `${names.audit}: what was done with this person’s data, this erasure included, ${under.log}.`,
  ];
}

const wording = {
  shell: {
    names: {
      letters: "letters",
      suppressions: "letter_suppressions",
      withdrawals: "consent_withdrawals",
      visits: "visitors",
      digests: "rate_limits, spent_tokens",
      audit: "audit_events",
    },
    under: {
      address: "under a digest of the address",
      tries: "digests from which nobody can be read, for a day and for a week",
      files:
        "Database files: erased values stay in free space and in the write-ahead log until the server rewrites the files, between 2 and 5 AM in the firm’s time zone or after 24 hours. To do it now: npm run person -- rewrite. With DATABASE_URL, the write-ahead log is the database administrator’s.",
      log: "under a digest that nobody can read",
    },
    again: {
      later: "Erase again without --keep-letters once the compliance officer says so.",
      soon: "erase again in some minutes, with --keep-letters, so that what did not leave goes.",
    },
  },
  screen: {
    names: {
      letters: "Letters",
      suppressions: "Letters that are not wanted",
      withdrawals: "“Stop” that was said",
      visits: "Visits",
      digests: "Protection against abuse",
      audit: "The audit log",
    },
    under: {
      address: "kept by a mark made from the address, which nobody can turn back into it",
      tries: "counters and one-time form codes that cannot be traced to a person, gone within a week",
      files:
        "The files of the database: until they are rewritten in the coming night, erased values stay in their free space, which no screen and no export reads.",
      log: "without the name or the address",
    },
    again: {
      later:
        "They do not go by themselves, and can still be read under “Letters”. Once the compliance officer says that they need not be kept, whoever runs the server erases them too (npm run person -- erase, with the address).",
      soon: "in some minutes whoever runs the server erases again (npm run person -- erase, with the address and --keep-letters), so that what did not leave goes.",
    },
  },
} as const;
