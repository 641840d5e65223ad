import { type Question, type QuestionId, questions } from "#app/assessments/questions/questions.ts";
import { highestScore, type Level, parseLevel } from "#app/assessments/questions/score.ts";
import type { PersonData } from "#app/people/export/load-person.server.ts";
import { shellName } from "#app/intake/consent/find-consent.server.ts";
import { momentIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { eventPath } from "#app/staff/paths/event-paths.ts";
import { recordPath } from "#app/staff/paths/record-path.ts";
import { documentPages } from "#app/pages/content-pages.ts";
import { formPaths } from "#app/pages/form-paths.ts";
import { emailPath } from "#app/staff/paths/email-paths.ts";
import { getEmailLabel } from "#app/email/definition/email-kinds.ts";
import { emailStateNames } from "#app/email/outbox/email-states.messages.ts";
import { quarantinedPath } from "#app/staff/paths/quarantine-path.ts";
import { outcomeNames, recordFieldNames, statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { rotationName, schedulerName } from "#app/people/follow-up/save-follow-up.server.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import { formNames, reasonNames } from "#app/intake/quarantine/quarantine-names.messages.ts";
import { practice } from "#content/practice.ts";
import {
  bookingTexts,
  personTexts,
  type ShownActivity,
  signupStates,
  topicNames,
} from "./person.messages.ts";
import { pagesRead, touchText } from "./visit-activity.ts";

/** An entry in the activity of a person. */
export type Entry = {
  id: string;
  kind: EntryKind;
  at: Moment;
  title: string;
  /** The page with details. */
  href?: string;
  /** The level of an assessment. */
  level?: Level;
  facts: readonly Fact[];
  /** Answers or pages, in order. */
  steps?: { label: string; items: readonly string[] };
};

export type EntryKind = "notes" | "forms" | "emails" | "visits" | "consent";

/** A fact, which can lead to a page with details. */
export type Fact = readonly [name: string, value: string, href?: string];

/** The part of a person's activity that the page displays. */
export type Activity = {
  /** Newest first. */
  entries: readonly Entry[];
  /** The label of the link to more entries; undefined without more entries. */
  moreLabel: string | undefined;
  /** A sentence for each kind of entry that is displayed in part. */
  truncations: readonly string[];
};

/** How many entries are shown at first. */
const firstEntries = 5;
/** The maximum number of entries of a page; the export is complete. */
const maxEntries = 300;

type Dated = Omit<Entry, "at"> & { at: Date };

/**
 * Returns the data of a person as entries.
 * @param shown the chosen kind of entries; undefined for the newest of all kinds
 * @param capturedSince the first capture of the site in the archive
 */
export function viewActivity(
  person: PersonData,
  shown: ShownActivity | undefined,
  now: Date,
  capturedSince?: Date,
): Activity {
  const entries = listEntries(person, capturedSince).filter(
    ({ kind }) => shown === undefined || shown === "all" || shown === kind,
  );
  const limit = shown === undefined ? firstEntries : maxEntries;
  return {
    entries: entries
      .slice(0, limit)
      .map((entry) => ({ ...entry, at: describeMoment(entry.at, now, practice.timeZone) })),
    moreLabel:
      shown === undefined && entries.length > firstEntries ? labelMore(entries.length, person) : undefined,
    truncations:
      shown !== undefined && entries.length > maxEntries
        ? [personTexts.truncated("entries", maxEntries)]
        : [],
  };
}

function labelMore(total: number, { truncated }: PersonData): string {
  const isComplete = truncated.size === 0 && total <= maxEntries;
  return isComplete ? personTexts.showAll(total) : personTexts.showLatest(Math.min(total, maxEntries));
}

/** Returns the data of a person as entries, newest first. */
function listEntries(person: PersonData, capturedSince: Date | undefined): Dated[] {
  return [
    ...person.assessments.map((row) => assessmentEntry(row, person, capturedSince)),
    ...person.signUps.map((row) => signUpEntry(row, person, capturedSince)),
    ...person.consentReceipts.filter(({ leadId }) => leadId === null).map(consentEntry),
    ...person.consentWithdrawals.map(withdrawalEntry),
    ...person.letterPreferences.map(suppressionEntry),
    ...person.visits.map((row) => visitEntry(row, person)),
    ...person.letters.map(emailEntry),
    ...person.heldSubmissions.map(quarantinedEntry),
    ...person.notes.map(noteEntry),
    ...person.bookings.flatMap(bookingEntries),
  ].toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

type RowOf<List extends keyof PersonData> = PersonData[List] extends readonly (infer Row)[] ? Row : never;

function assessmentEntry(
  row: RowOf<"assessments">,
  person: PersonData,
  capturedSince: Date | undefined,
): Dated {
  const { id, createdAt, score, name, phone } = row;
  const level = parseLevel(row.scoreLevel);
  return {
    id,
    kind: "forms",
    at: createdAt,
    title: `Assessment, ${score} of ${highestScore}`,
    level,
    facts: [
      ["Submitted as", `${name}, ${phone}`],
      ...listConsentFacts(id, person, capturedSince),
      ...listSourceFacts(id, person),
    ],
    steps: { label: "Answers by topic", items: listAnswers(row) },
  };
}

/** The answers to the questions that the form had. */
function listAnswers(row: RowOf<"assessments">): string[] {
  return questions.filter(({ id }) => row[id] !== "").map((question) => formatAnswer(question, row));
}

/** “Tax plan: Talked about it, 2 of 3”; an answer to an older set of questions is displayed as stored. */
function formatAnswer(
  { id, topic, options }: Question & { id: QuestionId },
  row: RowOf<"assessments">,
): string {
  const option = options.find(({ value }) => value === row[id]);
  return `${topic}: ${option === undefined ? row[id] : `${option.label}, ${option.score} of 3`}`;
}

function signUpEntry(row: RowOf<"signUps">, person: PersonData, capturedSince: Date | undefined): Dated {
  const { id, createdAt, event, eventId, startsAt, timeZone, state, placeNumber, name } = row;
  const number = placeNumber === null ? "" : `, no. ${placeNumber}`;
  return {
    id,
    kind: "forms",
    at: createdAt,
    title: event === null ? "Requested the next date" : `Sign-up: ${event}`,
    ...(eventId === null ? {} : { href: eventPath(eventId) }),
    facts: omitEmpty([
      ["Submitted as", row.phone === null ? name : `${name}, ${row.phone}`],
      ["Begins", startsAt === null ? null : momentIn(timeZone ?? practice.timeZone, startsAt)],
      ["Position", `${signupStates[state]}${number}`],
      ["Attended", row.attended === null ? null : formatYesNo(row.attended)],
      ["Questions", row.questions],
      ["Topics", row.topics],
      ...listConsentFacts(id, person, capturedSince),
      ...listSourceFacts(id, person),
    ]),
  };
}

/** The traffic source of the browser, as recorded when the form was submitted. */
function listSourceFacts(leadId: string, { identifiedVisits }: PersonData): Fact[] {
  const visit = identifiedVisits.find((identified) => identified.leadId === leadId);
  if (visit === undefined) return [];
  const [first, last] = [touchText(visit.firstTouch) ?? null, touchText(visit.lastTouch) ?? null];
  if (first === last) return omitEmpty([["Source", first]]);
  return omitEmpty([
    ["First source", first],
    ["Latest source", last],
  ]);
}

/** The consent given with a form, with its wording version and the page that displayed it. */
function listConsentFacts(
  leadId: string,
  { consentReceipts }: PersonData,
  capturedSince: Date | undefined,
): Fact[] {
  return consentReceipts
    .filter((receipt) => receipt.leadId === leadId)
    .flatMap((receipt): Fact[] => [
      ["Agreed to", formatReceipt(receipt)],
      ...listDisplayedPages(receipt, capturedSince),
    ]);
}

/** The page with the form and the disclosures in the archive, if the archive reaches back to the time of the form. */
function listDisplayedPages(receipt: RowOf<"consentReceipts">, capturedSince: Date | undefined): Fact[] {
  const { form, pageVersion, givenAt } = receipt;
  const isCaptured = capturedSince !== undefined && givenAt >= capturedSince;
  if (form === null || pageVersion === null || !isCaptured) return [];
  const page = form === "assessment" ? formPaths.assessment : formPaths.eventSignup;
  const [sentAt, shownAt] = [givenAt.toISOString(), momentIn(practice.timeZone, givenAt)];
  const { formCrs, privacyPolicy } = documentPages;
  return [
    ["Page shown", shownAt, recordPath({ page, sent: pageVersion, sentAt })],
    ["Form CRS then", shownAt, recordPath({ page: formCrs.path, sentAt })],
    ["Privacy policy then", shownAt, recordPath({ page: privacyPolicy.path, sentAt })],
  ];
}

function formatReceipt(receipt: RowOf<"consentReceipts">): string {
  const { basis, byEmail, byPhone, wordingVersion, optsOut } = receipt;
  const signal = optsOut ? "; the browser sent an opt-out signal (Global Privacy Control)" : "";
  if (basis === "none-given") return `Not asked${signal}`;
  const agreed = [...(byEmail ? ["email"] : []), ...(byPhone ? ["calls"] : [])];
  const wording = wordingVersion === null ? "" : ` (wording of ${formatVersionDay(wordingVersion)})`;
  return `${agreed.length === 0 ? "neither email nor calls" : agreed.join(" and ")}${wording}${signal}`;
}

/** Consent given outside the forms: by the person or recorded by staff. */
function consentEntry(receipt: RowOf<"consentReceipts">, index: number): Dated {
  const { givenAt, recordedBy } = receipt;
  return {
    id: `consent-${index}`,
    kind: "consent",
    at: givenAt,
    title: recordedBy === null ? "Gave consent through the link in an email" : "Consent recorded by staff",
    facts: omitEmpty([
      ["Agreed to", formatReceipt(receipt)],
      ["Recorded by", recordedBy === shellName ? "The administrator" : recordedBy],
    ]),
  };
}

/** “Nov 21, 2026” for 2026-11-21. A version that is not a date is returned unchanged. */
function formatVersionDay(version: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(version) ? shortDayIn("UTC", new Date(version)) : version;
}

function withdrawalEntry({ channel, at }: RowOf<"consentWithdrawals">, index: number): Dated {
  const what = channel === "email" ? "no articles or invitations" : "no calls";
  return { id: `withdrawal-${index}`, kind: "consent", at, title: `Opted out: ${what}`, facts: [] };
}

function suppressionEntry({ topic, since }: RowOf<"letterPreferences">): Dated {
  return {
    id: `stopped-${topic}`,
    kind: "consent",
    at: since,
    title: `Stopped: ${topicNames[topic] ?? topic}`,
    facts: [],
  };
}

function visitEntry(row: RowOf<"visits">, { events }: PersonData): Dated {
  const { visit, createdAt, source, ipAddress, userAgent, firstTouch, trafficClass } = row;
  const items = pagesRead(events.filter((event) => event.visit === visit));
  return {
    id: `visit-${visit}`,
    kind: "visits",
    at: createdAt,
    title: trafficClass === "person" ? "Visit" : "Visit, possibly automated",
    facts: omitEmpty([
      ["Source", touchText(firstTouch) ?? source],
      ["Network address", ipAddress],
      ["Browser", userAgent],
    ]),
    ...(items.length === 0 ? {} : { steps: { label: "Pages read, in order", items } }),
  };
}

function emailEntry(row: RowOf<"letters">): Dated {
  const { id, kind, recipient, state, createdAt, attempts, lastReply, subject } = row;
  return {
    id,
    kind: "emails",
    at: createdAt,
    title: `Email: ${subject ?? getEmailLabel(kind)}`,
    href: emailPath(id),
    facts: omitEmpty([
      ["To", recipient === practice.email ? "The firm" : recipient],
      ["Status", emailStateNames[state]],
      ["Attempts", attempts > 1 ? String(attempts) : null],
      // The reply to a sent email contains no useful information, so it is omitted.
      ["Last reply", state === "sent" ? null : lastReply],
    ]),
  };
}

function quarantinedEntry(row: RowOf<"heldSubmissions">): Dated {
  const { id, form, reason, receivedAt, releasedAt } = row;
  return {
    id,
    kind: "forms",
    at: receivedAt,
    title: `Quarantined: ${formNames[form]}`,
    href: quarantinedPath(id),
    facts: omitEmpty([
      ["Why", reasonNames[reason]],
      ["Accepted", releasedAt === null ? "No" : momentIn(practice.timeZone, releasedAt)],
    ]),
  };
}

/** Authors of notes that are no accounts. */
const authorNames: Readonly<Record<string, string>> = {
  [schedulerName]: bookingTexts.scheduler,
  [rotationName]: personTexts.rotation,
};

/** “Call: Reached”, “Emailed”, “Note” or “Record changed”, with the note and the new values. */
function noteEntry({ id, at, authorEmail, outcome, body, changes }: RowOf<"notes">): Dated {
  const fields = Object.entries(recordFieldNames).flatMap(([field, name]) =>
    field in changes ? [[name, describeChange(field, changes)] as const] : [],
  );
  return {
    id: `note-${id}`,
    kind: "notes",
    at,
    title: outcome === null ? (body === null ? "Record changed" : "Note") : describeOutcome(outcome),
    facts: omitEmpty([["Note", body], ...fields, ["By", authorNames[authorEmail] ?? authorEmail]]),
  };
}

/** Only these outcomes say that staff called. The others can be that of an email. */
function describeOutcome(outcome: keyof typeof outcomeNames): string {
  const name = outcomeNames[outcome];
  switch (outcome) {
    case "reached":
    case "left-message":
      return `Call: ${name}`;
    case "booked":
    case "not-a-fit":
      return `Outcome: ${name}`;
    case "emailed":
      return name;
  }
}

/** A booked appointment, and its end if it was rescheduled or canceled. */
function bookingEntries(row: RowOf<"bookings">, index: number): Dated[] {
  const { receivedAt, closedAt, startsAt, endsAt, state, personEmail } = row;
  // A booking that is known only from the one that replaced it has no duration, and its start is unknown.
  const isTimeKnown = state !== "rescheduled" || endsAt.getTime() !== startsAt.getTime();
  const facts = omitEmpty([
    ["Begins", isTimeKnown ? momentIn(practice.timeZone, startsAt) : null],
    ["Person", personEmail === null ? bookingTexts.notAssigned : null],
    ["Reported by", bookingTexts.scheduler],
  ]);
  const booked: Dated = {
    id: `booking-${index}`,
    kind: "notes",
    at: receivedAt,
    title: bookingTexts.titles.booked,
    facts,
  };
  if (closedAt === null) return [booked];
  return [
    booked,
    { id: `booking-${index}-closed`, kind: "notes", at: closedAt, title: bookingTexts.titles[state], facts },
  ];
}

/** The new value, and the earlier one if it is stored. */
function describeChange(field: string, { before = {}, ...changes }: RowOf<"notes">["changes"]): string {
  const value = describeValue(field, changes);
  const earlier = Object.entries(before).find(([changed]) => changed === field)?.[1] ?? "";
  return earlier === "" ? value : `${value} (before: ${earlier})`;
}

function describeValue(field: string, changes: Omit<RowOf<"notes">["changes"], "before">): string {
  const value = Object.entries(changes).find(([changed]) => changed === field)?.[1] ?? "";
  if (value === "") return "removed";
  if (field === "nextStepOn") return longDate(value);
  return field === "status" && changes.status !== undefined ? statusNames[changes.status] : value;
}

/** The facts without those that have no value. */
function omitEmpty(facts: readonly (readonly [string, string | null, string?])[]): Fact[] {
  return facts.flatMap(([name, value, href]): Fact[] => {
    if (value === null || value === "") return [];
    return href === undefined ? [[name, value]] : [[name, value, href]];
  });
}

function formatYesNo(value: boolean): string {
  return value ? "Yes" : "No";
}
