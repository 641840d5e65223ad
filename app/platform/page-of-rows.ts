/** Which page of a list is wanted: the first, or the one beyond a row of the page that is left. */
export type PageRequest = {
  /** The most rows on a page. */
  size: number;
  beyond?: Beyond | undefined;
};

/** `after`: further down the list than a row; `before`: further up. `row` is the row's id, so that no address says whose it is. */
export type Beyond = { direction: "after" | "before"; row: string };

/** A page of a list. */
export type PageOfRows<Row> = {
  rows: readonly Row[];
  hasPrevious: boolean;
  hasNext: boolean;
  /** The row beyond which the page was to lie is no longer there, or nothing lies beyond it any more: this is the first page. */
  isLost: boolean;
};
