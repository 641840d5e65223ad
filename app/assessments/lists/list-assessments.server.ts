import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Order } from "#app/data/lists/keyset.server.ts";
import { type List, listOf } from "#app/data/lists/create-list-query.server.ts";
import { holdsWords } from "#app/data/lists/search.server.ts";
import { type QuestionId, questionIds } from "#app/assessments/questions/questions.ts";
import { type Level, levels } from "#app/assessments/questions/score.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import type { AssessmentQuery, AssessmentSort } from "./assessment-query.ts";

/** One submitted assessment as staff see it. */
export type Assessment = Record<QuestionId, string> & {
  id: string;
  name: string;
  email: string;
  phone: string;
  score: number;
  scoreLevel: string;
  createdAt: Date;
};

const columns = ["id", "name", "email", "phone", ...questionIds, "score", "scoreLevel", "createdAt"] as const;

/** The assessments that fit a query. */
export function listAssessments(db: Kysely<Database>, query: AssessmentQuery): List<Assessment> {
  return listOf(db, {
    table: "preLoiAssessments",
    rows: db.selectFrom("preLoiAssessments").select(columns),
    order: orders[query.sort],
    conditions: conditions(query),
    days: { column: createdAt, from: query.from, to: query.to, timeZone: practice.timeZone },
  });
}

const createdAt = sql.ref<Date>("createdAt");

const byScore = [sql.ref("score"), createdAt];

const orders: Record<AssessmentSort, Order> = {
  newest: { by: [createdAt], direction: "desc" },
  oldest: { by: [createdAt], direction: "asc" },
  highest: { by: byScore, direction: "desc" },
  lowest: { by: byScore, direction: "asc" },
  name: { by: [sql`search_form(name)`], direction: "asc" },
};

function conditions(query: AssessmentQuery): RawBuilder<boolean>[] {
  const { search, level } = query;
  return [
    search === undefined ? [] : holdsWords(sql.ref("searchable"), search),
    level === undefined ? [] : isOfLevel(query, level),
  ].flat();
}

/** A level is a range of scores: in the order of scores it is one stretch, in any other it has an index of its own. */
function isOfLevel({ sort }: AssessmentQuery, level: Level): RawBuilder<boolean> {
  const range = levels.find((each) => each.level === level);
  if (range === undefined || !(sort === "highest" || sort === "lowest")) {
    return sql<boolean>`score_level = ${level}`;
  }
  return sql<boolean>`score between ${range.from} and ${range.to}`;
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
