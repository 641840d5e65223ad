import { readFileSync, readdirSync } from "node:fs";
import type { Element, Nodes } from "hast";
import { describe, expect, it } from "vitest";
import { describeMistake } from "./article-mistake.ts";
import { parseArticle } from "./parse-article.ts";
import { sourceLimits } from "./source-limits.ts";

const frontMatter = `---
title: A planted article
alternativeTitle: The same in other words
topic: Selling
summary: What the article teaches.
figure: { shown: "60", meaning: months }
menuLabel: Planted
description: An article for the tests.
published: "2025-01-05"
modified: "2025-01-05"
dateShown: Jan 5, 2025
keywords: [one, two, three]
order: 7
related: [/tax-strategies, /faqs]
---
`;

/** The text begins in line 17. */
const firstLine = 17;

function mistakesIn(text: string): string[] {
  const result = parseArticle(`${frontMatter}\n${text}`);
  return result.ok ? [] : result.mistakes.map(describeMistake);
}

function parse(text: string) {
  const result = parseArticle(`${frontMatter}\n${text}`);
  if (!result.ok) throw new Error(result.mistakes.map(describeMistake).join("\n"));
  return result.article;
}

function elementsIn(node: Nodes): Element[] {
  const inside = "children" in node ? node.children.flatMap(elementsIn) : [];
  return node.type === "element" ? [node, ...inside] : inside;
}

/** The data of the first element with a name. */
function dataOf(text: string, name: string): unknown {
  return elementsIn(parse(text).tree).find(({ tagName }) => tagName === name)?.data;
}

describe("an element", () => {
  it.each([
    ["Fact", 'It is <Fact name="giftExemption" /> now.', { name: "giftExemption" }],
    ["Amount", 'It was <Amount name="qsbsCap" /> then.', { name: "qsbsCap" }],
    ["AmountNow", 'It is <AmountNow name="qsbsCap" /> now.', { name: "qsbsCap" }],
    ["Estimate", 'It takes <Estimate name="saleMonths" />.', { name: "saleMonths" }],
    ["Note", "<Note>\n  A note with *emphasis*.\n</Note>", {}],
    ["PullFigure", '<PullFigure figure="2 days">\n  between them\n</PullFigure>', { figure: "2 days" }],
    [
      "TableFigure",
      '<TableFigure caption="C" note="N">\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n</TableFigure>',
      { caption: "C", note: "N" },
    ],
    ["Checklist", "<Checklist>\n\n- One.\n- Two.\n\n</Checklist>", {}],
    [
      "Bars",
      '<Bars caption="C">\n\n| label | value | shown |\n| - | - | - |\n| One | 1.5 | $1.5M |\n\n</Bars>',
      { caption: "C", items: [{ label: "One", value: 1.5, shown: "$1.5M" }] },
    ],
    [
      "YearsLine",
      '<YearsLine caption="C">\n\n| title | from | to | text |\n| - | - | - | - |\n| One | 60 | 54 | Words |\n\n| when | what |\n| - | - |\n| 1 year | Work |\n\n</YearsLine>',
      {
        caption: "C",
        periods: [{ title: "One", from: 60, to: 54, text: "Words" }],
        items: [{ when: "1 year", what: "Work" }],
      },
    ],
    [
      "DatedTimeline",
      '<DatedTimeline caption="C">\n\n| when | on | title | text |\n| - | - | - | - |\n| April | 2015-04-23 | One | Words |\n\n</DatedTimeline>',
      { caption: "C", items: [{ on: "2015-04-23", when: "April", title: "One", text: "Words" }] },
    ],
    [
      "Move",
      '<Move monthsBefore="36" deadline="soon">\n\n## A move\n\nWords.\n\n</Move>',
      { monthsBefore: 36, deadline: "soon" },
    ],
    [
      "MoveList",
      '<MoveList caption="C">\n\n<Move monthsBefore="36" deadline="soon" cost="$1M">\n\n## A move\n\n</Move>\n\n</MoveList>',
      { caption: "C" },
    ],
    ["a", 'See <a href="/about">us</a>.', { href: "/about" }],
    ["sup", "The 2<sup>nd</sup> of them.", {}],
    ["sub", "H<sub>2</sub>O.", {}],
    ["br", "One<br />two.", {}],
  ])("%s has its validated values", (name, text, values) => {
    expect(dataOf(text, name)).toEqual({ values });
  });

  it("replaces its paragraph unless it is part of a sentence", () => {
    const names = (text: string) => elementsIn(parse(text).tree).map(({ tagName }) => tagName);
    expect(names('<PullFigure figure="2">days</PullFigure>')).toEqual(["PullFigure"]);
    expect(names('<a href="/about">us</a>')).toEqual(["p", "a"]);
  });
});

