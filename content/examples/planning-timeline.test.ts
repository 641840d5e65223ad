import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { planningTimeline } from "./planning-timeline.ts";

const { choices, letterOfIntent, years } = planningTimeline;
const page = readFileSync("content/pages/exit-planning.ts", "utf8");

it("lists the choices in the order in which they expire, within the years of the axis", () => {
  const months: readonly number[] = choices.map((choice) => choice.months);
  expect(months.toSorted((a, b) => b - a)).toEqual(months);
  expect(Math.max(...months)).toBeLessThan(years.before * 12);
  expect(Math.min(...months)).toBeGreaterThan(-years.after * 12);
});

it("has a row for every choice in the table of deadlines", () => {
  const table = page.slice(
    page.lastIndexOf("Planning choices, their deadlines"),
    page.indexOf('id: "pitfalls"'),
  );
  expect(table.match(/^ {20}\[$/gm)).toHaveLength(choices.length);
});

it("agrees with the text: a sale closes three to six months after a letter of intent", () => {
  expect(page).toContain("closes three to six months after a letter of intent");
  expect(letterOfIntent.months).toBeGreaterThanOrEqual(3);
  expect(letterOfIntent.months).toBeLessThanOrEqual(6);
});

it("leaves the charitable trust before the letter of intent, and the contract between it and the closing", () => {
  const [trust, installment] = ["Charitable remainder trust", "Installment terms"].map(
    (title) => choices.find((choice) => choice.title === title)?.months ?? 0,
  );
  expect(trust).toBeGreaterThan(letterOfIntent.months);
  expect(installment).toBeLessThan(letterOfIntent.months);
  expect(installment).toBeGreaterThan(0);
});
