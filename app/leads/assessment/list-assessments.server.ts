import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";

/** One submitted assessment as staff see it. */
export type Assessment = {
  id: string;
  name: string;
  email: string;
  phone: string;
  q1: string;
  q2: string;
  q3: string;
  q4: string;
  q5: string;
  q6: string;
  q7: string;
  score: number;
  scoreLevel: string;
  createdAt: Date;
};

const columns = [
  "id",
  "name",
  "email",
  "phone",
  "q1",
  "q2",
  "q3",
  "q4",
  "q5",
  "q6",
  "q7",
  "score",
  "scoreLevel",
  "createdAt",
] as const;

/** The newest assessments first. @param limit how many rows at the most */
export async function listAssessments(db: Kysely<Database>, limit: number): Promise<Assessment[]> {
  return db
    .selectFrom("preLoiAssessments")
    .select(columns)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Every assessment, newest first, a batch at a time, so that an export of any size needs little memory. Rows that arrive
 * meanwhile are newer than the first batch and do not disturb it.
 */
export async function* eachAssessment(db: Kysely<Database>, batchSize = 500): AsyncGenerator<Assessment> {
  let after: Assessment | undefined;
  for (;;) {
    let query = db
      .selectFrom("preLoiAssessments")
      .select(columns)
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(batchSize);
    if (after !== undefined) {
      const { createdAt, id } = after;
      query = query.where((eb) => eb(eb.refTuple("createdAt", "id"), "<", eb.tuple(createdAt, id)));
    }
    const batch = await query.execute();
    yield* batch;
    after = batch.at(-1);
    if (after === undefined || batch.length < batchSize) return;
  }
}

/** What the summary cards say of the assessments (specification section 2, "Admin dashboard"). */
export type AssessmentSummary = { total: number; thisMonth: number; averageScore: number };

/** Counts and the mean score, by the database; a month is a calendar month of this year in the practice's time zone. */
export async function summariseAssessments(db: Kysely<Database>, clock: Clock): Promise<AssessmentSummary> {
  const { thisMonth, total, averageScore } = await db
    .selectFrom("preLoiAssessments")
    .select((eb) => [
      eb.fn.countAll<number>().as("total"),
      eb.fn
        .countAll<number>()
        .filterWhere((filter) =>
          filter(
            filter.fn("date_trunc", [filter.val("month"), "createdAt", filter.val(practice.timeZone)]),
            "=",
            filter.fn("date_trunc", [
              filter.val("month"),
              filter.cast<Date>(filter.val(clock.now()), "timestamptz"),
              filter.val(practice.timeZone),
            ]),
          ),
        )
        .as("thisMonth"),
      eb
        .cast<number>(eb.fn("round", [eb.fn.coalesce(eb.fn.avg("score"), eb.lit(0))]), "integer")
        .as("averageScore"),
    ])
    .executeTakeFirstOrThrow();
  return { total, thisMonth, averageScore };
}
