import { describeIssues, type FieldMistake } from "#content/validation/describe-issues.ts";
import { siteDocuments, isDocumentName } from "#app/publishing/documents/site-documents.server.ts";

/** A document that satisfies its schema, or what is wrong with it. */
export type Checked = { ok: true; value: object } | { ok: false; mistakes: readonly FieldMistake[] };

/** Validates a document with the schema of its file. */
export function checkDocument(name: string, value: unknown): Checked {
  if (!isDocumentName(name)) return refuse("This build has no such document.");
  const { schema } = siteDocuments[name];
  const result = schema.safeParse(value);
  if (!result.success) return { ok: false, mistakes: describeIssues(schema, value, "the document") };
  return typeof result.data === "object"
    ? { ok: true, value: result.data }
    : refuse("The document is empty.");
}

function refuse(message: string): Checked {
  return { ok: false, mistakes: [{ path: [], message }] };
}
