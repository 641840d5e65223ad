import { describe, expect, it } from "vitest";
import { earlyPatterns, excludedPatterns, patterns } from "./claim-patterns.ts";
import { findClaims, identifyClaim, splitSentences } from "./find-claims.ts";

const figuresIn = (text: string): string[] => findClaims([text]).map(({ figure }) => figure);

describe("a claim is found", () => {
  it.each([
    ["32+ years of fiduciary experience.", "experience", ["32+ years"]],
    ["She joined after 15 years at other investment advisers.", "experience", ["15 years"]],
    ["Fiduciary since 1994.", "experience", ["since 1994"]],
    ["Eleanor Whitfield founded the firm in 2009.", "experience", ["founded the firm in 2009"]],
    ["Eleanor Whitfield, CIMA®-certified founder", "credential", ["CIMA®-certified"]],
    ["We are a registered investment adviser.", "credential", ["registered investment adviser"]],
    ["Owners save 15–40% of the tax.", "percentage", ["15–40%"]],
    ["1% to 2% a year", "percentage", ["1%", "2%"]],
    ["One customer with forty percent of sales", "percentage", ["forty percent"]],
    ["For owners of $10M+ companies, at $150,000.", "dollars", ["$10M+", "$150,000"]],
    ["The firm manages $412 million.", "dollars", ["$412 million"]],
    ["The price is 13.50 million dollars.", "dollars", ["13.50 million dollars"]],
    ["4.9 of 5 stars from 37 reviews", "count", ["4.9 of 5 stars", "37 reviews"]],
    ["We advised 1,200 families.", "count", ["1,200 families"]],
    ["A sale takes three to five years.", "count", ["three to five years"]],
    ["The largest adviser in Austin", "superlative", ["largest"]],
    ["Texas’s leading exit planners", "superlative", ["leading"]],
    ["Ask for the best valuation in Austin.", "superlative", ["best"]],
    ["We are the only firm with this process.", "superlative", ["the only"]],
    ["Rated #1 by owners", "superlative", ["#1"]],
    ["Returns are guaranteed.", "superlative", ["guaranteed"]],
  ])("in “%s”", (sentence, kind, figures) => {
    const claims = findClaims([sentence]);
    expect(claims.map(({ figure }) => figure)).toEqual(figures);
    expect(claims.map((claim) => claim.kind)).toEqual(figures.map(() => kind));
    expect(claims.every((claim) => claim.sentence === sentence)).toBe(true);
  });
});

describe("nothing is found", () => {
  it.each([
    ["a date", "Live event, Thursday, December 24, 2026, 12:00 PM CST"],
    ["a date above its weekday and month", "17 Thursday December 2026"],
    ["a date of another format", "24 December 2026 or 12/24/2026 or 2026-12-24"],
    ["the year of a copyright line", "© 2026 Pinnacle Advisory, LLC"],
    ["a year", "Stock issued in 2018 is treated differently in 2026."],
    ["a phone number", "Call (512) 555-0142 or 512-555-0142"],
    ["an address", "600 Example Street, Suite 210, Austin, TX 78701"],
    [
      "a section of a law",
      "See 26 U.S.C. §§ 1(h), 664, 1202 and 1400Z-2, § 453A(c)(3), and 17 CFR 275.204-2(a)(11).",
    ],
    ["an election by its section", "An 83(b) election, a 401(k) plan, and a 338(h)(10) election"],
    ["a ruling", "Rev. Proc. 2025-32; Pub. L. 119-21; CRD number 123456"],
    ["the number of a part", "Form ADV Part 2A, Item 5, step 3 and weeks 2–4"],
    ["the number of an entry of a list", "3. Choose a date"],
    ["the axis of a drawing", "0 5 10"],
    ["a URL", "https://www.example.com/top-10"],
    ["reading time", "Tax strategies 6 min"],
    ["live numbers of seats", "Only 12 seats left"],
    ["the legal standard", "We act in your best interest, and work best with owners."],
    ["a condition", "It applies only if the stock qualifies, leading to a gain."],
  ])("in %s", (_, sentence) => {
    expect(figuresIn(sentence)).toEqual([]);
  });
});

describe("a sentence", () => {
  it("ends before the next one, but not after an abbreviation", () => {
    expect(splitSentences("It costs $2M (26 U.S.C. § 1). Mr. Bell agrees. “Is it 5%?” Yes.")).toEqual([
      "It costs $2M (26 U.S.C. § 1).",
      "Mr. Bell agrees.",
      "“Is it 5%?”",
      "Yes.",
    ]);
  });

  it("of figures alone belongs to the text before it", () => {
    expect(findClaims(["Capital gains tax", "$2.00M", "$3.00M"]).map(({ sentence }) => sentence)).toEqual([
      "Capital gains tax · $2.00M",
      "Capital gains tax · $3.00M",
    ]);
  });

  it("is limited in length", () => {
    const [claim] = findClaims([`${"word ".repeat(400)}20% ${"word ".repeat(400)}`]);
    expect(claim?.figure).toBe("20%");
    expect(claim?.sentence.length).toBeLessThanOrEqual(600);
  });
});

describe("the identity of a claim", () => {
  const [reference] = findClaims(["“Owners” keep 20% – at most."]).map(identifyClaim);

  it.each(['"Owners" keep 20% - at most', "“OWNERS”  keep 20% — at most."])(
    "ignores case, spaces, quotation marks, dashes and the end: %s",
    (sentence) => {
      expect(findClaims([sentence]).map(identifyClaim)).toEqual([reference]);
    },
  );

  it.each(["“Owners” keep 21% – at most.", "“Sellers” keep 20% – at most."])(
    "differs with another figure or word: %s",
    (sentence) => {
      expect(findClaims([sentence]).map(identifyClaim)).not.toEqual([reference]);
    },
  );

  it("occurs once on a page", () => {
    expect(findClaims(["It is 20%.", "It is 20%.", "It  is 20%"])).toHaveLength(1);
  });
});

describe("the time to search grows with the length of the text only", () => {
  it("because no expression has an unbounded repetition", () => {
    const all = [...earlyPatterns.map(([, pattern]) => pattern), ...excludedPatterns];
    for (const { source } of [...all, ...patterns.map(([, pattern]) => pattern)]) {
      expect(source.replaceAll(/\\./g, "")).not.toMatch(/[*+]|\{\d+,\}/);
    }
  });

  it("because sentences have a limited length", () => {
    const sentences = splitSentences("$1,".repeat(100_000));
    expect(sentences.join("")).toHaveLength(300_000);
    expect(Math.max(...sentences.map(({ length }) => length))).toBe(600);
  });
});
