import { z } from "zod";
import type { ContentDocument } from "#content/validation/documents.ts";
import { siteDocuments, type DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import type { FormSchema } from "./form-schema.ts";

const schemas = new Map<DocumentName, FormSchema>();

/** The schema of a document, with its fixed fields marked. */
export function readFormSchema(name: DocumentName): FormSchema {
  const known = schemas.get(name);
  if (known !== undefined) return known;
  const { schema, fixed = [] }: ContentDocument = siteDocuments[name];
  // The library's type covers all of JSON Schema.
  const whole = z.toJSONSchema(schema, { io: "input" }) as FormSchema;
  const { properties } = whole;
  const read =
    properties === undefined
      ? whole
      : {
          ...whole,
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, field]) => [
              key,
              fixed.includes(key) ? { ...field, fixed: true } : field,
            ]),
          ),
        };
  schemas.set(name, read);
  return read;
}
