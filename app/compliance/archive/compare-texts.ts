import { diffArrays, diffWordsWithSpace } from "diff";

/** A part of a passage. */
export type Piece = { text: string; isChanged: boolean };

/** Lines that differ, as they were before and after. One side is empty if lines were only added or removed. */
export type Passage = { before: readonly Piece[]; after: readonly Piece[] };

export type Comparison = {
  passages: readonly Passage[];
  /** Numbers of words. */
  added: number;
  removed: number;
};

/** Returns the milliseconds that remain for comparisons. */
export type TimeBudget = () => number;

/**
 * Limits the time of all comparisons of a response together, because they block the process. Texts for which no time remains are compared as
 * a whole.
 */
export function createTimeBudget(milliseconds = 500): TimeBudget {
  const end = performance.now() + milliseconds;
  return () => Math.max(0, end - performance.now());
}

/** Compares the words of two versions of a page, line by line. */
export function compareTexts(before: string, after: string, budget = createTimeBudget()): Comparison {
  const [old, current] = [before.split("\n"), after.split("\n")];
  const parts = diffArrays(old, current, { timeout: budget() }) ?? [
    { value: old, removed: true, added: false },
    { value: current, removed: false, added: true },
  ];
  const changes: { before: string[]; after: string[] }[] = [];
  let isOpen = false;
  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ before: [], after: [] });
    isOpen = true;
    changes.at(-1)?.[removed ? "before" : "after"].push(...value);
  }
  const passages = changes.map((change) => comparePassage(change, budget));
  return {
    passages,
    added: countWords(passages.flatMap((passage) => passage.after)),
    removed: countWords(passages.flatMap((passage) => passage.before)),
  };
}

function comparePassage(lines: { before: string[]; after: string[] }, budget: TimeBudget): Passage {
  const [before, after] = [lines.before.join("\n"), lines.after.join("\n")];
  const whole = (text: string): Piece[] => (text === "" ? [] : [{ text, isChanged: true }]);
  if (before === "" || after === "") return { before: whole(before), after: whole(after) };
  const parts = diffWordsWithSpace(before, after, { timeout: budget() });
  if (parts === undefined) return { before: whole(before), after: whole(after) };
  return {
    before: parts
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value, isChanged: removed })),
    after: parts
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value, isChanged: added })),
  };
}

function countWords(pieces: readonly Piece[]): number {
  return pieces
    .filter(({ isChanged }) => isChanged)
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}$%]+/gu)?.length ?? 0), 0);
}
