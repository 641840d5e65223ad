/** A page or endpoint with a method and its response for each kind of person. */
export type Endpoint = { method: string; path: string; answers: Readonly<Record<string, string>> };

/**
 * Reads a table of endpoints. If its first line starts with `endpoint`, it names the kinds of people; otherwise the single response of each
 * line applies to `all`.
 * @throws if a line does not have one response per column
 */
export function readEndpoints(table: string): Endpoint[] {
  const [first = [], ...others] = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const isNamed = first[0] === "endpoint";
  const columns = isNamed ? first.slice(1) : ["all"];
  return (isNamed ? others : [first, ...others]).map(([method = "", path = "", ...answers]) => {
    if (answers.length !== columns.length) {
      throw new Error(`${method} ${path}: ${answers.length} answers for ${columns.length} columns`);
    }
    const named = columns.map((column, at): [string, string] => [column, answers[at] ?? ""]);
    return { method, path, answers: Object.fromEntries(named) };
  });
}
