import { expect, test } from "vitest";
import { describePath, itemLabelAt, labelOf } from "./form-labels.ts";

test("labels are words in sentence case", () => {
  expect(labelOf("metaDescription")).toBe("Meta description");
  expect(labelOf("forWhom")).toBe("For whom");
  expect(labelOf("/tax-strategies")).toBe("/tax-strategies");
  expect(itemLabelAt("sections.2.blocks")).toBe("Block");
  expect(itemLabelAt("steps.items")).toBe("Step");
});

test.each([
  ["home", "hero.lead", "Hero, lead"],
  ["home", "hero.headline.0", "Hero, line 1"],
  ["businessValuation", "sections.1.blocks.0.cards.2.text", "Section 2, block 1, card 3, text"],
  ["faqGroups", "0.questions.1.answer", "Group 1, question 2, answer"],
  ["sevenSteps", "steps.items.0.when", "Steps, step 1, when"],
])("the path of a field of %s reads as words: %s", (document, path, words) => {
  expect(describePath(document, path)).toBe(words);
});
