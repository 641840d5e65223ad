import type { Kysely, Transaction } from "kysely";
import { type NewAuditEvent, recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { AuditAction } from "#app/audit/audit-action.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { siteDocuments, isDocumentName } from "#app/publishing/documents/site-documents.server.ts";
import { fileVersion } from "#content/release/release.ts";
import type { FieldMistake } from "#content/validation/describe-issues.ts";
import { type Json, parseJson } from "#app/publishing/documents/json.ts";
import { checkDocument } from "#app/publishing/documents/check-document.server.ts";
import {
  findBodies,
  findLatestRelease,
  listDocumentHashes,
  lockPublishing,
  toBody,
} from "#app/publishing/releases/release-store.server.ts";
import { addAuthor, type Change, findOpenChange, isAuthor, lockChange } from "./change-store.server.ts";
import { listChangedFields } from "./list-changed-fields.ts";

export type EditDeps = { db: Kysely<Database>; clock: Clock; actor: StaffActor; clientAddress: string };

export type PublishingDatabase = EditDeps["db"];

/** The limits of the columns. */
export const changeLimits = { bodyBytes: 1_000_000, reasonLength: 4_000 } as const;

/** Why a change cannot be edited: it does not exist, a colleague has saved it since, or it is no longer in the expected state. */
export type EditRefusal =
  | { ok: false; reason: "unknown" | "too-long" }
  | { ok: false; reason: "changed" | "closed"; current: Change };

export type EditResult = { ok: true; change: Change } | EditRefusal;

/** Returns the open change of a document. Starts one with the published version if there is none. */
export async function startChange(
  { db, clock, actor, clientAddress }: EditDeps,
  document: string,
): Promise<EditResult> {
  return db.transaction().execute(async (trx) => {
    await lockPublishing(trx);
    const open = await findOpenChange(trx, document);
    if (open !== undefined) return { ok: true, change: open };
    const published = await readPublished(trx, document);
    if (published === undefined) return { ok: false, reason: "unknown" };
    const now = clock.now();
    const change = await trx
      .insertInto("contentChanges")
      .values({
        document,
        restores: null,
        latestRelease: null,
        origin: "browser",
        state: "draft",
        body: published.body,
        fileHash: null,
        baseHash: published.hash,
        createdAt: now,
        savedAt: now,
        author: actor.email,
        ...undecided,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, { actor, clientAddress }, "content-change-started", change);
    return { ok: true, change };
  });
}

/** The columns of a change that no one has submitted. */
export const undecided = {
  submittedAt: null,
  submittedBy: null,
  decidedAt: null,
  decidedBy: null,
  decisionReason: null,
  publishAt: null,
  failure: null,
  release: null,
} as const;

/** The published version of a document. A document that is new in the build has no hash until it is published for the first time. */
export async function readPublished(
  db: Kysely<Database>,
  document: string,
): Promise<{ hash: string | null; body: string } | undefined> {
  const release = await findLatestRelease(db);
  if (release === undefined || !isDocumentName(document)) return undefined;
  const hash = (await listDocumentHashes(db, release)).get(document);
  if (hash === undefined) {
    return { hash: null, body: toBody(fileVersion(siteDocuments[document].view)).body };
  }
  const body = (await findBodies(db, [hash])).get(hash);
  return body === undefined ? undefined : { hash, body };
}

/** What a colleague has seen of a change, so that a later version is not overwritten. */
export type SeenChange = { id: string; revision: number };

/** Saves a new version of a draft, even one with mistakes, so that nothing is lost. */
export async function saveChange(
  deps: EditDeps,
  seen: SeenChange,
  { document, reason }: { document: Json; reason: string },
): Promise<EditResult> {
  const body = JSON.stringify(document);
  if (isTooLong(body) || reason.length > changeLimits.reasonLength) {
    return { ok: false, reason: "too-long" };
  }
  return editOpen(deps, seen, ["draft"], async (trx, change) => {
    if (change.body === body && change.reason === reason) return change;
    return trx
      .updateTable("contentChanges")
      .set({
        body,
        reason,
        savedAt: deps.clock.now(),
        author: deps.actor.email,
        authors: addAuthor(change, deps.actor.email),
        revision: change.revision + 1,
      })
      .where("id", "=", change.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** @param body a document as JSON text */
export function isTooLong(body: string): boolean {
  return Buffer.byteLength(body) > changeLimits.bodyBytes;
}

type DiscardRefusal = { ok: false; reason: "no-discard-reason" };

/**
 * Ends a change without publishing it.
 * @param reason required if another person has submitted the change
 */
export async function discardChange(
  deps: EditDeps,
  seen: SeenChange,
  reason = "",
): Promise<EditResult | DiscardRefusal> {
  const { actor, clock } = deps;
  return editOpen<DiscardRefusal>(deps, seen, ["draft", "submitted", "approved"], async (trx, change) => {
    const isOther = change.state !== "draft" && !isAuthor(change, actor.email);
    if (isOther && reason === "") return { ok: false, reason: "no-discard-reason" };
    const now = clock.now();
    const discarded = await trx
      .updateTable("contentChanges")
      .set({
        state: "discarded",
        ...(isOther && { decidedAt: now, decidedBy: actor.email, decisionReason: reason }),
        savedAt: now,
        revision: change.revision + 1,
      })
      .where("id", "=", change.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, deps, "content-change-discarded", discarded);
    return discarded;
  });
}

export type SubmitResult = EditResult | SubmitRefusal;

type SubmitRefusal =
  | { ok: false; reason: "unchanged" | "no-reason" }
  | { ok: false; reason: "mistakes"; mistakes: readonly FieldMistake[] };

/** Submits a draft for approval. It must differ from the published version, be free of mistakes and have a reason. */
export async function submitChange(deps: EditDeps, seen: SeenChange): Promise<SubmitResult> {
  return editOpen<SubmitRefusal>(deps, seen, ["draft"], async (trx, change) => {
    const refusal = await refuseSubmission(trx, change);
    if (refusal !== undefined) return refusal;
    const now = deps.clock.now();
    const submitted = await trx
      .updateTable("contentChanges")
      .set({
        state: "submitted",
        submittedAt: now,
        submittedBy: deps.actor.email,
        savedAt: now,
        revision: change.revision + 1,
      })
      .where("id", "=", change.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, deps, "content-change-submitted", submitted);
    return submitted;
  });
}

type ReopenRefusal = { ok: false; reason: "not-author" };

/** Takes a submitted change back, so that its authors can edit it again. */
export async function reopenChange(deps: EditDeps, seen: SeenChange): Promise<EditResult | ReopenRefusal> {
  return editOpen<ReopenRefusal>(deps, seen, ["submitted"], async (trx, change) => {
    if (!isAuthor(change, deps.actor.email)) return { ok: false, reason: "not-author" };
    const reopened = await trx
      .updateTable("contentChanges")
      .set({ state: "draft", savedAt: deps.clock.now(), revision: change.revision + 1 })
      .where("id", "=", change.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, deps, "content-change-reopened", reopened);
    return reopened;
  });
}

async function refuseSubmission(
  trx: Transaction<Database>,
  { document, body, reason }: Change,
): Promise<SubmitRefusal | undefined> {
  if (document === null || body === null) return undefined;
  const value = parseJson(body);
  const checked = checkDocument(document, value);
  if (!checked.ok) return { ok: false, reason: "mistakes", mistakes: checked.mistakes };
  const published = await readPublished(trx, document);
  if (published !== undefined && listChangedFields(parseJson(published.body), value).length === 0) {
    return { ok: false, reason: "unchanged" };
  }
  return reason.trim() === "" ? { ok: false, reason: "no-reason" } : undefined;
}

/** Returns a submitted or approved change to its author, with a reason. */
export async function rejectChange(
  deps: EditDeps,
  seen: SeenChange,
  decisionReason: string,
): Promise<EditResult> {
  return editOpen(deps, seen, ["submitted", "approved"], async (trx, change) => {
    const now = deps.clock.now();
    const rejected = await trx
      .updateTable("contentChanges")
      .set({
        // A change that restores a release has nothing to edit.
        state: change.document === null ? "rejected" : "draft",
        decidedAt: now,
        decidedBy: deps.actor.email,
        decisionReason,
        publishAt: null,
        failure: null,
        savedAt: now,
        revision: change.revision + 1,
      })
      .where("id", "=", change.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, deps, "content-change-rejected", rejected);
    return rejected;
  });
}

/**
 * Edits a change in one of these states that no colleague has saved since it was seen.
 * @param edit returns the edited change, or why it leaves the change as it is
 */
export async function editOpen<Refusal extends { ok: false } = never>(
  { db }: EditDeps,
  { id, revision }: SeenChange,
  states: readonly Change["state"][],
  edit: (trx: Transaction<Database>, change: Change) => Promise<Change | NoInfer<Refusal>>,
): Promise<EditResult | NoInfer<Refusal>> {
  return db.transaction().execute(async (trx): Promise<EditResult | Refusal> => {
    const change = await lockChange(trx, id);
    if (change === undefined) return { ok: false, reason: "unknown" };
    if (!states.includes(change.state)) return { ok: false, reason: "closed", current: change };
    if (change.revision !== revision) return { ok: false, reason: "changed", current: change };
    const edited = await edit(trx, change);
    return "ok" in edited ? edited : { ok: true, change: edited };
  });
}

/** Adds an entry about a change to the audit log, without its words. */
export async function audit(
  trx: Transaction<Database>,
  { actor, clientAddress }: Pick<NewAuditEvent, "actor" | "clientAddress">,
  action: AuditAction,
  { id, document, revision, restores }: Pick<Change, "id" | "document" | "revision" | "restores">,
): Promise<void> {
  await recordAudit(trx, {
    action,
    actor,
    subject: `content-change:${id}`,
    details: { ...(document === null ? { restores: restores ?? 0 } : { document }), revision },
    clientAddress,
  });
}
