import type { Transaction } from "kysely";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { readDatabaseTime } from "#app/data/time/read-database-time.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import {
  type Change,
  findChange,
  isAuthor,
  lockChange,
} from "#app/publishing/changes/change-store.server.ts";
import {
  audit,
  type EditDeps,
  type EditRefusal,
  type SeenChange,
} from "#app/publishing/changes/edit-changes.server.ts";
import {
  findLatestRelease,
  insertRelease,
  lockPublishing,
  storeBodies,
} from "#app/publishing/releases/release-store.server.ts";
import type { ReleaseReader } from "#app/publishing/releases/release-reader.server.ts";
import type {
  Approval,
  BlockingClaim,
  BrokenLink,
  CapturedRelease,
  CaptureRelease,
} from "./capture-release.server.ts";
import { createCandidate, readRelease } from "./create-candidate.server.ts";

export type PublishDeps = EditDeps & {
  log: Log;
  captureRelease: CaptureRelease;
  /** Makes a new release the one in use. */
  refresh: ReleaseReader["refresh"];
  /** Whether the author of a change cannot approve it. */
  requiresSecondPerson: boolean;
};

export type PublishResult =
  | { ok: true; change: Change }
  | EditRefusal
  /**
   * `own`: only another person can approve the change. `published-since`: another version of the document was published after the change was
   * begun. `invalid`: the document no longer satisfies the schema of the build. `not-rendered`: a page cannot be rendered with the change.
   */
  | { ok: false; reason: "own" | "published-since" | "invalid" | "not-rendered" }
  /** Claims of the change have no evidence, or evidence that has expired. */
  | { ok: false; reason: "claims"; claims: readonly BlockingClaim[] }
  /** Pages would refer to an article or a picture that does not exist. */
  | { ok: false; reason: "links"; links: readonly BrokenLink[] };

/** Approves a submitted change and publishes it, now or at a time. */
export async function approveChange(
  deps: PublishDeps,
  seen: SeenChange,
  { publishAt, decisionReason }: { publishAt: Date | undefined; decisionReason: string },
): Promise<PublishResult> {
  const change = await findChange(deps.db, seen.id);
  if (change === undefined) return { ok: false, reason: "unknown" };
  const refusal = refuseApproval(deps, change, seen);
  if (refusal !== undefined) return refusal;
  const decided = { ...change, decidedBy: deps.actor.email, decidedAt: deps.clock.now(), decisionReason };
  return publishAt === undefined || publishAt <= deps.clock.now()
    ? publishChange(deps, decided)
    : schedule(deps, decided, publishAt);
}

function refuseApproval(
  { actor, requiresSecondPerson }: PublishDeps,
  change: Change,
  { revision }: SeenChange,
): PublishResult | undefined {
  if (change.state !== "submitted" && change.state !== "approved") {
    return { ok: false, reason: "closed", current: change };
  }
  if (change.revision !== revision) return { ok: false, reason: "changed", current: change };
  return requiresSecondPerson && isAuthor(change, actor.email) ? { ok: false, reason: "own" } : undefined;
}

async function schedule(deps: PublishDeps, decided: Change, publishAt: Date): Promise<PublishResult> {
  return deps.db.transaction().execute(async (trx): Promise<PublishResult> => {
    const refusal = await refuseIfChanged(trx, decided);
    if (refusal !== undefined) return refusal;
    const { decidedAt, decidedBy, decisionReason, revision } = decided;
    const change = await trx
      .updateTable("contentChanges")
      .set({
        state: "approved",
        decidedAt,
        decidedBy,
        decisionReason,
        publishAt,
        failure: null,
        revision: revision + 1,
      })
      .where("id", "=", decided.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, deps, "content-change-approved", change);
    return { ok: true, change };
  });
}

/**
 * Publishes an approved change: checks its claims, renders every page with it, and then stores the release, its copy in the archive and the
 * end of the change in one transaction. If anything fails, the site stays as it is. If another document was published meanwhile, it begins
 * again with the new release. Restoring a release would undo that publication, so it is refused.
 */
