/**
 * How rows of the demo are known: by their ids alone. They have version 8 of RFC 9562, which is for numbers with a meaning of one's own,
 * so no other row is ever taken for one.
 */
const prefix = "de300000";

/**
 * What a query asks of an id: that it lies between two, which an index answers, and has the version, since one made by chance can lie
 * there too.
 */
export const demoIds = {
  first: `${prefix}-0000-8000-8000-000000000000`,
  last: `${prefix}-ffff-8fff-bfff-ffffffffffff`,
  /** For `like`. */
  pattern: `${prefix}-____-8%`,
} as const;

/** An id for a demo row. @param random a number from 0 up to 1, another each time */
export function demoId(random: () => number): string {
  const digits = (count: number): string =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, "0");
  return `${prefix}-${digits(4)}-8${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
}
