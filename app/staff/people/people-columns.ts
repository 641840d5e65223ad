import { describeTags, splitForWealthbox } from "#app/integrations/wealthbox/contact-mapping.ts";
import { chooseContactType, usualContactTypes } from "#app/integrations/wealthbox/contact-type.ts";
import type { EventOfPerson, ListedPerson } from "#app/people/lists/list-people.server.ts";
import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { daysBetween } from "#app/platform/calendar/day-in.ts";
import { monthDayIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { splitName } from "#app/platform/text/split-name.ts";
import { csvDate } from "#app/staff/data-table/csv-columns.ts";
import { consentNames, signupNames } from "./people.messages.ts";

// Columns of the files, and texts that they share with the table.

type Person = ListedPerson;
type FileColumn = { label: string; csv: (person: Person) => string | number };

const orEmpty = (value: string | null): string => value ?? "";

const nameColumns: readonly FileColumn[] = [
  { label: "First Name", csv: ({ name }) => splitName(name).firstName },
  { label: "Last Name", csv: ({ name }) => splitName(name).lastName },
];

/** Every column. */
export const allFileColumns: readonly FileColumn[] = [
  ...nameColumns,
  { label: "Email", csv: ({ email }) => email },
  { label: "Phone", csv: ({ phone }) => orEmpty(phone) },
  { label: "Company", csv: ({ company }) => orEmpty(company) },
  { label: "Status", csv: ({ status }) => statusNames[status] },
  { label: "Owner", csv: ({ ownerName }) => orEmpty(ownerName) },
  { label: "Next Step", csv: ({ nextStep }) => orEmpty(nextStep) },
  { label: "Due", csv: ({ nextStepOn }) => orEmpty(nextStepOn) },
  { label: "Score", csv: ({ score }) => score ?? "" },
  { label: "Score Level", csv: ({ scoreLevel }) => orEmpty(scoreLevel) },
  { label: "Calls", csv: ({ callConsent }) => consentStates[callConsent] },
  { label: "Articles and Invitations", csv: ({ emailConsent }) => consentStates[emailConsent] },
  { label: "Source", csv: ({ channel }) => orEmpty(channel) },
  { label: "Campaign", csv: ({ campaign }) => orEmpty(campaign) },
  { label: "First Page", csv: ({ page }) => orEmpty(page) },
  { label: "Event", csv: ({ event }) => (event === null ? "" : `${eventDay(event)}: ${event.title}`) },
  { label: "Attendance", csv: ({ event }) => (event === null ? "" : describeSignup(event)) },
  { label: "Last Form", csv: ({ latestFormAt }) => csvDate(latestFormAt) },
  { label: "First Recorded", csv: ({ createdAt }) => csvDate(createdAt) },
  { label: "Person ID", csv: ({ id }) => id },
  { label: "Form ID", csv: ({ latestFormId }) => latestFormId },
];

/** Names of the fields in Wealthbox’s contact import. The values are those of the integration. */
export const wealthboxColumns: readonly FileColumn[] = [
  { label: "First Name", csv: ({ name }) => splitForWealthbox(name).firstName },
  { label: "Last Name", csv: ({ name }) => splitForWealthbox(name).lastName },
  { label: "Email Address", csv: ({ email }) => email },
  { label: "Phone Number", csv: ({ phone }) => orEmpty(phone) },
  { label: "Company", csv: ({ company }) => orEmpty(company) },
  { label: "Contact Type", csv: ({ status }) => chooseContactType(status, usualContactTypes) },
  { label: "Contact Source", csv: ({ channel }) => orEmpty(channel) },
  { label: "Assigned To", csv: ({ ownerName }) => orEmpty(ownerName) },
  { label: "Tags", csv: (person) => describeTags(person).join(", ") },
  { label: "External ID", csv: ({ id }) => id },
];

/**
 * Names of properties in HubSpot’s contact import. A custom property receives each of the last three. HubSpot imports opt-outs as a list of its
 * own, for which every file with the column “Email” fits.
 */
export const hubspotColumns: readonly FileColumn[] = [
  { label: "First name", csv: ({ name }) => splitName(name).firstName },
  { label: "Last name", csv: ({ name }) => splitName(name).lastName },
  { label: "Email", csv: ({ email }) => email },
  { label: "Phone number", csv: ({ phone }) => orEmpty(phone) },
  { label: "Company name", csv: ({ company }) => orEmpty(company) },
  { label: "Lifecycle stage", csv: ({ status }) => lifecycleStages[status] },
  { label: "Lead status", csv: ({ status }) => leadStatuses[status] },
  { label: "Contact owner", csv: ({ ownerEmail }) => orEmpty(ownerEmail) },
  { label: "Consent", csv: describeConsent },
  { label: "Campaign", csv: ({ channel, campaign }) => [channel, campaign].filter(Boolean).join(" / ") },
  { label: "Person ID", csv: ({ id }) => id },
];

const consentStates = { yes: "Yes", no: "No", "not-asked": "Not asked", "opted-out": "Opted out" } as const;

const lifecycleStages = {
  new: "Lead",
  contacted: "Lead",
  booked: "Opportunity",
  client: "Customer",
  "not-a-fit": "Other",
} as const;

const leadStatuses = {
  new: "New",
  contacted: "Connected",
  booked: "Open deal",
  client: "",
  "not-a-fit": "Unqualified",
} as const;

type Consent = Pick<Person, "callConsent" | "emailConsent">;

/** What the person allows, or “Opted out”. @example "Email; opted out of calls" */
export function describeConsent({ callConsent, emailConsent }: Consent): string {
  const states = [
    ["Calls", callConsent],
    ["email", emailConsent],
  ] as const;
  const optedOut = states.filter(([, state]) => state === "opted-out").map(([channel]) => channel);
  if (optedOut.length === states.length) return consentNames["opted-out"];
  const allowed = states.filter(([, state]) => state === "yes").map(([channel]) => channel);
  const parts = [
    allowed.join(", "),
    optedOut.length === 0 ? "" : `opted out of ${optedOut.join().toLowerCase()}`,
  ];
  const text = parts.filter((part) => part !== "").join("; ");
  return text === "" ? consentNames.none : text.charAt(0).toUpperCase() + text.slice(1);
}

export function isOptedOut({ callConsent, emailConsent }: Consent): boolean {
  return callConsent === "opted-out" || emailConsent === "opted-out";
}

/** “Dec 17, 2026” in the time zone of the event. */
export function eventDay({ startsAt, timeZone }: EventOfPerson): string {
  return shortDayIn(timeZone, new Date(startsAt));
}

/** Whether the person came, or the state of the sign-up if that was not recorded. */
export function describeSignup({ state, attended }: EventOfPerson): string {
  if (attended !== null) return attended ? signupNames.attended : signupNames.absent;
  return signupNames[state];
}

/** “Nov 20” for a calendar date of this year, otherwise “Nov 20, 2025”. */
export function shortDate(date: string, today: string): string {
  const day = new Date(date);
  return date.slice(0, 4) === today.slice(0, 4) ? monthDayIn("UTC", day) : shortDayIn("UTC", day);
}

/** The days since a calendar date in the firm's time zone, or 0. */
export function daysLate(date: string, today: string): number {
  return Math.max(0, daysBetween(date, today));
}
