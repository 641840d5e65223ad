import type { Level } from "#app/assessments/questions/score.ts";
import type { ListDays } from "#app/data/lists/list-days.ts";

/** Of equal scores, `highest` has the newest first, and `lowest` the oldest. */
export type AssessmentSort = "newest" | "oldest" | "highest" | "lowest" | "name";

export type AssessmentQuery = ListDays & {
  /** Words that the name, email and phone number contain together. */
  search?: string | undefined;
  level?: Level | undefined;
  sort: AssessmentSort;
};
