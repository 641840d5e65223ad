import type { Locator, Page } from "@playwright/test";
import { questions } from "#app/assessments/questions/questions.ts";

/** The radio button of an answer, in display order. */
export function getAnswer(page: Page, question: number, answer: 0 | 1 | 2): Locator {
  const asked = questions[question];
  if (asked === undefined) throw new Error(`There is no question ${question}`);
  return page
    .getByRole("radiogroup", { name: asked.question })
    .getByRole("radio", { name: asked.options[answer].label });
}
