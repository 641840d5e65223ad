import { z } from "zod";
import { type ContentDocument, contentDocuments } from "#content/validation/documents.ts";
import { fileVersion } from "#content/release/release.ts";
import { taxRateSchema } from "#content/schema.ts";
import { taxRates } from "#content/tax-example.ts";
import { describeIssues } from "./describe-issues.ts";

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
  return describeIssues(schema, value, "the file").map(({ message }) => `${file}: ${message}`);
}
