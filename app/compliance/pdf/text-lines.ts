import type { TextPiece } from "#app/pages/document/text-pieces.ts";

/** The words of one piece in one line. */
export type Run = {
  words: string;
  /** Distance from the beginning of the line. */
  x: number;
  width: number;
  piece: TextPiece;
  /** The piece has more words in the next line. */
  goesOn: boolean;
};

export type Line = readonly Run[];

type Measure = (words: string, piece: TextPiece) => number;

/** Words that are not parted, all of one piece. */
type Fragment = { words: string; piece: TextPiece; width: number };

/**
 * Breaks a text into lines. The space between two words stays at the end of the line that it breaks, so that who reads the file
 * aloud or copies from it has every word apart.
 * @param measure the width of words of a piece, in the unit of `width`
 */
export function setLines(pieces: readonly TextPiece[], width: number, measure: Measure): Line[] {
  const lines: Fragment[][] = [];
  let line: Fragment[] = [];
  let used = 0;
  for (const word of unbreakable(pieces, measure)) {
    const whole = word.reduce((sum, fragment) => sum + fragment.width, 0);
    const last = word.at(-1);
    // The space behind a word may reach beyond the edge.
    const space = last === undefined || !last.words.endsWith(" ") ? 0 : measure(" ", last.piece);
    if (line.length > 0 && used + whole - space > width) {
      lines.push(line);
      line = [];
      used = 0;
    }
    line.push(...word);
    used += whole;
  }
  if (line.length > 0) lines.push(line);
  return lines.map((fragments, index) => toRuns(fragments, lines[index + 1]?.[0]?.piece));
}

/** How far a line reaches. */
export function widthOf(line: Line): number {
  return line.reduce((sum, { width }) => sum + width, 0);
}

/** What a line never parts: a word with what is joined to it, as a full stop after a link. */
function unbreakable(pieces: readonly TextPiece[], measure: Measure): Fragment[][] {
  const words: Fragment[][] = [];
  let open: Fragment[] = [];
  for (const piece of pieces) {
    const parts = piece.words.split(/(?<=\s)|(?<=\p{L}-)(?=\p{L})/u);
    parts.forEach((part, index) => {
      open.push({ words: part, piece, width: measure(part, piece) });
      if (index === parts.length - 1 && !/\s$/.test(part)) return;
      words.push(open);
      open = [];
    });
  }
  return open.length > 0 ? [...words, open] : words;
}

function toRuns(fragments: readonly Fragment[], next: TextPiece | undefined): Run[] {
  const runs: Run[] = [];
  let x = 0;
  for (const { words, piece, width } of fragments) {
    const last = runs.at(-1);
    if (last?.piece === piece) {
      last.words += words;
      last.width += width;
    } else {
      runs.push({ words, x, width, piece, goesOn: false });
    }
    x += width;
  }
  const last = runs.at(-1);
  if (last !== undefined) last.goesOn = last.piece === next;
  return runs;
}
