import type { QueuedPerson } from "#app/people/queue/load-queue.server.ts";
import type { QueueGroup } from "#app/people/queue/queue-groups.ts";

/** Texts of Today. */
export const todayTexts = {
  groups: {
    overdue: "Overdue",
    today: "Today",
    new: "New or without a next step",
    waiting: "Waiting",
  } satisfies Record<QueueGroup, string>,
  empty: "Nothing is due. New people appear here after they submit a form.",
  compliance: "Compliance",
  due: (day: string): string => `due ${day}`,
  wasDue: (day: string): string => `was due ${day}`,
  queue: "People to follow up with",
  show: "Show",
  mine: "Mine",
  everyone: "Everyone",
  columns: {
    person: "Person",
    score: "Score",
    event: "Event",
    source: "Source",
    age: "Age",
    owner: "Owner",
    nextStep: "Next step",
    action: "Action",
  },
  companyUnknown: "Company unknown",
  noAssessment: "No assessment",
  noEvent: "None",
  noCampaign: "No campaign",
  notRecorded: "Not recorded",
  noOwner: "No owner",
  formerOwner: "Former colleague",
  noNextStep: "No next step",
  call: "Call",
  callProblems: {
    yes: "No number",
    no: "Calls not allowed",
    "not-asked": "Calls not allowed",
    "opted-out": "Opted out of calls",
  } satisfies Record<QueuedPerson["callConsent"], string>,
  // 47 CFR 64.1200(c)(1), as of 2026.
  callingHours: "Call only between 8 AM and 9 PM in the person’s time zone.",
  callPerson: (name: string): string => `Call ${name}`,
  record: "Record",
  recordOutcome: (name: string): string => `Record an outcome for ${name}`,
  unmatchedBookings: (count: number): string =>
    count === 1 ? "1 unmatched appointment" : `${count} unmatched appointments`,
  submittedChanges: (count: number): string =>
    count === 1 ? "Approve or return 1 website change" : `Approve or return ${count} website changes`,
  failedChanges: (count: number): string =>
    count === 1
      ? "1 approved website change was not published"
      : `${count} approved website changes were not published`,
  returnedChanges: (count: number): string =>
    count === 1
      ? "1 website change needs another check because of a new build"
      : `${count} website changes need another check because of a new build`,
  returnedToAuthor: (count: number): string =>
    count === 1 ? "1 change was returned to you" : `${count} changes were returned to you`,
  event: (title: string, day: string): string => `${title}, ${day}`,
  eventChanged: "published, changed or canceled without approval",
  moreEvents: (count: number): string => (count === 1 ? "1 more event" : `${count} more events`),
  acknowledge: "Acknowledge",
  acknowledgeHint: "Records that you have read the changed events.",
  all: "View all people",
  allGroups: "View all groups",
  responseTargets: "Response targets, last 30 days",
  answers: "Replied within one business day",
  eventEmails: "Event link sent within 24 hours",
  noCases: "None yet",
  oldestOpen: "oldest open:",
  nextEvent: "Next event",
  seats: (taken: number, capacity: number): string => `${taken} of ${capacity} seats reserved`,
  firstVisit: "This is your first visit.",
  more: (left: number): string => `and ${left.toLocaleString("en-US")} more`,
} as const;
