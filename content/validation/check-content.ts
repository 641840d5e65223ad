import { z } from "zod";
import { type ContentDocument, contentDocuments } from "#content/documents.ts";
import { fileVersion } from "#content/release.ts";
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
  return result.error.issues.map((issue) => {
    const field = issue.path.join(".") || "the file";
    return `${file}: ${field} ${issue.message}; found ${show(valueAt(value, issue.path))}`;
  });
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
