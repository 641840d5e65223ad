import type { Kysely } from "kysely";
import { keepCurrent, levelMessages } from "#app/assessments/questions/assessment.messages.ts";
import { questionIds, questions, type StoredAnswers } from "#app/assessments/questions/questions.ts";
import { resultPath } from "#app/assessments/questions/result-path.ts";
import {
  firstMoves,
  hasAllAnswers,
  highestScore,
  parseLevel,
  nextMoves,
  scoreAssessment,
} from "#app/assessments/questions/score.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import type { EmailBlock } from "#app/email/definition/email-content.ts";
import { sampleTime } from "#app/email/definition/sample-person.ts";
import { createBookingUrl } from "#app/pages/document/booking-url.ts";
import { longDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/**
 * The result, for the person who took the assessment. Anyone can type any address, so the email says why it was sent and contains
 * nothing that was typed. Subject and preview appear on locked screens, so they contain no result.
 */
export const assessmentResultEmail = defineEmail({
  kind: "assessment-result",
  async load({ db }: { db: Kysely<Database> }, id) {
    const assessment = await db
      .selectFrom("preLoiAssessments")
      .select([...questionIds, "score", "scoreLevel", "createdAt", "resultKey", "bookingReference"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (assessment === undefined) return undefined;
    // Score and level as they were calculated and stored.
    const { score, scoreLevel, createdAt, resultKey, bookingReference } = assessment;
    return {
      answers: assessment,
      score,
      level: parseLevel(scoreLevel),
      takenAt: createdAt,
      resultKey,
      bookingReference,
    };
  },
  render: ({ answers, score, level, takenAt, resultKey, bookingReference }, { siteUrl }) => ({
    subject: "Your Pre-LOI Assessment",
    preview: "Your score, what it means and what to do next.",
    heading: `${score} of ${highestScore}, ${level}`,
    blocks: [
      `You (or someone using your address) took the Pre-LOI Assessment on our site on ${longDayIn(practice.timeZone, takenAt)} and asked us to send the result here.`,
      levelMessages[level],
      ...describeMoves(answers),
      { button: { label: "Open your result", url: siteUrl + resultPath(resultKey) } },
      "The page shows each of your answers and what it means, and you can print it. The link is private: anyone who has this email can open it, so forward it only to people who may read your answers.",
      {
        link: {
          before: "Would you like to go through your answers with an advisor? ",
          label: "Schedule a 30-minute call",
          url: createBookingUrl(bookingReference),
          after: ", at no charge.",
        },
      },
      "The score measures preparation, not the price you will get. It isn’t tax or legal advice.",
      `If this wasn’t you, someone may have mistyped an address. Ignore this email, or write to ${practice.email} and we’ll delete the answers.`,
    ],
    secrets: [resultKey],
  }),
  samples: [{ input: createSample(1) }, { when: "no weak answer", input: createSample(2) }],
});

/** The first moves. The page has all of them. */
function describeMoves(answers: StoredAnswers): EmailBlock[] {
  const moves = nextMoves(answers).slice(0, firstMoves);
  return moves.length === 0
    ? [
        `${hasAllAnswers(answers) ? "You have no weak answers. " : ""}Keep these current:`,
        { steps: keepCurrent },
      ]
    : [introductions[moves.length] ?? "", { steps: moves }];
}

const introductions: readonly string[] = [
  "",
  "Your most important next step:",
  "Your two most important next steps, in order:",
  "Your three most important next steps, in order:",
];

/** @param choice the option that answers every question */
function createSample(choice: 1 | 2) {
  const answers: StoredAnswers = Object.fromEntries(
    questions.map(({ id, options }) => [id, options[choice].value]),
  );
  return {
    answers,
    ...scoreAssessment(answers),
    takenAt: sampleTime,
    resultKey: "sample",
    bookingReference: "sample",
  };
}
