import { expect, test } from "vitest";
import { blockSchema } from "./document-schema.ts";

/** A build that rejects a published document does not start, so names that releases have used remain valid. */
const publishedDrawings = [
  "advisor-letter",
  "career",
  "entity-types",
  "fees",
  "planning-timeline",
  "price-range",
  "price-to-proceeds",
  "sale",
  "stock-sale",
  "strategy-comparison",
  "structures",
  "succession-routes",
  "tax-due-charitable-trust",
  "tax-due-installment-sale",
  "tax-due-opportunity-zone",
  "tax-due-qsbs",
  "trust-sale",
];

test.each(publishedDrawings)("the drawing %s of published releases is valid", (drawing) => {
  expect(blockSchema.safeParse({ drawing }).error).toBeUndefined();
});
