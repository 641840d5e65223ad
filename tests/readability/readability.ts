import { syllable } from "syllable";

/** The Flesch-Kincaid grade and the longest sentence of a text. */
export type Readability = { grade: number; longest: string; longestWords: number };

export const maxGrade = 10;
export const maxSentenceWords = 30;

/**
 * Measures the sentences of a rendered page or an email. Each block element is read separately, because headings, table cells and labels end
 * without a period. Only blocks that end like a sentence are measured.
 */
export function measureReadability(html: string): Readability {
  const sentences = findSentences(html);
  const words = sentences.flatMap(wordsIn);
  // Figures have no agreed number of syllables.
  const spelled = words.filter((word) => /^\p{L}+/u.test(word));
  const syllables = spelled.reduce((sum, word) => sum + syllable(word), 0);
  const longest = sentences.reduce(
    (one, other) => (wordsIn(other).length > wordsIn(one).length ? other : one),
    "",
  );
  // Kincaid et al. (1975), Derivation of New Readability Formulas for Navy Enlisted Personnel.
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / spelled.length) - 15.59;
  return { grade, longest, longestWords: wordsIn(longest).length };
}

export function findSentences(html: string): string[] {
  return (
    html
      .replaceAll(/<(script|style|svg)\b.*?<\/\1>/gs, " ")
      .replaceAll(/<br\b[^>]*>/g, "\n")
      // Style sheets place adjacent elements without a space between them on separate lines.
      .replaceAll(/<\/(?:a|b|span)>(?=<(?:a|b|small|span)\b)/g, "\n")
      .replaceAll(
        /<\/?(?:p|h[1-6]|li|ul|ol|dl|dt|dd|div|section|th|td|tr|table|summary|label|legend|a|button|figcaption|caption|blockquote|nav|header|footer|main)\b[^>]*>/g,
        (tag) => (/^<\/?a\b/.test(tag) ? "" : "\n"),
      )
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&#x27;", "'")
      .replaceAll(/&(?:quot|amp|lt|gt);/g, " ")
      .split("\n")
      .map((block) => block.replaceAll(/\s+/g, " ").trim())
      .filter((block) => /[.?!][”"’)]*$/.test(block))
      .flatMap(splitSentences)
      .filter((sentence) => wordsIn(sentence).length > 2)
  );
}

/** Abbreviations and initials do not end a sentence. */
function splitSentences(block: string): string[] {
  return block
    .replaceAll(
      /\b(?:U\.S\.C|U\.S|Inc|Bus|Com|Tex|Jan|Feb|Aug|Sept|Oct|Nov|Dec|[A-Z])\. /g,
      (match) => `${match.slice(0, -2)} `,
    )
    .split(/(?<=[.?!][”"’)]*) +(?=[“"‘(]*[A-Z0-9$])/);
}

function wordsIn(sentence: string): string[] {
  return sentence.match(/[\p{L}\p{N}$%][\p{L}\p{N}$%.,’'&/-]*/gu) ?? [];
}

/** @returns what exceeds the limits, or undefined */
export function describeExcess({ grade, longest, longestWords }: Readability): string | undefined {
  const excess = [
    ...(grade > maxGrade ? [`grade ${grade.toFixed(1)} is above ${maxGrade}`] : []),
    ...(longestWords > maxSentenceWords ? [`${longestWords} words: “${longest}”`] : []),
  ];
  return excess.length === 0 ? undefined : excess.join("; ");
}
