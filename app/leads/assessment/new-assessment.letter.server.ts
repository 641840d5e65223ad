import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { Composers, LetterContent } from "#app/mail/letter.ts";
import { pages } from "#app/pages/registry.ts";
import { highestScore } from "./score.ts";

/** Writes the letters about assessments. */
export function assessmentComposers(deps: { db: Kysely<Database>; siteUrl: string }): Composers {
  return {
    "new-assessment": async (id) => {
      const assessment = await deps.db
        .selectFrom("preLoiAssessments")
        .select(["name", "email", "phone", "score", "scoreLevel"])
        .where("id", "=", id)
        .executeTakeFirst();
      return assessment === undefined
        ? undefined
        : newAssessmentLetter({ ...assessment, level: assessment.scoreLevel, siteUrl: deps.siteUrl });
    },
  };
}

/** Tells the practice that somebody took the assessment. */
export function newAssessmentLetter(assessment: {
  name: string;
  email: string;
  phone: string;
  score: number;
  level: string;
  siteUrl: string;
}): LetterContent {
  const { name, email, phone, score, level, siteUrl } = assessment;
  return {
    subject: `New assessment: ${score} of ${highestScore}, ${level}`,
    preview: "Somebody took the Pre-LOI Assessment.",
    topic: "essential",
    audience: "practice",
    heading: `${score} of ${highestScore}, ${level}`,
    blocks: [
      `${name} has taken the Pre-LOI Assessment.`,
      {
        facts: [
          ["E-mail", email],
          ["Phone", phone],
        ],
      },
      { button: { label: "All answers, in the staff area", url: siteUrl + pages.admin.path } },
    ],
    replyTo: { name, address: email },
  };
}
