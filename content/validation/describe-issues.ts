import type { z } from "zod";

/** What is wrong with a field: its path, and a sentence with what was expected and what was found. */
export type FieldMistake = { path: readonly PropertyKey[]; message: string };

/** Describes all differences between a value and its schema. @param whole what to call the value itself */
export function describeIssues(schema: z.ZodType, value: unknown, whole: string): FieldMistake[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.flatMap(findCauses).map((issue) => describeIssue(issue, value, whole));
}

type Cause = Pick<z.core.$ZodIssue, "path" | "message">;

/** Of a union, such as a block, the mistakes in the member that the value has the shape of. */
function findCauses(issue: z.core.$ZodIssue): Cause[] {
  if (issue.code !== "invalid_union") return [issue];
  const shaped = issue.errors.find((issues) => !issues.some(isOtherShape));
  return shaped === undefined
    ? [issue]
    : shaped.flatMap(findCauses).map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

function isOtherShape({ code, path }: z.core.$ZodIssue): boolean {
  return (
    path.length === 0 && (code === "invalid_type" || code === "unrecognized_keys" || code === "invalid_union")
  );
}

function describeIssue({ path, message }: Cause, value: unknown, whole: string): FieldMistake {
  return { path, message: `${path.join(".") || whole} ${message}; found ${show(valueAt(value, path))}` };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current: unknown = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