export async function publishChange(deps: PublishDeps, decided: Change): Promise<PublishResult> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const result = await tryToPublish(deps, decided);
    if (result !== "outdated") return result;
    if (decided.restores !== null) break;
  }
  return { ok: false, reason: "published-since" };
}

const maxAttempts = 3;

async function tryToPublish(deps: PublishDeps, decided: Change): Promise<PublishResult | "outdated"> {
  const candidate = await createCandidate(deps.db, decided);
  // The change itself may be what was published since.
  if (!candidate.ok) return compareStates(await findChange(deps.db, decided.id), decided) ?? candidate;
  const release = await readRelease(deps, candidate);
  if (release === undefined) return { ok: false, reason: "invalid" };
  const start = performance.now();
  let capture: CapturedRelease;
  try {
    capture = await deps.captureRelease(release);
  } catch (error) {
    // The page may be fine, and the change is published as soon as the database is available again.
    if (isUnavailable(error)) throw error;
    deps.log.error("release.not_rendered", { release: release.number, change: decided.id, error });
    return { ok: false, reason: "not-rendered" };
  }
  if (!capture.ok) return capture;
  const renderedAt = performance.now();
  const { store } = capture;
  const result = await deps.db.transaction().execute(async (trx): Promise<PublishResult | "outdated"> => {
    await lockPublishing(trx);
    const refusal = await refuseIfChanged(trx, decided);
    if (refusal !== undefined) return refusal;
    const { number, hashes, body } = candidate;
    if ((await findLatestRelease(trx)) !== number - 1) return "outdated";
    if (body !== undefined) await storeBodies(trx, [body]);
    const approval = describeApproval(decided);
    const kind = decided.restores === null ? "change" : "restored";
    const publishedAt = await readDatabaseTime(trx);
    await insertRelease(trx, { ...approval, number, publishedAt, kind, restores: decided.restores }, hashes);
    await store(trx, { ...approval, reason: describeReason(number, approval, decided.decisionReason) });
    return { ok: true, change: await finish(trx, deps, decided, number) };
  });
  if (result !== "outdated" && result.ok) {
    const [renderMs, storeMs] = [renderedAt - start, performance.now() - renderedAt].map(Math.round);
    deps.log.info("release.published", { release: release.number, change: decided.id, renderMs, storeMs });
    // The release is published. Each server reads it within a second, so a failure here only delays it.
    await deps.refresh().catch((error: unknown) => deps.log.warn("release.not_refreshed", { error }));
  }
  return result;
}

async function refuseIfChanged(
  trx: Transaction<Database>,
  decided: Change,
): Promise<EditRefusal | undefined> {
  return compareStates(await lockChange(trx, decided.id), decided);
}

function compareStates(current: Change | undefined, decided: Change): EditRefusal | undefined {
  if (current === undefined) return { ok: false, reason: "unknown" };
  if (current.state !== decided.state) return { ok: false, reason: "closed", current };
  return current.revision === decided.revision ? undefined : { ok: false, reason: "changed", current };
}

function describeApproval(change: Change): Approval {
  const { author, decidedBy, reason } = change;
  const note = isAuthor(change, decidedBy) ? " (approved by its author)" : "";
  return { author, approver: decidedBy ?? "", reason: reason + note };
}

/** The reason in the archive, which has no other place for the number of the release and the approver’s note. */
function describeReason(number: number, { reason }: Approval, note: string | null): string {
  if (note === null || note === "") return `Release ${number}. ${reason}`;
  return `Release ${number}. ${reason.replace(/[.]?$/, ".")} Approver’s note: ${note}`;
}

async function finish(
  trx: Transaction<Database>,
  deps: PublishDeps,
  decided: Change,
  release: number,
): Promise<Change> {
  const { id, revision, decidedAt, decidedBy, decisionReason } = decided;
  const change = await trx
    .updateTable("contentChanges")
    .set({
      state: "published",
      decidedAt,
      decidedBy,
      decisionReason,
      failure: null,
      release,
      savedAt: deps.clock.now(),
      revision: revision + 1,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // A change that was approved before has this entry already.
  if (decided.state === "submitted") await audit(trx, deps, "content-change-approved", change);
  await audit(trx, deps, "content-published", change);
  return change;
}
