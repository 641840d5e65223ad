import type { QuarantineHealth } from "#app/intake/spam-checks/quarantine-health.server.ts";
import type { ClockProblem } from "#app/platform/health.ts";
import { noEmail } from "#app/staff/shell/no-email.ts";

export const healthTexts = {
  ok: "OK",
  problem: "Needs attention",
  advice: (section: string) => `Instructions for the administrator are in docs/runbook.md, “${section}”.`,
  refresh: "Refresh",
  forbidden: "Your account can’t view system health. Ask an owner or staff member.",
  slow: "No response within three seconds.",
  failed: "The check failed. The server log has the reason.",
} as const;

export const partTitles = {
  database: "Database",
  email: "Email",
  bounces: "Returned email",
  integrations: "Integrations",
  forms: "Forms",
  visits: "Visits",
  retention: "Data retention",
  backups: "Backups",
  program: "Program",
} as const;

export type Part = keyof typeof partTitles;

/** Headings of docs/runbook.md. A test compares them with the document. */
export const runbookSections: Record<Part, string> = {
  database: "Health",
  email: "Email",
  bounces: "Returned email",
  integrations: "Integrations",
  forms: "Quarantine",
  visits: "Health",
  retention: "Retention",
  backups: "Back up and restore",
  program: "Health",
};

export const statusTexts = {
  databaseOk: "Connected, schema current",
  databaseSlow: "The database responds slowly. Pages that use it are slow as well.",
  diskLow: "The disk is almost full. When it is full, forms cannot be stored.",
  emailOk: "Sending email",
  emailDisabled: noEmail,
  emailFailed: (count: number) =>
    `${count === 1 ? "1 email" : `${count} emails`} failed in the last seven days. See “Email” for the reason, then send again.`,
  emailLimited:
    "The hourly limit on messages to unconfirmed mailboxes has been reached. The rest will be sent in the next hour. If you did not expect so many forms, check “Quarantine”.",
  emailStuck:
    "Email has been waiting for more than 15 minutes. The last responses of the mail server give the reason.",
  bouncesOk: "Reading the mailbox for returned email",
  bouncesFirst: "The mailbox has not been read yet",
  bouncesDisabled: "No mailbox is set up. Only rejections during delivery are detected.",
  bouncesFailing: "The mailbox for returned email could not be read. The next attempt is automatic.",
  integrationsOk: "Sending events",
  integrationsNone: "No integration is set up",
  integrationsStopped: (names: readonly string[]) =>
    `${names.join(", ")} is no longer accepting events. See “Integrations” for the reason.`,
  integrationsFailed: (count: number) =>
    `${count === 1 ? "1 event" : `${count} events`} could not be delivered in the last seven days. See the delivery log for the reason, then replay.`,
  integrationsStuck:
    "Events have been waiting for more than an hour. The delivery log has the latest responses.",
  formsOk: "Within the site-wide limits",
  formsLimited:
    "A site-wide limit on quarantined submissions has been reached. Network addresses with more than two quarantined submissions today are refused until the next hour. Check “Quarantine”.",
  visitsOk: "Recording visits",
  visitsLost: "Some visits or events were not stored since the program started. Visitors are not affected.",
  visitsWaiting: "Visits arrive faster than they can be stored. They are waiting in memory.",
  retentionOk: "Expired data is deleted every hour",
  retentionHeld: "On. No lead data is deleted.",
  retentionFirst: "The first run since the program started is in progress",
  retentionFailing:
    "Expired data could not be deleted. The next attempt is within the hour. Until it succeeds, data is stored longer than the privacy notice states.",
  clockRefused:
    "Deletion is stopped because a clock looks wrong. Until this is resolved, data is kept longer than the privacy notice states.",
  backupsOk: "A backup is made every day",
  backupsFirst: "The first backup has not been made yet",
  backupsDisabled: "This server makes no daily backups.",
  backupsFailed: (problem: string) =>
    `The last backup failed. ${problem} The next attempt is within the hour.`,
  backupsOverdue: "The last good backup is more than 26 hours old.",
  programOk: "Running",
  programLarge:
    "The server uses too much memory. Ask the administrator to restart it when traffic is low and to report the problem.",
} as const;

/** Heading of the runbook section on a full disk. */
export const diskSection = "The disk is full";

/** Heading of the runbook section on implausible clocks. */
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

/** Why a visit or event was not stored, by the reason in the server log. */
export const lossNames: Readonly<Record<string, string>> = {
  "no such visit": "unknown visit",
  "over the limit of an address": "too many from one network address",
  "over the limit of a visit": "too many events in one visit",
  "too many waiting": "too many already waiting",
  unavailable: "database unavailable",
  "opted out of tracking": "the browser opted out of tracking",
};

/** Data with a retention period. */
export const retainedNames = {
  people: "Leads, after the last contact",
  visits: "Anonymous visits and events",
  quarantinedSubmissions: "Quarantined forms",
  confirmationEmails: "Mailbox confirmation emails",
  otherEmails: "Emails without a lead",
  undeliverableAddresses: "Undeliverable addresses without a form",
  unmatchedBookings: "Unmatched appointments",
  merges: "Undo data of merged people",
  deliveries: "Deliveries to other systems",
  spentTokens: "Used form tokens",
  rateLimits: "Rate limit counts",
} as const;
