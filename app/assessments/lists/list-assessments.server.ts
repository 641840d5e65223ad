import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import { questionIds } from "#app/assessments/questions/questions.ts";
import { type Level, levels, lowestScore } from "#app/assessments/questions/score.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";

const columns = ["id", "name", "email", "phone", "score", "scoreLevel", "createdAt", ...questionIds] as const;

const createdAt = sql.ref<Date>("createdAt");
const byScore = [sql.ref("score"), createdAt];

export const listAssessments = defineListQuery({
  table: "preLoiAssessments",
  columns,
  select: (db) => db.selectFrom("preLoiAssessments").select(columns),
  sorts: {
    newest: { by: [createdAt], direction: "desc" },
    oldest: { by: [createdAt], direction: "asc" },
    // Among equal scores, the newest is first.
    highest: { by: byScore, direction: "desc" },
    lowest: { by: byScore, direction: "asc" },
    name: { by: [sql`search_form(name)`], direction: "asc" },
  },
  search: { text: sql.ref("searchable") },
  filters: { level: hasLevel },
  days: { column: createdAt, timeZone: practice.timeZone },
});

export type Assessment = RowOf<typeof listAssessments>;
export type AssessmentQuery = QueryOfList<typeof listAssessments>;

/** A level is a range of scores. Sorted by score, the list uses the index on scores; otherwise it uses the indexes on levels. */
function hasLevel(level: Level, { sort }: { sort?: string }) {
  const range = levels.find((each) => each.level === level);
  if (range === undefined || !(sort === "highest" || sort === "lowest")) {
    return sql<boolean>`score_level = ${level}`;
  }
  // Assessments with fewer questions have lower scores.
  const from = range.from === lowestScore ? 0 : range.from;
  return sql<boolean>`score between ${from} and ${range.to}`;
}

/** Figures for the summary cards (specification section 2, "Admin dashboard"). */
export type AssessmentSummary = { total: number; thisMonth: number; averageScore: number };

/** “This month” is the current calendar month in the firm's time zone. */
export async function summarizeAssessments(db: Kysely<Database>, clock: Clock): Promise<AssessmentSummary> {
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
