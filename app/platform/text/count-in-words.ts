const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** A count at the beginning of a sentence. Figures above ten are not spelled out. @example countInWords(6) // "Six" */
export function countInWords(count: number): string {
  return words[count] ?? String(count);
}
