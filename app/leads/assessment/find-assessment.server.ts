import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";

/** The assessment behind a result's private address, or undefined where the address leads nowhere. */
export async function findAssessmentByResultKey(db: Kysely<Database>, resultKey: string) {
  return db
    .selectFrom("preLoiAssessments")
    .select(["name", "q1", "q2", "q3", "q4", "q5", "q6", "q7"])
    .select(["score", "scoreLevel", "questionSetVersion", "createdAt"])
    .where("resultKey", "=", resultKey)
    .executeTakeFirst();
}
