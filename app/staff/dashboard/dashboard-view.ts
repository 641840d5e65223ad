import type { EventStatus } from "#app/events/schedule/live-event.ts";
import type { AssessmentSummary } from "#app/assessments/lists/list-assessments.server.ts";
import { highestScore, findLevel } from "#app/assessments/questions/score.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import type { assessmentList } from "#app/staff/assessments/assessments.list.tsx";
import type { ViewOf } from "#app/staff/data-table/list-definition.ts";
import type { signupList } from "#app/staff/signups/signups.list.tsx";
import type { trackingEventList } from "#app/staff/visits/tracking-events.list.tsx";
import type { visitorList } from "#app/staff/visits/visitors.list.tsx";
import { practice } from "#content/practice.ts";
import { dashboardTexts } from "./dashboard.messages.ts";

export const dashboardDataPath = "/api/dashboard";

/** The data of the dashboard, which the page and `GET /api/dashboard` share. */
export type DashboardView = {
  /** Time of the load by the server's clock (ISO 8601). Relative times refer to it. */
  asOf: string;
  cards: readonly SummaryCard[];
  assessments: ListView<ViewOf<typeof assessmentList>>;
  signups: ListView<ViewOf<typeof signupList>>;
  visitors: ListView<ViewOf<typeof visitorList>>;
  tracking: ListView<ViewOf<typeof trackingEventList>>;
};

/** The first rows of a list. */
export type ListView<Row> = {
  rows: readonly Row[];
  /** The list has further rows. */
  hasMore: boolean;
  /** The list could not be loaded, so it may not be empty. */
  isMissing: boolean;
};

/** A figure, its optional maximum such as “/21”, and a note on what it counts. */
export type SummaryCard = { label: string; figure: string; outOf?: string; note: string };

/**
 * The cards of specification section 2.
 * @param facts.signups undefined if they could not be counted
 */
export function createSummaryCards(facts: {
  assessments: AssessmentSummary;
  signups: number | undefined;
  event: EventStatus;
  now: Date;
}): SummaryCard[] {
  const { total, thisMonth, averageScore } = facts.assessments;
  return [
    { label: "Total Assessments", figure: count.format(total), note: texts.allTime },
    createSignupCard(facts),
    { label: "This Month", figure: count.format(thisMonth), note: describeMonth(facts.now) },
    {
      label: "Average Score",
      figure: String(averageScore),
      outOf: `/${highestScore}`,
      note: total === 0 ? texts.noneYet : findLevel(averageScore),
    },
  ];
}

const texts = dashboardTexts.cards;

const count = new Intl.NumberFormat("en-US");

function createSignupCard({
  signups,
  event,
}: Pick<Parameters<typeof createSummaryCards>[0], "signups" | "event">) {
  const label = "LinkedIn Signups";
  if (signups === undefined) return { label, figure: "–", note: texts.unavailable };
  return { label, figure: count.format(signups), note: describeSeats(event) ?? texts.allTime };
}

/** Seats of the event that is open for sign-up, if there is one. */
function describeSeats(status: EventStatus): string | undefined {
  if (status.phase === "none" || status.phase === "past") return undefined;
  const { seatsTaken, capacity, timeZone, startsAt } = status.event;
  return texts.seats(seatsTaken, capacity, shortDayIn(timeZone, startsAt));
}

/** "November 2026, Central Time". */
function describeMonth(now: Date): string {
  const { timeZone } = practice;
  const month = new Intl.DateTimeFormat("en-US", { timeZone, month: "long", year: "numeric" });
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
    .formatToParts(now)
    .find((part) => part.type === "timeZoneName");
  return [month.format(now), zone?.value].filter((text) => text !== undefined).join(", ");
}
