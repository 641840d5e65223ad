import { type Change, findChange } from "#app/publishing/changes/change-store.server.ts";
import {
  type EditDeps,
  readPublished,
  saveChange,
  type SeenChange,
} from "#app/publishing/changes/edit-changes.server.ts";
import { type Json, parseJson } from "#app/publishing/documents/json.ts";
import { applyFields } from "#app/staff/content-form/apply-fields.ts";
import {
  listDifferences,
  readSeen,
  readTyped,
  type TypedDifference,
  withoutControls,
} from "#app/staff/content-form/form-fields.ts";
import { createDraft } from "#app/staff/content-form/load-document.server.ts";
import { applyOperation, type ListOperation } from "#app/staff/content-form/list-operations.ts";
import type { DocumentName } from "#app/publishing/documents/site-documents.server.ts";

export type SaveResult =
  | { ok: true; change: Change; /** Of the item that a list operation concerned. */ path: string | undefined }
  | { ok: false; reason: "unknown" | "too-long" }
  /** Nothing was saved. `typed` is what the person would lose. */
  | { ok: false; reason: "changed" | "closed"; current: Change; typed: readonly TypedDifference[] };

type Given = { name: DocumentName; seen: SeenChange; form: FormData };

/** Saves what was typed in a part of a draft, and changes its lists. The other parts stay as they are. */
export async function saveDraft(
  deps: EditDeps,
  given: Given,
  operation: ListOperation | undefined,
): Promise<SaveResult> {
  const { name, seen, form } = given;
  const change = await findChange(deps.db, seen.id);
  const body = (await readPublished(deps.db, name))?.body;
  if (change?.document !== name || body === undefined) return { ok: false, reason: "unknown" };
  const published = parseJson(body);
  if (change.state !== "draft") return refuse("closed", { ...given, change, published });
  if (change.revision !== seen.revision) return refuse("changed", { ...given, change, published });
  const edited = editDocument({ ...given, change, published }, operation);
  const reason = readReason(form, change.reason);
  const saved = await saveChange(deps, seen, { document: edited.document, reason });
  if (saved.ok) return { ...saved, path: edited.path };
  return "current" in saved ? refuse(saved.reason, { ...given, change: saved.current, published }) : saved;
}

function editDocument(
  { name, form, change, published }: Given & { change: Change; published: Json },
  operation: ListOperation | undefined,
): { document: Json; path: string | undefined } {
  const draft = createDraft(name, published, change.body ?? "null");
  const document = applyFields(draft.document, draft.form, readTyped(form));
  const edited =
    operation === undefined
      ? undefined
      : applyOperation(document, createDraft(name, published, document), operation);
  return edited ?? { document, path: undefined };
}

function refuse(
  reason: "changed" | "closed",
  { name, form, change, published }: Given & { change: Change; published: Json },
): SaveResult {
  const { form: fields } = createDraft(name, published, change.body ?? "null");
  const typed = listDifferences(readTyped(form), readSeen(form), fields);
  return { ok: false, reason, current: change, typed };
}

function readReason(form: FormData, current: string): string {
  const reason = form.get("reason");
  return typeof reason === "string" ? withoutControls(reason).trim() : current;
}
