import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findQuarantinedByResultKey } from "#app/intake/quarantine/quarantine.server.ts";
import { assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { questionIds, questionSetVersion } from "#app/assessments/questions/questions.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";

/** The assessment with this result key, or undefined. */
export async function findAssessmentByResultKey(db: Kysely<Database>, resultKey: string) {
  const stored = await db
    .selectFrom("preLoiAssessments")
    .select([...questionIds, "name", "score", "scoreLevel", "questionSetVersion", "createdAt"])
    .select("bookingReference")
    .where("resultKey", "=", resultKey)
    .executeTakeFirst();
  return stored ?? findQuarantinedAssessment(db, resultKey);
}

/** People sometimes fill in the honeypot. The response linked to their result, so the result must exist. */
async function findQuarantinedAssessment(db: Kysely<Database>, resultKey: string) {
  const quarantined = await findQuarantinedByResultKey(db, resultKey);
  const parsed = assessmentSchema.safeParse(quarantined?.input);
  if (quarantined === undefined || !parsed.success) return undefined;
  const { score, level } = scoreAssessment(parsed.data);
  const { receivedAt: createdAt } = quarantined;
  const bookingReference = undefined;
  return { ...parsed.data, score, scoreLevel: level, questionSetVersion, createdAt, bookingReference };
}
