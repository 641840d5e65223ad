/** The rows of a page of every list, few enough that a page remains short on a phone. */
export const rowsPerPage = 25;

/** A page of a list: the first, or the one beyond a row of the current page. */
export type PageRequest = {
  /** Maximum number of rows. */
  size: number;
  beyond?: Beyond | undefined;
};

/** `after` is further down the list than a row, `before` further up. `row` is an id, so that URLs contain no personal data. */
export type Beyond = { direction: "after" | "before"; row: string };

export type PageOfRows<Row> = {
  rows: readonly Row[];
  hasPrevious: boolean;
  hasNext: boolean;
  /** This is the first page, because the requested row no longer exists or nothing lies beyond it. */
  isLost: boolean;
};

/** The rows that match a query. */
export type List<Row> = {
  page: (request: PageRequest) => Promise<PageOfRows<Row>>;
  /** All rows in order, read in batches: an export of any size needs little memory, and rows that arrive meanwhile do not disturb it. */
  each: () => AsyncGenerator<Row>;
  count: () => Promise<number>;
};

/** What a query can contain, for the tests and measurements of query plans. */
export type ListShape = {
  sorts: readonly string[];
  filters: readonly string[];
  hasSearch: boolean;
  hasDays: boolean;
};
