/** A piece of a text: plain, bold or a link. */
export type TextPiece = { words: string; weight?: true; href?: string };

const markup = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*/g;

/**
 * Parses the two kinds of markup in texts of `content/`: links and bold text.
 * @example textPieces("See [Form CRS](/form-crs).") // [{words: "See "}, {words: "Form CRS", href: "/form-crs"}, {words: "."}]
 */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: whole, 1: words, 2: href, 3: heavy, index } of text.matchAll(markup)) {
    if (index > end) pieces.push({ words: text.slice(end, index) });
    if (words !== undefined && href !== undefined) pieces.push({ words, href });
    if (heavy !== undefined) pieces.push({ words: heavy, weight: true });
    end = index + whole.length;
  }
  if (end < text.length) pieces.push({ words: text.slice(end) });
  return pieces;
}

/** Whether a text of `content/` has links or bold parts. */
export function hasMarkup(text: string): boolean {
  return textPieces(text).some(({ weight, href }) => weight === true || href !== undefined);
}
