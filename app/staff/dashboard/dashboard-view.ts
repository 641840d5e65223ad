import type { AssessmentSummary } from "#app/leads/lists/list-assessments.server.ts";
import { highestScore, levelOf } from "#app/leads/assessment/score.ts";
import { practice } from "#content/practice.ts";

/** A summary card: its figure, perhaps what it is out of, and a line that says what it counts. */
export type SummaryCard = { label: string; figure: string; outOf?: string; note: string };

/** The cards of specification section 2 for which there is data. */
export function summaryCards(summary: AssessmentSummary, now: Date): SummaryCard[] {
  const { total, thisMonth, averageScore } = summary;
  return [
    { label: "Total Assessments", figure: count.format(total), note: "Since the beginning" },
    { label: "This Month", figure: count.format(thisMonth), note: monthOf(now) },
    {
      label: "Average Score",
      figure: String(averageScore),
      outOf: `/${highestScore}`,
      note: total === 0 ? "None yet" : levelOf(averageScore),
    },
  ];
}

const count = new Intl.NumberFormat("en-US");

/** "November 2026, Central Time". */
function monthOf(now: Date): string {
  const { timeZone } = practice;
  const month = new Intl.DateTimeFormat("en-US", { timeZone, month: "long", year: "numeric" });
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
    .formatToParts(now)
    .find((part) => part.type === "timeZoneName");
  return [month.format(now), zone?.value].filter((text) => text !== undefined).join(", ");
}
