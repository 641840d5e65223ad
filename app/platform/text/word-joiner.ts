/** An invisible character that prevents a line break. Pages have it after hyphens that belong to a word. */
export const wordJoiner = "\u2060";

/** A text of a page as a person typed it. */
export function withoutWordJoiners(text: string): string {
  return text.replaceAll(wordJoiner, "");
}
