/**
 * Demo rows are identified by their ids: UUIDs of version 8 (RFC 9562), which is reserved for custom formats, so no other row has one.
 */
const prefix = "de300000";

/**
 * The condition for demo ids: the range, which uses an index, and the version, because a random UUID can be in the range.
 */
export const demoIds = {
  first: `${prefix}-0000-8000-8000-000000000000`,
  last: `${prefix}-ffff-8fff-bfff-ffffffffffff`,
  /** For `like`. */
  pattern: `${prefix}-____-8%`,
} as const;

/** Creates an id for a demo row. @param random from 0 to 1, different for each id */
export function demoId(random: () => number): string {
  const digits = (count: number): string =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, "0");
  return `${prefix}-${digits(4)}-8${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
}
