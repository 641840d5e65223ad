import type { QuarantineHealth } from "#app/intake/spam-checks/quarantine-health.server.ts";
import type { ClockProblem } from "#app/platform/health.ts";
import { noEmail } from "#app/staff/email/emails.messages.ts";

/** Verdicts: what is fine, and what to look at. The sections are those of docs/runbook.md. */
export const healthTexts = {
  fine: "Fine",
  look: "Look at this",
  section: (heading: string) =>
    `Tell whoever runs the server: docs/runbook.md, “${heading}”, says what to do.`,
  again: "Look again",
  tables: "Version of its tables",
  mayNot: "Your account may not see how the program fares. Owners and staff of the practice can.",
  slow: "It did not answer within three seconds.",
  failed: "It could not be asked. The log of the server says why.",
} as const;

export const partTitles = {
  database: "Database",
  letters: "Letters",
  forms: "Forms",
  visits: "Visits",
  retention: "What is kept, and how long",
  program: "Program",
} as const;

export type Part = keyof typeof partTitles;

/** Where the runbook says what to do about a part. A test holds these to its headings. */
export const runbookSections: Record<Part, string> = {
  database: "Health",
  letters: "Letters",
  forms: "Forms that were held back",
  visits: "Health",
  retention: "Once a year: what need not be kept",
  program: "Grow",
};

export const verdictTexts = {
  databaseFine: "It answers, and all its tables are up to date.",
  databaseSlow: "It answers slowly. Pages that ask it are slow as well.",
  lettersFine: "Letters leave.",
  lettersKept: noEmail,
  lettersGivenUp: (count: number) =>
    `${count === 1 ? "1 letter was" : `${count} letters were`} given up in the last seven days, and somebody waits for ${count === 1 ? "it" : "them"}. “Letters” shows why, and sends ${count === 1 ? "it" : "them"} again.`,
  lettersLimited:
    "The hourly limit on messages to unconfirmed mailboxes is reached. The rest will be sent in the next hour. If you did not expect so many forms, check “Quarantine”.",
  lettersStuck: "Letters have waited for more than an hour. Their last replies say what is in the way.",
  formsFine: "Submissions are within the site-wide limits.",
  formsLimited:
    "A site-wide limit on quarantined submissions is reached. Network addresses with more than two today are refused until the next hour. Check “Quarantine”.",
  visitsFine: "What comes in is stored.",
  visitsLost: "Some visits or events were not stored since the program began. Nobody who visits notices.",
  visitsWaiting: "More comes in than is stored at once. It is kept in memory meanwhile.",
  retentionFine: "What is past its time is removed every hour.",
  retentionFirst: "It is being looked for, for the first time since the program began.",
  retentionFailing:
    "What is past its time could not be removed. It is tried again every hour; if it stays, more is kept than the privacy notice promises.",
  clockRefused:
    "Deletion is stopped because a clock looks wrong. Until this is resolved, data is kept longer than the privacy notice promises.",
  programFine: "It runs.",
  programLarge:
    "It uses more memory than it should. Start it again when few people visit, and tell whoever maintains it.",
} as const;

/** Title of the runbook section on implausible clocks. */
export const clockSection = "A clock is wrong";

export const clockProblemTexts: Readonly<Record<ClockProblem["kind"], string>> = {
  "clocks-differ": "The clocks of the server and the database differ by five minutes or more",
  "before-build": "A clock shows a time before this version was built",
  "jumped-ahead": "More than seven days have passed since the last plausible time",
  "jumped-back": "The clocks show a time before the last plausible time",
  "never-checked": "No plausible time has been recorded",
};

/** What each site-wide limit on quarantined submissions counts. */
export const budgetNames: Readonly<Record<keyof QuarantineHealth, string>> = {
  quarantinedWithToken: "Quarantined this hour, from our form",
  quarantinedWithoutToken: "Quarantined this hour, without a form token",
  quarantinedHoneypots: "Quarantined this hour, honeypot filled in",
};

/** Why a visit, or something in it, was not stored. */
export const lossNames: Readonly<Record<string, string>> = {
  "no such visit": "it belongs to no visit that is known",
  "over the limit of an address": "too many came from one network address",
  "over the limit of a visit": "too many events in one visit",
  "too many waiting": "too many were waiting already",
  unavailable: "the database could not be reached",
  "asks not to be followed": "the browser asks not to be followed",
};

/** What is kept for a limited time only, in words. */
export const keptNames = {
  people: "Leads, after the last contact",
  visits: "Visits of nobody known, with their events",
  quarantinedSubmissions: "Forms that were held back",
  spentTokens: "Notes of which pages have sent their form already",
  rateLimits: "Counts of how often one address tried, against abuse",
} as const;