describe("a refused text", () => {
  it.each([
    ["an expression in a sentence", "One {1 + 1} two.", "replace the JavaScript expression"],
    ["an expression on its own", "{process.exit()}", "replace the JavaScript expression"],
    ["an import", 'import fs from "node:fs"', "remove the line that begins with import or export"],
    ["an export", "export const a = 1", "remove the line that begins with import or export"],
    ["an unknown element", "<Chart />", "replace <Chart> with Markdown or one of Fact, "],
    ["an HTML element", "<script>alert(1)</script>", "replace <script> with"],
    ["a frame", '<iframe src="/" />', "replace <iframe> with"],
    ["an element named like a property", "<constructor />", "replace <constructor> with"],
    ["a member expression", "<React.Fragment />", "replace <React.Fragment> with"],
    ["a fragment", "<>words</>", "replace <> with"],
    ["an event handler", 'See <a href="/" onClick="alert(1)">us</a>.', "Unrecognized key"],
    ["a style", '<Note style="x">\n  Words.\n</Note>', "Unrecognized key"],
    [
      "an attribute in braces",
      "<PullFigure figure={x}>\n  Words.\n</PullFigure>",
      "write the attribute figure as text in quotation marks",
    ],
    [
      "spread attributes",
      "<Note {...x}>\n  Words.\n</Note>",
      "write the attribute {…} as text in quotation marks",
    ],
    ["an attribute without a value", "It is <Fact name /> now.", "write the attribute name as text"],
    ["a repeated attribute", 'It is <Fact name="qsbsCap" name="qsbsCap" />.', "remove the second name"],
    ["a missing attribute", "<PullFigure>\n  Words.\n</PullFigure>", "figure "],
    ["an unknown fact", 'It is <Fact name="toString" />.', "name must be a name in content/tax-facts.ts"],
    ["a block in a sentence", "Words <Note>and</Note> words.", "put <Note> on lines of its own"],
    ["a part of a sentence on its own", '<Fact name="qsbsCap" />', "write <Fact> in a sentence"],
    ["content of an element without", 'It is <Fact name="qsbsCap">x</Fact>.', "with nothing inside it"],
    [
      "a figure without a table",
      '<TableFigure caption="C">\n\nWords.\n\n</TableFigure>',
      "exactly one Markdown table",
    ],
    ["a checklist without a list", "<Checklist>\n\nWords.\n\n</Checklist>", "exactly one Markdown list"],
    ["a drawing without data", '<Bars caption="C" />', "with the columns label, value, shown"],
    ["an HTML comment", "<!-- words -->", "complete the element"],
    ["an open element", "<Note>\n\nWords.", "complete the element"],
    ["a script link", "[a](javascript:alert(1))", "the link “javascript:alert(1)” must begin with"],
    ["an encoded script link", "[a](&#106;avascript:alert(1))", "must begin with"],
    ["a script link in capitals", "[a](JaVaScRiPt:alert(1))", "must begin with"],
    ["a script link by reference", "[a][b]\n\n[b]: javascript:alert(1)", "must begin with"],
    ["a script link as an element", 'See <a href="javascript:alert(1)">us</a>.', "must begin with"],
    ["a data link", "[a](data:text/html,x)", "must begin with"],
    ["a link to an unnamed host", "[a](//example.com)", "must begin with"],
    ["a link with a backslash", "[a](/\\\\example.com)", "must begin with"],
    ["a picture of another site", "![A table](https://example.com/t.png)", "must be a path of this site"],
    ["a picture in the text", "![A table](data:image/png;base64,AA)", "must be a path of this site"],
    ["a picture without words", "![ ](/table.png)", "has no alternative text; say what it shows"],
    ["a heading of the first level", "# Too high", "the title is level 1"],
    ["a heading that skips a level", "## One\n\n#### Too deep", "none may be skipped"],
  ])("%s is one mistake that says what to do", (_, text, message) => {
    const [mistake, ...more] = mistakesIn(text);
    expect(mistake).toContain(message);
    expect(more).toEqual([]);
  });

  it("names the line of each mistake, in the order of the text", () => {
    expect(mistakesIn("One {1}.\n\n# Two\n\n<Chart />").map((mistake) => mistake.slice(0, 8))).toEqual([
      `Line ${firstLine}:`,
      `Line ${firstLine + 2}:`,
      `Line ${firstLine + 4}:`,
    ]);
  });

  // Each year has a mark in the drawing, so that this number would exhaust the memory of the server.
  it("limits the months of a timeline", () => {
    const line = (from: string): string =>
      `<YearsLine caption="C">\n\n| title | from | to | text |\n| - | - | - | - |\n| One | ${from} | 0 | Work |\n\n| when | what |\n| - | - |\n| Now | Start |\n\n</YearsLine>`;
    expect(mistakesIn(line("480"))).toEqual([]);
    expect(mistakesIn(line("480000000"))[0]).toContain("from must be at most 480");
    expect(mistakesIn(line("1.5"))[0]).toContain("from must be a whole number of months");
    expect(mistakesIn('<Move monthsBefore="-1" deadline="now">\n\nText.\n\n</Move>')[0]).toContain(
      "at least 0",
    );
  });

  it.each([
    ["a wrong number", "| One | much | $1 |", "value must be a number"],
    ["an empty cell", "|  | 1 | $1 |", "label must not be empty"],
    ["a link", "| [a](/about) | 1 | $1 |", "write plain text in the table"],
    ["an element", '| <Fact name="qsbsCap" /> a | 1 | $1 |', "write plain text in the table"],
  ])("names the line of %s in a table of data", (_, row, message) => {
    const [mistake] = mistakesIn(
      `<Bars caption="C">\n\n| label | value | shown |\n| - | - | - |\n${row}\n\n</Bars>`,
    );
    expect(mistake).toContain(`Line ${firstLine + 4}: <Bars>: `);
    expect(mistake).toContain(message);
  });

  it("a table of data with other columns names those that it needs", () => {
    expect(mistakesIn('<Bars caption="C">\n\n| label | size |\n| - | - |\n| One | 1 |\n\n</Bars>')).toEqual([
      `Line ${firstLine + 2}: <Bars>: the columns of the table must be label, value, shown`,
    ]);
  });
});

