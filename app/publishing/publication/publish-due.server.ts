import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { type Change, findChange, listDueChanges } from "#app/publishing/changes/change-store.server.ts";
import { findLatestRelease } from "#app/publishing/releases/release-store.server.ts";
import type { Releases } from "#app/publishing/releases/release.ts";
import { publishChange, type PublishDeps, type PublishResult } from "./publish-change.server.ts";

export type DueDeps = Omit<PublishDeps, "actor" | "clientAddress"> & Releases;

const checkEveryMs = 5_000;

/** Publishes approved changes at their time. Of several servers, the first one publishes a change, and the others find it published. */
export function startDuePublication(deps: DueDeps): RepeatingTask {
  return repeat({
    pauseMs: checkEveryMs,
    run: () => publishDueChanges(deps),
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.error("release.due_failed", { error });
    },
  });
}

/** A change that cannot be published does not delay the others. */
export async function publishDueChanges(deps: DueDeps): Promise<void> {
  for (const { id } of await listDueChanges(deps.db)) {
    await publishDueChange(deps, id).catch((error: unknown) => {
      deps.log.error("release.due_failed", { change: id, error });
    });
  }
}

/** A change that is refused keeps its state, with the failure, until a colleague decides again. */
async function publishDueChange(deps: DueDeps, id: string): Promise<void> {
  const change = await findChange(deps.db, id);
  if (change?.state !== "approved") return;
  // A change names its approver by address only, because the account can be removed before the time.
  const actor = { kind: "staff", id: "", email: change.decidedBy ?? "" } as const;
  const result = await publishChange({ ...deps, actor, clientAddress: "" }, change);
  if (result.ok || result.reason === "closed" || result.reason === "changed") return;
  // A server of an earlier build rejects what the current build requires. Servers of the current build publish the change.
  if (result.reason === "invalid" || result.reason === "not-rendered") {
    if (await isOutdated(deps)) return;
  }
  await storeRefusal(deps, change, result.reason);
}

/** Does nothing if another server has published the change meanwhile, or a colleague has decided about it. */
async function storeRefusal(
  { db, log }: DueDeps,
  { id, revision }: Change,
  reason: keyof typeof failures,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("contentChanges")
    .set({ failure: failures[reason], revision: revision + 1 })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) log.error("release.due_refused", { change: id, reason });
}

/** Whether this server cannot use the latest release, because it belongs to another build. */
async function isOutdated({ db, inUse }: DueDeps): Promise<boolean> {
  return ((await findLatestRelease(db)) ?? 0) > inUse().number;
}

const failures: Record<
  Exclude<Extract<PublishResult, { ok: false }>["reason"], "closed" | "changed">,
  string
> = {
  unknown: "The change no longer exists.",
  "too-long": "The document is too long.",
  own: "Another person must approve the change.",
  "published-since": "Another version of the document was published after this change was started.",
  claims: "Claims in this change have no evidence, or evidence that has expired.",
  links: "Pages would refer to an article or a picture that does not exist.",
  invalid: "The document does not satisfy the requirements of the current build.",
  "not-rendered": "A page could not be rendered with this change. The log has the details.",
};
