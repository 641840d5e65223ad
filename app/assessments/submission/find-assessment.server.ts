import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findQuarantinedByResultKey } from "#app/intake/quarantine/quarantine.server.ts";
import { assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { questionIds, questionSetVersion } from "#app/assessments/questions/questions.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";

/** The assessment behind a result's private address, or undefined where the address leads nowhere. */
export async function findAssessmentByResultKey(db: Kysely<Database>, resultKey: string) {
  const stored = await db
    .selectFrom("preLoiAssessments")
    .select([...questionIds, "name", "score", "scoreLevel", "questionSetVersion", "createdAt"])
    .where("resultKey", "=", resultKey)
    .executeTakeFirst();
  return stored ?? findHeldAssessment(db, resultKey);
}

/** A person can fall into the trap too, and was told that there is a result: so there is. */
async function findHeldAssessment(db: Kysely<Database>, resultKey: string) {
  const held = await findQuarantinedByResultKey(db, resultKey);
  const read = assessmentSchema.safeParse(held?.input);
  if (held === undefined || !read.success) return undefined;
  const { score, level } = scoreAssessment(read.data);
  return { ...read.data, score, scoreLevel: level, questionSetVersion, createdAt: held.receivedAt };
}
