import { type RawBuilder, sql } from "kysely";
import { shortestSearch } from "#app/platform/limits.ts";

/**
 * Whether a text holds every word that is looked for, in any order, whatever their capitals and accents. A telephone number is found
 * by its digits however it was typed.
 * @param form an expression that an index is on, as `search_form(recipient)`
 */
export function holdsWords(form: RawBuilder<string>, searched: string): RawBuilder<boolean> {
  const conditions = wordsOf(searched).map((word) => sql<boolean>`${form} like search_pattern(${word})`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** The words of a search. Where none is long enough for the index, all of them as they stand beside each other. */
function wordsOf(searched: string): string[] {
  const number = digitsIn(searched);
  if (number !== undefined) return [number];
  const words = searched
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => digitsIn(word) ?? word);
  return words.some(({ length }) => length >= shortestSearch) ? words : [words.join(" ")];
}

/** The digits of what can be a telephone number, without the country code, which most people leave out. */
function digitsIn(text: string): string | undefined {
  if (!/^[\d\s()+./-]{3,}$/.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length >= shortestSearch ? digits : undefined;
}
