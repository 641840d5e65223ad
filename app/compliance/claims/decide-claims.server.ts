import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";

/** What a colleague decides about claims: they are bound to evidence, or need none. */
export type Decision =
  | {
      decision: "bound";
      evidenceUrl: string | null;
      evidenceNote: string | null;
      /** The hash of a stored file. */
      evidenceFile: string | null;
      asOf: string;
      expiresOn: string;
    }
  | { decision: "waived"; reason: string };

/** A claim with the revision that the colleague saw. */
export type SeenClaim = { id: number; revision: number };

export type DecideResult =
  | { ok: true; count: number }
  /** `changed`: a colleague has decided about one of the claims since. */
  | { ok: false; reason: "unknown" | "changed" };

export type DecideDeps = { db: Kysely<Database>; clock: Clock; actor: StaffActor; clientAddress: string };

/** Adds a decision to the history of each claim, and to the audit log without its text. Decides about all of them or none. */
export async function decideClaims(
  deps: DecideDeps,
  seen: readonly SeenClaim[],
  decision: Decision,
): Promise<DecideResult> {
  if (seen.length === 0) return { ok: false, reason: "unknown" };
  return deps.db.transaction().execute(async (trx) => {
    // A search for claims updates many rows. Decisions wait for it, so that the two cannot deadlock.
    await sql`select pg_advisory_xact_lock_shared(hashtextextended('claims', 0))`.execute(trx);
    const revisions = new Map(seen.map(({ id, revision }) => [id, revision]));
    // Locked in one order, so that two decisions about the same claims cannot deadlock.
    const claims = await trx
      .selectFrom("claims")
      .select(["id", "revision"])
      .where("id", "in", [...revisions.keys()])
      .orderBy("id")
      .forUpdate()
      .execute();
    if (claims.length < revisions.size) return { ok: false, reason: "unknown" };
    if (claims.some(({ id, revision }) => revisions.get(id) !== revision)) {
      return { ok: false, reason: "changed" };
    }
    for (const claim of claims) await saveDecision(deps, trx, claim, decision);
    return { ok: true, count: claims.length };
  });
}

async function saveDecision(
  { clock, actor, clientAddress }: DecideDeps,
  trx: Transaction<Database>,
  { id, revision: before }: SeenClaim,
  decision: Decision,
): Promise<void> {
  const revision = before + 1;
  const expiresOn = decision.decision === "bound" ? decision.expiresOn : null;
  await trx
    .insertInto("claimDecisions")
    .values({
      claimId: id,
      revision,
      decidedAt: clock.now(),
      decidedBy: actor.email,
      ...(decision.decision === "bound"
        ? { ...decision, reason: null }
        : { ...decision, evidenceUrl: null, evidenceNote: null, evidenceFile: null, asOf: null, expiresOn }),
    })
    .execute();
  await trx
    .updateTable("claims")
    .set({ revision, decision: decision.decision, expiresOn })
    .where("id", "=", id)
    .execute();
  await recordAudit(trx, {
    action: decision.decision === "bound" ? "claim-bound" : "claim-waived",
    actor,
    subject: `claim:${id}`,
    details: {
      revision,
      ...(expiresOn === null ? {} : { expires: expiresOn }),
      ...(decision.decision === "bound" && decision.evidenceFile !== null && { file: decision.evidenceFile }),
    },
    clientAddress,
  });
}
