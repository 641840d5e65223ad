import type { Locator, Page } from "@playwright/test";
import { questions } from "#app/assessments/questions/questions.ts";

/** The answer of a question: 0, 1 or 2, in the order in which they are listed. */
export function answerOf(page: Page, question: number, answer: 0 | 1 | 2): Locator {
  const asked = questions[question];
  if (asked === undefined) throw new Error(`There is no question ${question}`);
  return page
    .getByRole("radiogroup", { name: asked.question })
    .getByRole("radio", { name: asked.options[answer].label });
}
