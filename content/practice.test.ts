import { describe, expect, it } from "vitest";
import { formAdvPart2b } from "#content/disclosures/form-adv-part-2b.ts";
import { practice } from "#content/practice.ts";
import { practiceSchema } from "#content/schemas/practice-schema.ts";

const { adviser, advisor, advisoryLlc } = practice;
const part2b = JSON.stringify(formAdvPart2b);

// The text of the filing is authoritative, so the pages may not say more about the career.
describe("the milestones of the advisor’s career", () => {
  it("are dated as in Form ADV Part 2B", () => {
    const began = advisor.fiduciarySince.slice(0, 4);
    expect(advisor.milestones.map(({ year }) => String(year))).toEqual([began, adviser.organized, "2013"]);
    expect(part2b).toContain(`"${began} to ${adviser.organized}"`);
    expect(part2b).toContain(`"${adviser.organized} to present"`);
    expect(part2b).toContain("In 2013 our lead advisor");
  });

  it.each([
    ["1994", "individuals and families"],
    ["1994", "fiduciary"],
    ["2009", advisoryLlc],
    ["2013", "incomplete records of"],
    ["2013", "at a prior firm"],
    ["2013", "$10,000"],
  ])("%s: both say “%s”", (year, words) => {
    const milestone = advisor.milestones.find((each) => String(each.year) === year);
    expect(milestone?.text).toContain(words);
    expect(part2b).toContain(words);
  });
});

describe("the reviews by stars", () => {
  const problemsWith = (rating: object) => {
    const parsed = practiceSchema.safeParse({ ...practice, rating: { ...practice.rating, ...rating } });
    return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  };

  it("have the total and the mean of the rating", () => {
    expect(problemsWith({})).toEqual([]);
    expect(problemsWith({ count: 38 })).toEqual(["must have as many reviews by stars as in total"]);
    expect(problemsWith({ stars: 4.8 })).toEqual([
      "must have the mean of the reviews by stars, rounded to a tenth",
    ]);
  });
});