describe("front matter", () => {
  it("that is missing is a mistake", () => {
    expect(parseArticle("Words.").ok).toBe(false);
  });

  it.each([
    ["aliases that multiply", "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]"],
    ["deep nesting", `a: ${"[".repeat(2000)}`],
    ["tags of code", "a: !!js/function x"],
    ["more than 5,000 characters", `a: ${"x".repeat(6000)}`],
  ])("with %s is refused", (_, fields) => {
    expect(parseArticle(`---\n${fields}\n---\n\nWords.`).ok).toBe(false);
  });
});

describe("the headings", () => {
  it("have the anchors of GitHub, numbered if they repeat", () => {
    const { contents, anchors } = parse("## What it costs, and why\n\n### Part\n\n## Part\n\nWords.");
    expect(contents).toEqual([
      { id: "what-it-costs-and-why", heading: "What it costs, and why" },
      { id: "part-1", heading: "Part" },
    ]);
    expect(anchors).toEqual(["what-it-costs-and-why", "part", "part-1"]);
  });
});

describe("a source that the parser would read slowly", () => {
  const many = sourceLimits.maxCharacters;
  it.each([
    "[",
    "![",
    "<",
    ">",
    "> ",
    "*",
    "* ",
    "- ",
    "1. ",
    "_",
    "~a",
    "`a",
    "*a_ ",
    "|",
    "{",
    "<a>",
    "[a](",
    "a@b.c ",
    "\\",
  ])("is refused before it is parsed: 100 KB of %s", (unit) => {
    const [mistake, ...more] = mistakesIn(unit.repeat(many / unit.length - 1000));
    expect(mistake).toMatch(/^Line 17: (split the paragraph|remove the nested|shorten)/);
    expect(more).toEqual([]);
  });

  it.each([
    ["tables", "| a | b |\n| - | - |\n\n"],
    ["small tables", "a|b\n-|-\n"],
    ["rules", "---\n\n"],
    ["lists", "- a\n\n"],
    ["elements", "<Note>\n\n"],
    ["lines", "a\n"],
    ["characters", `${"a".repeat(100)}\n\n`],
    ["indentation", " ".repeat(100)],
  ])("is refused before it is parsed: too many %s", (_, unit) => {
    expect(mistakesIn(unit.repeat(many / unit.length + 1))[0]).toMatch(/split|shorten|remove|indent/);
  });

  it("is refused if elements are nested deeply", () => {
    const [mistake] = mistakesIn(`${"<Note>\n\n".repeat(30)}Words.\n\n${"</Note>\n\n".repeat(30)}`);
    expect(mistake).toContain("remove some of the nested quotes, lists or elements");
  });
});

describe("the articles of the site", () => {
  const files = readdirSync("content/articles");

  it.each(files)("%s is valid, also with line ends of Windows", (file) => {
    const source = readFileSync(`content/articles/${file}`, "utf8");
    const result = parseArticle(source);
    expect(result).toMatchObject({ ok: true });
    const windows = parseArticle(source.replaceAll("\n", "\r\n"));
    expect(JSON.stringify(windows)).toBe(JSON.stringify(result));
  });

  it("the longest of them leaves room for 500 more paragraphs", () => {
    const [longest = ""] = files
      .map((file) => readFileSync(`content/articles/${file}`, "utf8"))
      .toSorted((a, b) => b.length - a.length);
    expect(parseArticle(`${longest}\n${"Words *and* words.\n\n".repeat(500)}`).ok).toBe(true);
  });
});
