import type { Kysely } from "kysely";
import { assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { completeId, resultPath } from "#app/assessments/questions/result-path.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { FormHandler } from "#app/intake/quarantine/form-handler.server.ts";
import type { QuarantinedSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { pages } from "#app/pages/registry.ts";
import { submitAssessment } from "./submit-assessment.server.ts";

/** Accepts quarantined assessments, and finds the results of accepted ones. */
export const assessmentFormHandler: FormHandler = {
  async accept(deps, { input, resultKey }, submission) {
    const parsed = assessmentSchema.safeParse(input);
    if (!parsed.success) return "unreadable";
    // The time of receipt makes a row with the same content, stored since then, count as a duplicate.
    const clock = { now: () => submission.at };
    const assessment = { input: parsed.data, submission, resultKey: resultKey ?? undefined };
    const outcome = await submitAssessment({ ...deps, clock }, assessment);
    return { acceptedAs: "assessment", leadId: outcome.id };
  },
  findResultPath,
};

async function findResultPath(
  { db }: { db: Kysely<Database> },
  { leadId, fingerprint }: QuarantinedSubmission,
): Promise<string> {
  const found = await db
    .selectFrom("preLoiAssessments")
    .select("resultKey")
    // A resend of the same content can have been accepted without a reference to this row.
    .where((eb) => (leadId === null ? eb("fingerprint", "=", fingerprint) : eb("id", "=", leadId)))
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? pages.assessment.path : `${resultPath(found.resultKey)}#${completeId}`;
}
