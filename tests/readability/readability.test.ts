import { expect, test } from "vitest";
import { createEmails } from "#server/emails.ts";
import { describeExcess, findSentences, maxGrade, measureReadability } from "./readability.ts";
import { renderEmailText, renderPages } from "./readable-texts.tsx";

// Samples read nothing from the services.
const emails = createEmails({ siteUrl: "https://www.example.com" } as never);

/** Emails to staff are not measured. */
const isToStaff = /^(?:new-|account-|submission-summary|record-hashes|backup-overdue)/;

const texts = new Map([
  ...renderPages(),
  ...Object.values(emails)
    .filter(({ kind }) => !isToStaff.test(kind))
    .flatMap(({ renderSamples }) => renderSamples())
    .map(({ name, content }) => [`email ${name}`, renderEmailText(content)] as const),
]);

const measured = [...texts].map(([name, html]) => {
  const readability = measureReadability(html);
  const { grade, longestWords } = readability;
  return { name, readability, figures: `grade ${grade.toFixed(1)}, longest sentence ${longestWords} words` };
});

test.each(measured)("$name is easy to read: $figures", ({ readability }) => {
  expect(describeExcess(readability)).toBeUndefined();
});

test("sentences end at punctuation and at the end of a block, not at abbreviations and decimals", () => {
  const html =
    "<h2>Two facts</h2><p>It costs $3.20M. <b>See</b> 26 U.S.C. § 1(h) for the rate!</p><ul><li>One item</li></ul>";
  expect(findSentences(html)).toEqual(["It costs $3.20M.", "See 26 U.S.C § 1(h) for the rate!"]);
});

test("a long sentence and a high grade are reported", () => {
  const long = `<p>${"word ".repeat(31)}end.</p>`;
  expect(describeExcess(measureReadability(long))).toContain("32 words");
  const hard = "<p>Organizational considerations necessitate comprehensive documentation.</p>";
  expect(describeExcess(measureReadability(hard))).toContain(`is above ${maxGrade}`);
});
