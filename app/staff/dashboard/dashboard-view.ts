import type { Assessment, AssessmentSummary } from "#app/leads/assessment/list-assessments.server.ts";
import { highestScore, type Level, levelNamed, levelOf } from "#app/leads/assessment/score.ts";
import { practice } from "#content/practice.ts";
import { describeMoment, type Moment } from "./describe-moment.ts";

/** A row of the assessments table. Answers stay on the server: the table does not show them. */
export type AssessmentRow = {
  id: string;
  name: string;
  email: string;
  phone: string;
  score: number;
  level: string;
  tone: Tone;
  received: Moment;
};

/** The colour of a level's badge: yellow, blue, green. */
export type Tone = "low" | "middle" | "high";

/** A summary card: its figure, perhaps what it is out of, and a line that says what it counts. */
export type SummaryCard = { label: string; figure: string; outOf?: string; note: string };

export function assessmentRow(assessment: Assessment, now: Date): AssessmentRow {
  const { id, name, email, phone, score, scoreLevel, createdAt } = assessment;
  return {
    id,
    name,
    email,
    phone,
    score,
    level: scoreLevel,
    tone: toneOf[levelNamed(scoreLevel)],
    received: describeMoment(createdAt, now, practice.timeZone),
  };
}

/** Specification section 2: yellow at 10 or lower, blue for 11 to 16, green above 16. */
export const toneOf: Record<Level, Tone> = {
  "Early Stage": "low",
  "Making Progress": "middle",
  "Exit Ready": "high",
};

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
