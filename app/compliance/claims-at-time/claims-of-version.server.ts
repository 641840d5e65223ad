import { type Kysely, sql } from "kysely";
import { findContent } from "#app/compliance/archive/content-store.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";
import { findSource } from "#app/compliance/claims/claim-source.ts";
import { findStatusOn } from "#app/compliance/claims/claim-status-on.ts";
import { type ListedClaim, selectClaims } from "#app/compliance/claims/list-claims.server.ts";
import { listClaimsOfPage } from "#app/compliance/claims/scan-claims.server.ts";

/** A version of a page, and the time at which it is displayed. */
export type DisplayedVersion = {
  path: string;
  contentHash: string;
  /** The last entry of the archive at that time. */
  position: number;
  at: Date;
};

/** The claims of an archived page, in the order of the page. */
export type ClaimsOfVersion = {
  claims: readonly ClaimOfVersion[];
  /** The number of claims that the register does not contain, because no search of the site found them. */
  unknown: number;
};

export type ClaimOfVersion = {
  /** With the status and the decision at the displayed time. */
  claim: ListedClaim;
  /** As the register has it now, if its status or decision has changed since. */
  today: ListedClaim | undefined;
};

/**
 * Finds the claims of an archived page, with their status, evidence and decision at the displayed time. The page is searched again, because
 * the register has only the claims of searched states of the site.
 */
export async function listClaimsOfVersion(
  db: Kysely<Database>,
  version: DisplayedVersion,
  now: Date,
): Promise<ClaimsOfVersion> {
  const html = (await findContent(db, version.contentHash))?.toString("utf8") ?? "";
  const identities = listClaimsOfPage(html).map(({ identity }) => identity);
  if (identities.length === 0) return { claims: [], unknown: 0 };
  const registered = await selectClaims(db)
    .where("identity", "in", identities)
    .orderBy(sql`array_position(${identities}::text[], identity)`)
    .execute();
  const unknown = identities.length - registered.length;
  // The current minute has not ended, so its decisions are those of the register.
  if (version.at >= now) return { claims: registered.map((claim) => ({ claim, today: undefined })), unknown };
  const ids = registered.map(({ id }) => id);
  const decisions = await findDecisionsAt(db, ids, version.at);
  const pages = await findPagesAt(db, ids, version.position);
  const claims = registered.map((today) => {
    const paths = new Set([version.path, ...(pages.get(today.id) ?? [])]);
    const claim = revertClaim(today, decisions.get(today.id), { paths: [...paths], at: version.at });
    const isSame = claim.status === today.status && claim.revision === today.revision;
    return { claim, today: isSame ? undefined : today };
  });
  return { claims, unknown };
}

type Decision = Awaited<ReturnType<typeof selectDecisions>>[number];

/** The latest decision about each claim until a time. */
async function findDecisionsAt(
  db: Kysely<Database>,
  ids: readonly number[],
  at: Date,
): Promise<Map<number, Decision>> {
  if (ids.length === 0) return new Map();
  return new Map((await selectDecisions(db, ids, at)).map((decision) => [decision.claimId, decision]));
}

function selectDecisions(db: Kysely<Database>, ids: readonly number[], at: Date) {
  return db
    .selectFrom("claimDecisions as made")
    .leftJoin("claimEvidenceFiles as file", "file.hash", "made.evidenceFile")
    .distinctOn("made.claimId")
    .selectAll("made")
    .select("file.name as evidenceName")
    .where("made.claimId", "in", ids)
    .where("made.decidedAt", "<=", at)
    .orderBy("made.claimId")
    .orderBy("made.revision", "desc")
    .execute();
}

/**
 * The pages that contained the claims after an entry of the archive. If a claim was removed from a page and added again, the table has only
 * its latest period on that page.
 */
async function findPagesAt(
  db: Kysely<Database>,
  ids: readonly number[],
  position: number,
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const places = await db
    .selectFrom("claimPages")
    .select(["claimId", "path"])
    .where("claimId", "in", ids)
    .where("sincePosition", "<=", position)
    .where(({ eb, or }) => or([eb("untilPosition", "is", null), eb("untilPosition", ">", position)]))
    .orderBy("path")
    .execute();
  const pages = Map.groupBy(places, ({ claimId }) => claimId);
  return new Map([...pages].map(([id, ofClaim]) => [id, ofClaim.map(({ path }) => path)]));
}

const noDecision = {
  revision: 0,
  decidedAt: null,
  decidedBy: null,
  evidenceUrl: null,
  evidenceNote: null,
  evidenceFile: null,
  evidenceName: null,
  asOf: null,
  expiresOn: null,
  reason: null,
} as const;

/** A claim as the register would have shown it at a time. @param made the latest decision until then */
function revertClaim(
  claim: ListedClaim,
  made: Decision | undefined,
  { paths, at }: { paths: string[]; at: Date },
): ListedClaim {
  const source = findSource(claim, paths) ?? null;
  const status = findStatusOn(dayIn(practice.timeZone, at), made, source);
  return { ...claim, ...(made ?? noDecision), paths, source, status };
}
