import type { Kysely } from "kysely";
import { questionIds, questions, type StoredAnswers } from "#app/assessments/questions/questions.ts";
import { hasAllAnswers, highestScore, weakAnswers } from "#app/assessments/questions/score.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import type { EmailBlock } from "#app/email/definition/email-content.ts";
import { sampleId, samplePerson } from "#app/email/definition/sample-person.ts";
import { describeLead, findLeadFacts, linkToPerson, sampleLeadFacts } from "./lead-facts.server.ts";

/** Tells the colleague who follows up on the person, or the firm, about an assessment. */
export const newAssessmentEmail = defineEmail({
  kind: "new-assessment",
  async load({ db }: { db: Kysely<Database> }, id) {
    const assessment = await db
      .selectFrom("preLoiAssessments")
      .select(["name", "email", "phone", "score", "scoreLevel as level", ...questionIds])
      .where("id", "=", id)
      .executeTakeFirst();
    if (assessment === undefined) return undefined;
    const { name, email, phone, score, level, ...rest } = assessment;
    const answers: StoredAnswers = rest;
    return { id, name, email, phone, score, level, answers, lead: await findLeadFacts(db, email) };
  },
  render: ({ id, name, email, phone, score, level, answers, lead }, { siteUrl }) => ({
    subject: `New assessment: ${score} of ${highestScore}, ${level}`,
    preview: "Someone took the Pre-LOI Assessment.",
    heading: `${score} of ${highestScore}, ${level}`,
    blocks: [
      `${name} has taken the Pre-LOI Assessment.`,
      { facts: [["Email", email], ["Phone", phone], ...describeLead(lead, phone)] },
      ...describeWeakAnswers(answers),
      linkToPerson(siteUrl, id),
    ],
    replyTo: { name, address: email },
  }),
  samples: [
    {
      input: {
        ...samplePerson,
        id: sampleId,
        score: 13,
        level: "Making Progress",
        answers: answerAll(0),
        lead: sampleLeadFacts,
      },
    },
  ],
});

const maxAnswers = 3;

/** The weakest answers. */
function describeWeakAnswers(answers: StoredAnswers): EmailBlock[] {
  const weak = weakAnswers(answers).slice(0, maxAnswers);
  if (weak.length === 0) return hasAllAnswers(answers) ? ["No weak answers."] : [];
  return [
    weak.length === 1 ? "The weakest answer:" : "The weakest answers:",
    { facts: weak.map(({ question, option }) => [question.topic, option.label]) },
  ];
}

function answerAll(choice: 0 | 1 | 2): StoredAnswers {
  return Object.fromEntries(questions.map(({ id, options }) => [id, options[choice].value]));
}
