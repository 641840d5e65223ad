/** A page or endpoint with a method, and what each sort of person gets there. */
export type Door = { method: string; path: string; answers: Readonly<Record<string, string>> };

/**
 * Reads a table of doors: the first line of several columns names the sorts of people; in a table with a single answer each it is for
 * `all`.
 * @throws where a line has not as many answers as there are columns
 */
export function readDoors(table: string): Door[] {
  const [first = [], ...others] = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const isNamed = first[0] === "door";
  const columns = isNamed ? first.slice(1) : ["all"];
  return (isNamed ? others : [first, ...others]).map(([method = "", path = "", ...answers]) => {
    if (answers.length !== columns.length) {
      throw new Error(`${method} ${path}: ${answers.length} answers for ${columns.length} columns`);
    }
    const named = columns.map((column, at): [string, string] => [column, answers[at] ?? ""]);
    return { method, path, answers: Object.fromEntries(named) };
  });
}
