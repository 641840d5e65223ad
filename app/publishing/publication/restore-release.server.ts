import {
  undecided,
  audit,
  type EditDeps,
  type EditResult,
} from "#app/publishing/changes/edit-changes.server.ts";
import { findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { findLatestRelease, lockPublishing } from "#app/publishing/releases/release-store.server.ts";

/** Submits a change that publishes the documents of an earlier release again. It needs approval like any change. */
export async function restoreRelease(
  { db, clock, actor, clientAddress }: EditDeps,
  { release, reason }: { release: number; reason: string },
): Promise<EditResult> {
  return db.transaction().execute(async (trx): Promise<EditResult> => {
    await lockPublishing(trx);
    const open = await findOpenChange(trx, null);
    if (open !== undefined) return { ok: false, reason: "closed", current: open };
    const latest = (await findLatestRelease(trx)) ?? 0;
    if (release < 1 || release >= latest) return { ok: false, reason: "unknown" };
    const now = clock.now();
    const change = await trx
      .insertInto("contentChanges")
      .values({
        ...undecided,
        document: null,
        restores: release,
        latestRelease: latest,
        origin: "browser",
        state: "submitted",
        body: null,
        fileHash: null,
        baseHash: null,
        reason,
        createdAt: now,
        savedAt: now,
        author: actor.email,
        submittedAt: now,
        submittedBy: actor.email,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, { actor, clientAddress }, "content-change-submitted", change);
    return { ok: true, change };
  });
}
