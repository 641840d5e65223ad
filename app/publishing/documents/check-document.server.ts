import { contentDocuments, isDocumentName } from "#content/validation/documents.ts";
import { describeIssues, type Mistake } from "#content/validation/check-content.ts";

/** A document that satisfies its schema, or what is wrong with it. */
export type Checked = { ok: true; value: object } | { ok: false; mistakes: readonly Mistake[] };

/** Validates a document with the schema of its file, and its links and figures like those of the files. */
export function checkDocument(name: string, value: unknown): Checked {
  if (!isDocumentName(name)) {
    return { ok: false, mistakes: [{ field: [], message: "is not a document of this build" }] };
  }
  const result = contentDocuments[name].schema.safeParse(value);
  if (!result.success) return { ok: false, mistakes: describeIssues(result.error, value) };
  return typeof value === "object" && value !== null
    ? { ok: true, value }
    : { ok: false, mistakes: [{ field: [], message: "must be an object or a list" }] };
}
