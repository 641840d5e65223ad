import { type RawBuilder, sql } from "kysely";

/**
 * Whether a text contains every searched word, in any order, ignoring case and accents. A word of one or two letters matches only at the
 * start of words: elsewhere it would match nearly every row, and no index supports it. A phone number is found by its digits in any
 * format.
 * @param form an indexed expression that begins with a space, such as `search_form(' ' || recipient)`
 */
export function containsWords(form: RawBuilder<string>, searched: string): RawBuilder<boolean> {
  const conditions = splitWords(searched).map((word) => {
    if (!isShort(word)) return contains(form, word);
    return sql`(${contains(form, ` ${word}`)} or ${contains(form, `-${word}`)})`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function contains(form: RawBuilder<string>, text: string): RawBuilder<unknown> {
  return sql`${form} like search_pattern(${text})`;
}

function splitWords(searched: string): string[] {
  const number = digitsIn(searched);
  if (number !== undefined) return [number];
  return searched
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => digitsIn(word) ?? word);
}

/**
 * Whether a word has only one or two letters or digits. The trigram index needs three characters, and the space before a word counts as
 * one. A word that starts with another character, such as the @ of an address, already forms a trigram.
 */
function isShort(word: string): boolean {
  return /^[\p{L}\p{N}].?$/u.test(word);
}

/** The digits of a possible phone number, without the country code that most people omit. */
function digitsIn(text: string): string | undefined {
  if (!/^[\d\s()+./-]{3,}$/.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length >= 3 ? digits : undefined;
}
