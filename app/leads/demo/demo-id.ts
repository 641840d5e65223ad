/**
 * How rows of the demo are known: by their ids alone. They have version 8 of RFC 9562, which is for numbers with a meaning of one's own,
 * so no other row is ever taken for one.
 */
const prefix = "de300000";

/** The lowest and the highest id that a demo row can have, for queries. */
export const demoIds = {
  first: `${prefix}-0000-8000-8000-000000000000`,
  last: `${prefix}-ffff-8fff-bfff-ffffffffffff`,
} as const;

/** Whether a row is one of the demo. @param id a UUID in lower case */
export function isDemoId(id: string): boolean {
  return new RegExp(`^${prefix}-[0-9a-f]{4}-8`).test(id);
}

/** An id for a demo row. @param random a number from 0 up to 1, another each time */
export function demoId(random: () => number): string {
  const digits = (count: number): string =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, "0");
  return `${prefix}-${digits(4)}-8${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
}
