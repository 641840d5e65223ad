import { type Kysely, sql } from "kysely";
import type { ClaimKind } from "#app/data/schema/claims.ts";
import type { Database } from "#app/data/schema/database.ts";
import { runStep } from "#app/platform/repeat.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { findSource, isRegulatoryDocument } from "./claim-source.ts";
import { insertClaims, listClaimsOfPage } from "./scan-claims.server.ts";

/** A page as it is published and as a change would publish it. */
export type ChangedPage = { path: string; before: string; after: string };

/** A claim that must be decided before a change is published. */
export type OpenClaim = {
  identity: string;
  kind: ClaimKind;
  figure: string;
  sentence: string;
  path: string;
  /** `undecided`: the change adds the claim, and no one has decided about it. `expired`: its evidence has expired. */
  reason: "undecided" | "expired";
};

/** A claim that a change adds to the site, whether or not it needs a decision. */
export type AddedClaim = {
  identity: string;
  figure: string;
  sentence: string;
  /** The first page to which the change adds it. */
  path: string;
  /** The source that the site itself names. */
  source: string | null;
};

export type ChangedClaims = {
  /** Those that the change adds to the site without a decision, and those on its pages whose evidence has expired. They block it. */
  open: OpenClaim[];
  /** All that the change adds, in the order of its pages, also those with evidence. */
  added: AddedClaim[];
};

/** The claims of the pages that a change edits or adds. */
type FoundClaims = {
  /** The claims after the change by identity, each with its first page. */
  claims: ReadonlyMap<string, Omit<OpenClaim, "reason">>;
  /** The pages that contain a claim after the change. */
  paths: ReadonlyMap<string, string[]>;
  /** The first page to which the change adds a claim. */
  added: ReadonlyMap<string, string>;
  /** The claims before the change, without those of regulatory documents. */
  known: ReadonlySet<string>;
};

function listIdentities(html: string): Set<string> {
  return new Set(listClaimsOfPage(html).map(({ identity }) => identity));
}

async function searchPages(changed: readonly ChangedPage[]): Promise<FoundClaims> {
  const known = new Set<string>();
  const claims = new Map<string, Omit<OpenClaim, "reason">>();
  const paths = new Map<string, string[]>();
  const added = new Map<string, string>();
  for (const { path, before, after } of changed) {
    const earlier = await runStep(() => listIdentities(before));
    // On a regulatory document, a claim needs no decision. On another page, it does.
    if (!isRegulatoryDocument(path)) for (const identity of earlier) known.add(identity);
    for (const claim of await runStep(() => listClaimsOfPage(after))) {
      const { identity } = claim;
      claims.set(identity, claims.get(identity) ?? { ...claim, path });
      paths.set(identity, [...(paths.get(identity) ?? []), path]);
      if (!earlier.has(identity)) added.set(identity, added.get(identity) ?? path);
    }
  }
  return { claims, paths, added, known };
}

/**
 * Finds the claims that a change adds to its pages, and those that block it.
 * @param pages also those that do not change, if the change adds a page
 */
export async function findChangedClaims(
  db: Kysely<Database>,
  pages: readonly ChangedPage[],
): Promise<ChangedClaims> {
  const changed = pages.filter((page) => page.before !== page.after);
  const found = await searchPages(changed);
  const open = await listOpen(db, found);
  const addsPage = changed.some(({ before }) => before === "");
  return { open: addsPage ? await withoutRepeated(open, pages) : open, added: listAdded(found) };
}

/**
 * A claim beside the law of its figure, or in a regulatory document, needs no decision. Claims that other changed pages had before do not
 * block the change.
 */
async function listOpen(db: Kysely<Database>, { claims, paths, known }: FoundClaims): Promise<OpenClaim[]> {
  const decisions = await listDecisions(db, [...claims.keys()]);
  return [...claims.values()].flatMap((claim): OpenClaim[] => {
    const decision = decisions.get(claim.identity);
    if (decision === "expired") return [{ ...claim, reason: "expired" }];
    if (decision === "decided" || known.has(claim.identity)) return [];
    const source = findSource(claim, paths.get(claim.identity) ?? []);
    return source === undefined ? [{ ...claim, reason: "undecided" }] : [];
  });
}

/** Claims that the change moves between pages are not new. */
function listAdded({ claims, paths, added, known }: FoundClaims): AddedClaim[] {
  return [...claims.values()].flatMap((claim): AddedClaim[] => {
    const { identity, figure, sentence } = claim;
    const path = added.get(identity);
    if (path === undefined || known.has(identity)) return [];
    return [
      { identity, figure, sentence, path, source: findSource(claim, paths.get(identity) ?? []) ?? null },
    ];
  });
}

/**
 * Leaves out claims that a new page repeats from pages that do not change. Regulatory documents do not count: their claims need no decision
 * there, but on other pages they do.
 */
async function withoutRepeated(
  open: readonly OpenClaim[],
  pages: readonly ChangedPage[],
): Promise<OpenClaim[]> {
  let left = [...open];
  const unchanged = pages.filter(
    ({ path, before, after }) => before === after && !isRegulatoryDocument(path),
  );
  for (const { before } of unchanged) {
    if (left.every(({ reason }) => reason === "expired")) break;
    const repeated = await runStep(() => listIdentities(before));
    left = left.filter(({ identity, reason }) => reason === "expired" || !repeated.has(identity));
  }
  return left;
}

async function listDecisions(
  db: Kysely<Database>,
  identities: readonly string[],
): Promise<Map<string, "decided" | "expired">> {
  if (identities.length === 0) return new Map();
  const { rows } = await sql<{ identity: string; isExpired: boolean }>`
    select identity, coalesce(expires_on < (now() at time zone ${practice.timeZone})::date, false) as is_expired
    from claims where identity = any (${identities}) and decision is not null`.execute(db);
  return new Map(rows.map(({ identity, isExpired }) => [identity, isExpired ? "expired" : "decided"]));
}

/** Adds the claims of a change to the register, so that they can be bound or waived before it is published. @returns their ids */
export async function registerClaims(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  claims: readonly OpenClaim[],
): Promise<number[]> {
  if (claims.length === 0) return [];
  await insertClaims(db, claims, clock.now(), false);
  const rows = await db
    .selectFrom("claims")
    .select(["id"])
    .where(
      "identity",
      "in",
      claims.map(({ identity }) => identity),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
