import { expect, test } from "vitest";
import { describeLevel } from "./level-badge.tsx";

// spec §9: the ranges of the levels.
test.each([
  ["Early Stage", "Early Stage, 7 to 10 of 21: most of what"],
  ["Making Progress", "Making Progress, 11 to 16 of 21: the groundwork"],
  ["Exit Ready", "Exit Ready, 17 to 21 of 21: could answer"],
] as const)("%s is explained with its range", (level, beginning) => {
  expect(describeLevel(level).startsWith(beginning)).toBe(true);
});
