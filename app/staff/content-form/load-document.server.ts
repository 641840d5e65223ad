import type { PublishingDatabase } from "#app/publishing/changes/edit-changes.server.ts";
import { type Change, findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { readPublished } from "#app/publishing/changes/edit-changes.server.ts";
import { type Json, parseJson } from "#app/publishing/documents/json.ts";
import { createForm } from "./create-form.ts";
import type { FormNode } from "./form-node.ts";
import type { FormSchema } from "./form-schema.ts";
import { readFormSchema } from "./form-schema.server.ts";
import { siteDocuments, type DocumentName } from "#app/publishing/documents/site-documents.server.ts";

export type LoadedDocument = {
  published: Json;
  publishedHash: string | null;
  change: Change | undefined;
};

/** A document as it is published, with its open change. Undefined before the first release. */
export async function loadDocument(
  db: PublishingDatabase,
  name: DocumentName,
): Promise<LoadedDocument | undefined> {
  const [published, change] = await Promise.all([readPublished(db, name), findOpenChange(db, name)]);
  if (published === undefined) return undefined;
  return { published: parseJson(published.body), publishedHash: published.hash, change };
}

/** The draft of a change, with its form. */
export type Draft = { document: Json; form: FormNode; schema: FormSchema };

export function createDraft(name: DocumentName, published: Json, body: string | Json): Draft {
  const document = typeof body === "string" ? parseJson(body) : body;
  const schema = readFormSchema(name);
  const { title } = siteDocuments[name];
  return { document, schema, form: createForm(name, { title, schema, value: document, published }) };
}
