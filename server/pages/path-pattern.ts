/** The segments of a route's path, such as `["", "confirm", ":token"]`. */
export type PathPattern = readonly string[];

/** Whether a path has the segments of a pattern. A segment that starts with a colon stands for any text. */
export function matchesPattern(pattern: PathPattern, segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (part.startsWith(":") ? segments[at] !== "" : part === segments[at]))
  );
}
