import { describe, expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { checkTexts } from "./check-texts.server.ts";

const file = "content/articles/planted.mdx";

const frontMatter = {
  title: "A planted article",
  alternativeTitle: "The same in other words",
  topic: "Selling",
  summary: "What the article teaches.",
  figure: "{ shown: '60', meaning: months }",
  menuLabel: "Planted",
  description: "An article that is only here to be found wanting.",
  published: "2025-01-05",
  modified: "2025-01-05",
  dateShown: "Jan 5, 2025",
  keywords: "[one, two, three]",
  order: "7",
  related: "\n  - /tax-strategies\n  - /faqs",
};

/** A valid article into which the test inserts a mistake. */
function article(text: string, fields: Partial<Record<keyof typeof frontMatter, string>> = {}): string {
  const lines = Object.entries({ ...frontMatter, ...fields }).map(([name, value]) => `${name}: ${value}`);
  return `---\n${lines.join("\n")}\n---\n\nA first paragraph.\n\n${text}\n`;
}

function mistakesIn(text: string): string[] {
  return checkTexts([{ file, text }]);
}

/** The source of a content page or a list in `content/`. */
function mistakesInPage(text: string): string[] {
  return checkTexts([{ file: "content/pages/planted.ts", text }]);
}

describe("the real content", () => {
  it("has no mistakes", () => {
    expect(checkTexts()).toEqual([]);
  });
});

describe("a valid article", () => {
  it("passes", () => {
    const text = [
      "## A heading",
      "See [tax](/tax-strategies#qsbs), [questions](/faqs), [home](/#contact) and [above](#a-heading).",
      "### Below it",
      "![A cap table with three rows](/table.png)",
      'Outside: [the SEC](https://adviserinfo.sec.gov). Inside: <a href="/about">who we are</a>.',
      "## Another",
    ];
    expect(mistakesIn(article(text.join("\n\n")))).toEqual([]);
  });
});

describe("front matter", () => {
  it.each([
    ["description", "nothing"],
    ["published", "nothing"],
    ["related", "nothing"],
  ] as const)("without the field %s stops the build, naming file and field", (field, found) => {
    const without = article("Words.").replace(new RegExp(`^${field}: ?[^\n]*\n(?: {2}- [^\n]*\n)*`, "m"), "");
    const [mistake, ...more] = mistakesIn(without);
    expect(mistake).toMatch(new RegExp(`^${file}: ${field} .*; found ${found}$`));
    expect(more).toEqual([]);
  });

  it.each([
    ["published", "January 2025", "must be a date like 2025-01-05"],
    ["readingMinutes", "99", "<=12"],
    ["description", "x".repeat(161), "must be at most 160 characters"],
    ["colour", "green", "colour"],
  ])("with %s: %s fails the build with what was expected", (field, value, expected) => {
    const mistakes = mistakesIn(article("Words.", { [field]: value }));
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(file);
    expect(mistakes[0]).toContain(expected);
  });

  it("that is missing is reported", () => {
    expect(mistakesIn("A text without fields.")).toEqual([
      `${file}: the front matter is missing; a file begins with --- and the fields of articleSchema`,
    ]);
  });

  it("that is not YAML is reported with the file name", () => {
    const [mistake] = mistakesIn(article("Words.", { title: "A title: with a colon: twice" }));
    expect(mistake).toMatch(new RegExp(`^${file}: Line 2: the front matter cannot be read: `));
  });
});

describe("links", () => {
  it.each([
    ["in an article", "[there](/nowhere)"],
    ["to an unknown article", "[there](/blog/no-such-article)"],
    ["as an element", '<a href="/nowhere">there</a>'],
    ["to an unknown page's anchor", "[there](/nowhere#qsbs)"],
  ])("%s that lead to no page fail the build", (_, link) => {
    const [mistake, ...more] = mistakesIn(article(link));
    expect(mistake).toMatch(new RegExp(`^${file}: a link leads to /.*, where there is no page$`));
    expect(more).toEqual([]);
  });

  it.each(["/nowhere", '"/nowhere"'])(
    "to related pages in front matter that name %s fail the build",
    (path) => {
      const related = `\n  - /tax-strategies\n  - ${path}`;
      expect(mistakesIn(article("Words.", { related }))).toEqual([
        `${file}: a link leads to /nowhere, where there is no page`,
      ]);
    },
  );

  it.each([
    ["a service page", "[there](/tax-strategies#qbss)", "/tax-strategies"],
    ["a regulatory document", "[there](/form-crs#fee)", "/form-crs"],
    ["the brochure, which is a PDF", "[there](/form-adv-part-2a#item-5)", "/form-adv-part-2a"],
    ["the questions", "[there](/faqs#timing)", "/faqs"],
    ["the home page", "[there](/#nothing)", "/"],
    ["the article itself", "[there](#no-such-heading)", "/blog/planted"],
  ])("to an anchor that is missing in %s fail the build", (_, link, path) => {
    const [mistake, ...more] = mistakesIn(article(`## A heading\n\n${link}`));
    expect(mistake).toContain(`${path} has no such anchor; it has `);
    expect(more).toEqual([]);
  });

  it("to a missing anchor are reported with the existing anchors", () => {
    expect(mistakesIn(article("[there](/#nothing)"))[0]).toContain("it has top, about, contact");
  });

  it("to a heading of another article pass", () => {
    const other = {
      file: "content/articles/other.mdx",
      text: article("## What it costs, and who should wait"),
    };
    const mistakesOf = (link: string): string[] => checkTexts([{ file, text: article(link) }, other]);
    expect(mistakesOf("[there](/blog/other#what-it-costs-and-who-should-wait)")).toEqual([]);
    expect(mistakesOf("[there](/blog/other#what-it-costs)")).toHaveLength(1);
  });

  it.each([
    'path: "/nowhere"',
    "path: `${servicePage}#nowhere`",
    "`[there](/${practice.servicePageSlug}#nowhere)`",
    '"See [there](/nowhere)."',
    '"See [there](#qsbs)."',
  ])("in other files of content/ are checked too: %s", (source) => {
    expect(mistakesInPage(source)).toHaveLength(1);
  });

  it("can use the path of the main service page from practice.ts", () => {
    expect(
      mistakesInPage("path: `${servicePage}#process`, to: `[it](/${practice.servicePageSlug})`"),
    ).toEqual([]);
    expect(mistakesInPage(`path: "/${practice.servicePageSlug}#process"`)).toEqual([]);
  });
});

it("an article with a mistake fails the build with the file and the line", () => {
  expect(mistakesIn(article("### Too deep"))).toEqual([
    `${file}: Line 21: the heading “Too deep” is of level 3; the title is level 1 and none may be skipped`,
  ]);
});

it("the anchors of an article with a mistake are not reported as missing", () => {
  expect(mistakesIn(article("## A heading\n\n[above](#a-heading) {1}"))).toHaveLength(1);
});

describe("tax figures", () => {
  it.each([
    ["of 2024", "The exemption is $13.61M.", "$13.61M"],
    ["of today", "It is $15M now.", "$15M"],
    ["that are a rate", "The rate is 23.8%.", "23.8%"],
    ["at the end of a sentence with more to come", "Tax of 3.8%, added.", "3.8%"],
    ["in weight at the beginning of a line", "**Do instead:** use the $18,000 a year.", "$18,000"],
    ["that are a range", "A payout of 5–7% is typical.", "5–7%"],
    ["that no law gives", "Early planners see 15–30% more.", "15–30%"],
  ])("%s fail the build if they are typed into the text", (_, text, figure) => {
    const [mistake, ...more] = mistakesIn(article(text));
    expect(mistake).toMatch(new RegExp(`^${file}: the tax figure `));
    expect(mistake).toContain(`the tax figure ${figure} is typed in (“…`);
    expect(mistake).toContain("take it from content/tax-facts.ts");
    expect(more).toEqual([]);
  });

  it("fail the build in front matter and in other files too", () => {
    expect(mistakesIn(article("Words.", { description: "The exemption is $13.61M." }))).toHaveLength(1);
    expect(mistakesInPage('const text = "The exemption is $13.61M.";')).toHaveLength(1);
  });

  it.each([
    ["called by name", 'It is <Fact name="giftExemption" />, or <Amount name="qsbsGrossAssets" /> of it.'],
    ["of something else", "A $13.6M company, $1,013.61M in all, 123.8% of it, and $15.5M more."],
    ["in words", "Fifteen percent of $20M, over 40 hours in 2024."],
  ])("pass if they are %s", (_, text) => {
    expect(mistakesIn(article(text))).toEqual([]);
  });

  it("pass in code that refers to them, and in comments", () => {
    const source = [
      "/** $13.61M in 2024. */",
      "  // 23.8%",
      ' * "3.8%"',
      '`It is ${dated("giftExemption")}.`',
    ];
    expect(mistakesInPage(source.join("\n"))).toEqual([]);
  });

  it("pass in the files that define them", () => {
    expect(checkTexts([{ file: "content/tax-facts.ts", text: 'figure: "$13.61M"' }])).toEqual([]);
  });
});

it("reports every error of a text, one sentence each", () => {
  const text = article("### Deep\n\n[a](/nowhere) ![](/x.png) at 23.8%", { published: "soon" });
  expect(mistakesIn(text)).toHaveLength(5);
});
