import type { Kysely } from "kysely";
import { highestScore } from "#app/assessments/questions/score.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { samplePerson } from "#app/email/definition/sample-person.ts";
import { consentFacts, findConsent, sampleConsent } from "#app/intake/consent/find-consent.server.ts";
import { pages } from "#app/pages/registry.ts";

/** Notifies the firm of an assessment. */
export const newAssessmentEmail = defineEmail({
  kind: "new-assessment",
  async load({ db }: { db: Kysely<Database> }, id) {
    const assessment = await db
      .selectFrom("preLoiAssessments")
      .select(["name", "email", "phone", "score", "scoreLevel as level"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (assessment === undefined) return undefined;
    return { ...assessment, consent: await findConsent(db, assessment.email) };
  },
  render: ({ name, email, phone, score, level, consent }, { siteUrl }) => ({
    subject: `New assessment: ${score} of ${highestScore}, ${level}`,
    preview: "Someone took the Pre-LOI Assessment.",
    heading: `${score} of ${highestScore}, ${level}`,
    blocks: [
      `${name} has taken the Pre-LOI Assessment.`,
      { facts: [["Email", email], ["Phone", phone], ...consentFacts(consent)] },
      { button: { label: "See all answers in the staff area", url: siteUrl + pages.admin.path } },
    ],
    replyTo: { name, address: email },
  }),
  samples: [{ input: { ...samplePerson, score: 13, level: "Making Progress", consent: sampleConsent } }],
});
