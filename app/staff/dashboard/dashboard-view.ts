import type { EventStatus } from "#app/events/schedule/live-event.ts";
import type { AssessmentSummary } from "#app/assessments/lists/list-assessments.server.ts";
import { highestScore, levelOf } from "#app/assessments/questions/score.ts";
import { shortDayIn } from "#app/platform/zoned-time.ts";
import type { AssessmentRow } from "#app/staff/leads/assessments-table.tsx";
import type { SignupRow } from "#app/staff/leads/signups-table.tsx";
import type { TrackingRow } from "#app/staff/leads/tracking-table.tsx";
import type { VisitorRow } from "#app/staff/leads/visitors-table.tsx";
import { practice } from "#content/practice.ts";
import { dashboardTexts } from "./dashboard.messages.ts";

/** What the dashboard shows, as the page and `GET /api/dashboard` have it. */
export type DashboardView = {
  /** When it was made, by the server's clock (ISO 8601): times on it are told as of then. */
  asOf: string;
  cards: readonly SummaryCard[];
  assessments: ListView<AssessmentRow>;
  signups: ListView<SignupRow>;
  visitors: ListView<VisitorRow>;
  tracking: ListView<TrackingRow>;
};

/** The beginning of a list. */
export type ListView<Row> = {
  rows: readonly Row[];
  /** There are more than the rows shown. */
  hasMore: boolean;
  /** It could not be loaded, so nobody knows whether there is anything. */
  isMissing: boolean;
};

/** A summary card: its figure, perhaps what it is out of, and a line that says what it counts. */
export type SummaryCard = { label: string; figure: string; outOf?: string; note: string };

/**
 * The cards of specification section 2.
 * @param facts.signups undefined where they could not be counted
 */
export function summaryCards(facts: {
  assessments: AssessmentSummary;
  signups: number | undefined;
  event: EventStatus;
  now: Date;
}): SummaryCard[] {
  const { total, thisMonth, averageScore } = facts.assessments;
  return [
    { label: "Total Assessments", figure: count.format(total), note: texts.sinceTheBeginning },
    signupCard(facts),
    { label: "This Month", figure: count.format(thisMonth), note: monthOf(facts.now) },
    {
      label: "Average Score",
      figure: String(averageScore),
      outOf: `/${highestScore}`,
      note: total === 0 ? texts.noneYet : levelOf(averageScore),
    },
  ];
}

const texts = dashboardTexts.cards;

const count = new Intl.NumberFormat("en-US");

function signupCard({ signups, event }: Pick<Parameters<typeof summaryCards>[0], "signups" | "event">) {
  const label = "LinkedIn Signups";
  if (signups === undefined) return { label, figure: "–", note: texts.unknown };
  return { label, figure: count.format(signups), note: seatsOf(event) ?? texts.sinceTheBeginning };
}

/** How full the event is that people sign up for now, where there is one. */
function seatsOf(standing: EventStatus): string | undefined {
  if (standing.phase === "none" || standing.phase === "past") return undefined;
  const { seatsTaken, capacity, timeZone, startsAt } = standing.event;
  return texts.seats(seatsTaken, capacity, shortDayIn(timeZone, startsAt));
}

/** "November 2026, Central Time". */
function monthOf(now: Date): string {
  const { timeZone } = practice;
  const month = new Intl.DateTimeFormat("en-US", { timeZone, month: "long", year: "numeric" });
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
    .formatToParts(now)
    .find((part) => part.type === "timeZoneName");
  return [month.format(now), zone?.value].filter((text) => text !== undefined).join(", ");
}
