import { parseJson } from "#app/publishing/documents/json.ts";
import { findBodies } from "#app/publishing/releases/release-store.server.ts";
import {
  type EditDeps,
  type EditRefusal,
  type EditResult,
  editOpen,
  isTooLong,
  readPublished,
  type SeenChange,
} from "./edit-changes.server.ts";
import { addAuthor } from "./change-store.server.ts";
import { mergeDocuments } from "./merge-documents.ts";

/**
 * Brings a draft up to date with the version that was published since it was begun. Where both changed a field, the draft keeps its own, and
 * the field is listed as a conflict. A draft that would become too long stays as it is.
 */
export async function rebaseChange(deps: EditDeps, seen: SeenChange): Promise<EditResult> {
  return editOpen<EditRefusal>(deps, seen, ["draft"], async (trx, change) => {
    const { document, body, baseHash } = change;
    const published = document === null ? undefined : await readPublished(trx, document);
    if (published === undefined || body === null || published.hash === baseHash) return change;
    const base = baseHash === null ? undefined : (await findBodies(trx, [baseHash])).get(baseHash);
    const { merged, conflicts } = mergeDocuments(
      parseJson(base ?? published.body),
      parseJson(published.body),
      parseJson(body),
    );
    const rebased = JSON.stringify(merged);
    if (isTooLong(rebased)) return { ok: false, reason: "too-long" };
    return trx
      .updateTable("contentChanges")
      .set({
        body: rebased,
        baseHash: published.hash,
        conflicts: JSON.stringify(conflicts),
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
