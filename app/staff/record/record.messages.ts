const eventVerbs: Readonly<Record<string, string>> = {
  "event-added": "added",
  "event-changed": "changed",
  "event-cancelled": "canceled",
};

export const recordTexts = {
  about: "Every page as published",
  form: "Date and page",
  page: "Page",
  date: "Date",
  time: (zone: string) => `Time (${zone})`,
  show: "Show page",
  invalidTime: "Enter a date like 2026-03-03 and a time like 14:05. The page is shown as it is now.",
  skippedHour:
    "That time does not exist, because clocks are set forward on that day. The current page is shown instead.",

  unknown: "Unknown",
  nothing: "Nothing has been captured yet. The first capture runs a few seconds after the server starts.",
  beforeFirst: (first: string) =>
    `The site was first captured on ${first}. Its earlier content is not known.`,
  future: "That time is in the future.",
  notPublished: "This page was not published at that time.",

  live: (version: number, since: string) => `Version ${version} has been live since ${since}.`,
  past: (version: number, since: string, until: string) =>
    `Version ${version} was live from ${since} to ${until}.`,
  inMinute: (version: number, until: string) =>
    `The page changed in this minute: version ${version} was live until ${until}.`,
  checked: (at: string) => `Last compared with the site on ${at}.`,
  exactlySent: "This is the exact page from which the form was submitted.",
  nearestSent:
    "The exact page from which the form was submitted was not captured. This is the captured version that was live at that time.",

  published: "Page as published",
  frame: (title: string, at: string) => `${title}, as published on ${at}`,
  full: "Open full page",
  source: "Source",
  skip: "Skip the page",
  keepUntil: (day: string, isLive: boolean) =>
    `Kept at least until ${day}: five years from the end of the fiscal year in which it was last published (17 CFR 275.204-2(e)(3))${isLive ? ", if it were replaced today" : ""}. Nothing in the archive is deleted.`,
  held: "A legal hold is in effect. No lead data is deleted automatically.",
  registers: "Filings, holds and promoters",
  facts: {
    retention: "Retention",
    captured: "Captured",
    author: "Written by",
    approver: "Approved by",
    reason: "Reason",
    build: "Build",
    entry: "Position in the chain",
    entryHash: "SHA-256 of the entry",
    contentHash: "SHA-256 of the page",
    documents: "Documents",
    check: "Integrity",
  },
  deployment: "Deployment",
  byDeployment: "Published by deployment",
  by: (author: string, approver: string) => `Written by ${author}. Approved by ${approver}`,
  notApproved: "Published by deployment, without an approval in this system.",
  byState: "Changed without a release",
  /** The author or approver of words that an earlier version brought. */
  ofText: (who: string, version: number, at: string) =>
    `Text of version ${version} (${at}): ${who.replace(/\.?$/, ".")}`,
  sameText: "Later releases have not changed it.",
  stateNotApproved:
    "Since then, a live event, a sign-up or a date change has updated this page. Such updates need no separate approval.",
  withoutRelease: "This text comes from a live event, not from a release.",
  withoutApproval:
    "No separate approval needed: live events, sign-ups and date changes update pages without a release.",
  eventChanges: (changes: readonly string[]) => `Before this version was captured, ${changes.join("; ")}.`,
  noEventChange:
    "No colleague has changed a live event since the previous version, so a sign-up or a date change updated the page.",
  eventChange: (actor: string, action: string, at: string) =>
    `${actor} ${eventVerbs[action] ?? "changed"} a live event on ${at}`,
  entry: (position: number, last: number) => `Entry ${position} of ${last}`,
  state: (release: number) => `a change within the release of entry ${release}`,
  intact: "Hashes match",
  broken:
    "The hashes do not match. Do not change the database. Ask the administrator to run the command “record verify”.",

  parts: "Parts of this page",
  versions: "Versions",
  version: (number: number) => `Version ${number}`,
  total: (count: number) => (count === 1 ? "1 in total" : `${count} in total`),
  tags: { live: "Live", shown: "Shown" },
  first: "First capture of this page",
  words: (added: number, removed: number) => `${countWords(added)} added, ${removed} removed`,
  sameWords: "Same words, different appearance or headers",
  old: "Before",
  current: "After",
  compare: "Compare",
  older: "Older versions",
  newer: "Newest versions",

  changes: "Changes",
  compared: (from: number, to: number, passages: number) =>
    `Version ${from} to ${to}: ${passages === 1 ? "1 passage" : `${passages} passages`}`,
  nothingBefore: "This is the first captured version of the page.",
  morePassages: (count: number) => `${count} more passages are not shown.`,
  sideBySide: "Show both pages",
} as const;

function countWords(count: number): string {
  return count === 1 ? "1 word" : `${count} words`;
}
