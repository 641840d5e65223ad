import { z } from "zod";
import { type ContentDocument, contentDocuments } from "#content/validation/documents.ts";
import { fileVersion } from "#content/release/release.ts";
import { taxRateSchema } from "#content/schema.ts";
import { taxRates } from "#content/tax-example.ts";

/**
 * Validates every content file against its schema.
 * @returns one sentence per mistake, with the file, the field, what was expected and what was found
 */
export function checkContent(): string[] {
  return [
    ...Object.values<ContentDocument>(contentDocuments).flatMap(({ file, schema, view }) =>
      checkFile(`content/${file}`, schema, fileVersion(view)),
    ),
    ...checkFile("content/tax-example.ts", z.record(z.string(), taxRateSchema), taxRates),
  ];
}

/** Describes the mistakes in the value of one file. */
export function checkFile(file: string, schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return describeIssues(result.error, value).map(
    ({ field, message }) => `${file}: ${field.join(".") || "the file"} ${message}`,
  );
}

/** A mistake in a document: the path of the field, and what is wrong, which completes a sentence that starts with the field. */
export type Mistake = { field: readonly string[]; message: string };

export function describeIssues(error: z.ZodError, value: unknown): Mistake[] {
  return error.issues.map(({ path, message }) => ({
    field: path.map(String),
    message: `${message}; found ${show(valueAt(value, path))}`,
  }));
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
