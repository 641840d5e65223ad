import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import { consentFacts, findConsent, type LeadConsent } from "#app/leads/submission/find-consent.server.ts";
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
      if (assessment === undefined) return undefined;
      const consent = await findConsent(deps.db, { leadId: id, email: assessment.email });
      const { siteUrl } = deps;
      return newAssessmentLetter({ ...assessment, level: assessment.scoreLevel, consent, siteUrl });
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
  consent: LeadConsent;
  siteUrl: string;
}): LetterContent {
  const { name, email, phone, score, level, consent, siteUrl } = assessment;
  return {
    subject: `New assessment: ${score} of ${highestScore}, ${level}`,
    preview: "Somebody took the Pre-LOI Assessment.",
    topic: "essential",
    audience: "practice",
    heading: `${score} of ${highestScore}, ${level}`,
    blocks: [
      `${name} has taken the Pre-LOI Assessment.`,
      {
        facts: [["E-mail", email], ["Phone", phone], ...consentFacts(consent)],
      },
      { button: { label: "All answers, in the staff area", url: siteUrl + pages.admin.path } },
    ],
    replyTo: { name, address: email },
  };
}
