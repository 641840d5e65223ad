import type { TextPiece } from "#app/pages/document/text-pieces.ts";

/** The part of a piece that is on one line. */
export type Run = {
  words: string;
  /** Distance from the start of the line. */
  x: number;
  width: number;
  piece: TextPiece;
  /** Whether the piece continues on the next line. */
  continues: boolean;
};

export type Line = readonly Run[];

type Measure = (words: string, piece: TextPiece) => number;

/** Text of one piece without a break opportunity. */
type Fragment = { words: string; piece: TextPiece; width: number };

/**
 * Breaks a text into lines. The space at a line break stays at the end of the line, so that words remain separate for screen readers and
 * when text is copied.
 * @param measure returns the width of a text in the style of a piece
 */
export function breakLines(pieces: readonly TextPiece[], width: number, measure: Measure): Line[] {
  const lines: Fragment[][] = [];
  let line: Fragment[] = [];
  let used = 0;
  for (const word of unbreakable(pieces, measure)) {
    const whole = word.reduce((sum, fragment) => sum + fragment.width, 0);
    const last = word.at(-1);
    // A trailing space can extend beyond the edge.
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

/** The width of a line. */
export function widthOf(line: Line): number {
  return line.reduce((sum, { width }) => sum + width, 0);
}

/** Splits a text into parts that a line never breaks: a word with adjacent text, such as a period after a link. */
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
      runs.push({ words, x, width, piece, continues: false });
    }
    x += width;
  }
  const last = runs.at(-1);
  if (last !== undefined) last.continues = last.piece === next;
  return runs;
}
