import type { ClaimKind } from "#app/data/schema/claims.ts";
import { earlyPatterns, excludedPatterns, patterns } from "./claim-patterns.ts";

/** A figure, credential or superlative that the firm must be able to substantiate, in its sentence. */
export type FoundClaim = { kind: ClaimKind; figure: string; sentence: string };

/**
 * The version of these rules. It increases with every change of them, so that servers search the site again.
 */
export const finderVersion = 1;

/** Bounds the size of a claim. Longer sentences are divided between words. */
const maxSentenceLength = 600;

/** Finds the claims in the lines of a page, in order, each once. A line that consists of figures belongs to the text before it. */
export function findClaims(lines: readonly string[]): FoundClaim[] {
  const claims = new Map<string, FoundClaim>();
  let label = "";
  for (const line of lines) {
    const hasWords = /\p{L}{2}/u.test(line);
    const text = hasWords || label === "" ? line : `${label} · ${line}`;
    if (hasWords) label = line.slice(0, maxLabelLength);
    for (const sentence of splitSentences(text)) {
      for (const claim of findInSentence(sentence)) {
        const key = JSON.stringify(identifyClaim(claim));
        if (!claims.has(key)) claims.set(key, claim);
      }
    }
  }
  return [...claims.values()];
}

const maxLabelLength = 120;

/**
 * What identifies a claim: its sentence and figure, regardless of case, spaces, quotation marks and the end of the sentence. The register
 * stores a digest of it, so a change of this function separates claims from their evidence.
 */
export function identifyClaim({
  sentence,
  figure,
}: Pick<FoundClaim, "sentence" | "figure">): readonly [string, string] {
  return [normalize(sentence), normalize(figure)];
}

function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[‘’‛′]/g, "'")
    .replaceAll(/[“”„″]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, "-")
    .replaceAll(/\s{1,50}/g, " ")
    .trim()
    .replace(/[.!?:;,]$/, "");
}

/** Divides a line after “.”, “!” and “?” before a new sentence, but not after abbreviations. */
export function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end } of line.matchAll(/[.!?]["”’)]{0,2}\s(?=["“(‘]?[\p{Lu}\d$#])/gu)) {
    if (line[index] === "." && isAbbreviation(line.slice(Math.max(start, index - 12), index))) continue;
    sentences.push(...limitLength(line.slice(start, index + end.length).trim()));
    start = index + end.length;
  }
  return [...sentences, ...limitLength(line.slice(start).trim())].filter((sentence) => sentence !== "");
}

const abbreviations =
  "U.S U.S.C C.F.R Rev Proc Rul Pub L No Nos Mr Mrs Ms Dr Inc Co Corp Ltd St Ave Rd Blvd vs e.g i.e approx Art Sec Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec".split(
    " ",
  );

function isAbbreviation(before: string): boolean {
  const word = before.slice(before.lastIndexOf(" ") + 1).replace(/^["“(‘]/, "");
  return abbreviations.includes(word) || /^\p{Lu}$/u.test(word);
}

function limitLength(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > maxSentenceLength) {
    const space = rest.lastIndexOf(" ", maxSentenceLength);
    const end = space > 0 ? space : maxSentenceLength;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

/** Replaces text that was found or excluded. It is no part of a word, so words around it keep their limits. */
const blank = "\u0000";

function findInSentence(sentence: string): FoundClaim[] {
  const found: (FoundClaim & { index: number })[] = [];
  // Lengths stay the same, so that an index applies to the sentence as well.
  let text = sentence.replaceAll(blank, " ");
  const take = (kind: ClaimKind, pattern: RegExp): void => {
    text = text.replaceAll(pattern, (match: string, ...rest: unknown[]) => {
      const index = rest.find((each) => typeof each === "number");
      const figure = sentence.slice(index, Number(index) + match.length).trim();
      found.push({ kind, figure, sentence, index: Number(index) });
      return blank.repeat(match.length);
    });
  };
  for (const [kind, pattern] of earlyPatterns) take(kind, pattern);
  for (const pattern of excludedPatterns) {
    text = text.replaceAll(pattern, (match) => blank.repeat(match.length));
  }
  for (const [kind, pattern] of patterns) take(kind, pattern);
  return (
    found
      // A number without a word, such as that of a list, says nothing.
      .filter(() => /\p{L}/u.test(sentence))
      .toSorted((one, other) => one.index - other.index)
      .map(({ kind, figure }) => ({ kind, figure, sentence }))
  );
}
