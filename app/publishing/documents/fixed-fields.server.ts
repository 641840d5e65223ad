import type { ContentDocument } from "#content/validation/documents.ts";
import { siteDocuments, isDocumentName } from "#app/publishing/documents/site-documents.server.ts";
import { fileVersion } from "#content/release/release.ts";

/**
 * Replaces the fields that only a build can change by those of the files, such as the firm's time zone, which code reads while it is loaded,
 * and URLs, which are routes.
 */
export function withFixedFields(name: string, value: object): object {
  if (!isDocumentName(name)) return value;
  const { fixed, view }: ContentDocument = siteDocuments[name];
  if (fixed === undefined) return value;
  const file = fileVersion(view);
  return { ...value, ...Object.fromEntries(fixed.map((field) => [field, Reflect.get(file, field)])) };
}
