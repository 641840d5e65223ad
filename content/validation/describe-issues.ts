import type { z } from "zod";

/** What is wrong with a field: its path, and a sentence with what was expected and what was found. */
export type FieldMistake = { path: readonly PropertyKey[]; message: string };

/** Describes all differences between a value and its schema. @param whole what to call the value itself */
export function describeIssues(schema: z.ZodType, value: unknown, whole: string): FieldMistake[] {
  return schema.safeParse(value).error?.issues.map((issue) => describeIssue(issue, value, whole)) ?? [];
}

function describeIssue({ path, message }: z.core.$ZodIssue, value: unknown, whole: string): FieldMistake {
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
