import { type RawBuilder, sql } from "kysely";

/**
 * Whether a text holds every word that is looked for, in any order, whatever their capitals and accents. A word of one or two letters
 * is looked for at the beginnings of words: elsewhere it would be found in nearly all of them, and no index knows it. A telephone
 * number is found by its digits however it was typed.
 * @param form an expression that an index is on, and that begins with a blank, as `search_form(' ' || recipient)`
 */
export function holdsWords(form: RawBuilder<string>, searched: string): RawBuilder<boolean> {
  const conditions = wordsOf(searched).map((word) => {
    if (!isShort(word)) return holds(form, word);
    return sql`(${holds(form, ` ${word}`)} or ${holds(form, `-${word}`)})`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function holds(form: RawBuilder<string>, text: string): RawBuilder<unknown> {
  return sql`${form} like search_pattern(${text})`;
}

function wordsOf(searched: string): string[] {
  const number = digitsIn(searched);
  if (number !== undefined) return [number];
  return searched
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => digitsIn(word) ?? word);
}

/**
 * One or two characters: the index knows runs of three, and takes what stands before a word for two of them. A word that begins with a
 * sign, as the @ of an address, is a run already.
 */
function isShort(word: string): boolean {
  return /^[\p{L}\p{N}].?$/u.test(word);
}

/** The digits of what can be a telephone number, without the country code, which most people leave out. */
function digitsIn(text: string): string | undefined {
  if (!/^[\d\s()+./-]{3,}$/.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length >= 3 ? digits : undefined;
}
