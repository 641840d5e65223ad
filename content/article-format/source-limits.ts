import type { ArticleMistake } from "./article-mistake.ts";

/**
 * The Markdown parser takes quadratic time for a block with many marks, and its recursion follows the nesting. These limits are five or more
 * times what the longest article uses. They are checked by counting, before the parser reads the source.
 */
export const sourceLimits = {
  maxCharacters: 100_000,
  maxLines: 2500,
  maxMarks: 1500,
  maxMarksPerBlock: 250,
  maxCharactersPerBlock: 10_000,
  maxMarkers: 500,
  maxMarkersPerLine: 4,
  maxRules: 60,
  maxIndent: 40,
} as const;

/** Characters that can begin or end Markdown or an element. */
const marks = /[*_~`[\]<>|\\&{}@]|https?:|www\./gi;

/** The markers of quotes and lists at the start of a line, which can be nested in one line. */
const marker = /[ \t]*(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))/y;

/** Whether a line can be the one below the heading of a table, or a rule. */
function isRule(text: string): boolean {
  return text.includes("-") && !/[^ \t>|:-]/.test(text);
}

/** Finds a source that would take too long to parse. @returns the first excess, or undefined */
export function checkSourceLimits(source: string): ArticleMistake | undefined {
  if (source.length > sourceLimits.maxCharacters) {
    return { message: `shorten the article to at most ${sourceLimits.maxCharacters} characters` };
  }
  const lines = source.split("\n");
  if (lines.length > sourceLimits.maxLines) {
    return { message: `shorten the article to at most ${sourceLimits.maxLines} lines` };
  }
  return checkLines(lines);
}

type Counts = {
  characters: number;
  marks: number;
  allMarks: number;
  markers: number;
  allMarkers: number;
  rules: number;
};

function checkLines(lines: readonly string[]): ArticleMistake | undefined {
  const counts: Counts = { characters: 0, marks: 0, allMarks: 0, markers: 0, allMarkers: 0, rules: 0 };
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") Object.assign(counts, { characters: 0, marks: 0 });
    const found = text.match(marks)?.length ?? 0;
    counts.characters += text.length;
    counts.marks += found;
    counts.allMarks += found;
    counts.markers = countMarkers(text);
    counts.allMarkers += counts.markers;
    counts.rules += isRule(text) ? 1 : 0;
    const message = describeExcess(counts) ?? describeIndent(text);
    if (message !== undefined) return { line: index + 1, message };
  }
  return undefined;
}

function describeExcess(counts: Counts): string | undefined {
  if (counts.characters > sourceLimits.maxCharactersPerBlock) {
    return `split the paragraph or table: it has more than ${sourceLimits.maxCharactersPerBlock} characters without a blank line`;
  }
  if (counts.marks > sourceLimits.maxMarksPerBlock) {
    return `split the paragraph or table: it has more than ${sourceLimits.maxMarksPerBlock} marks, such as * or |, without a blank line`;
  }
  if (counts.allMarks > sourceLimits.maxMarks) {
    return `shorten the article: it has more than ${sourceLimits.maxMarks} marks, such as * or |`;
  }
  if (counts.markers > sourceLimits.maxMarkersPerLine) {
    return "remove the nested quotes or lists in this line";
  }
  if (counts.allMarkers > sourceLimits.maxMarkers) {
    return `shorten the lists and quotes: together they have more than ${sourceLimits.maxMarkers} lines`;
  }
  if (counts.rules > sourceLimits.maxRules) {
    return `remove tables or lines of dashes: the article has more than ${sourceLimits.maxRules}`;
  }
  return undefined;
}

function describeIndent(text: string): string | undefined {
  const indent = /^[ \t]*/.exec(text)?.[0].replaceAll("\t", "    ").length ?? 0;
  return indent > sourceLimits.maxIndent
    ? `indent the line by at most ${sourceLimits.maxIndent} spaces`
    : undefined;
}

/** Counts the markers of quotes and lists that begin a line, up to one more than the limit. */
function countMarkers(text: string): number {
  marker.lastIndex = 0;
  let count = 0;
  while (count <= sourceLimits.maxMarkersPerLine && marker.test(text)) count++;
  return count;
}
