/**
 * Demo rows are identified by their ids: UUIDs of version 8 (RFC 9562), which is reserved for custom formats, so no other row has one.
 */
export const demoIdPrefix = "de300000";

/**
 * The condition for demo ids: the range, which uses an index, and the version, because a random UUID can be in the range.
 */
export const demoIds = {
  first: `${demoIdPrefix}-0000-8000-8000-000000000000`,
  last: `${demoIdPrefix}-ffff-8fff-bfff-ffffffffffff`,
  /** For `like`. */
  pattern: `${demoIdPrefix}-____-8%`,
} as const;
