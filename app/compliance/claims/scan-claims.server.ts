import { type Kysely, sql, type Transaction } from "kysely";
import { findContent } from "#app/compliance/archive/content-store.server.ts";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import { listSite, readResponse, type SiteCapture } from "#app/compliance/archive/find-captures.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { runStep } from "#app/platform/repeat.server.ts";
import { findSource } from "./claim-source.ts";
import { finderVersion, findClaims, type FoundClaim, identifyClaim } from "./find-claims.ts";
import { readStatements } from "./read-statements.server.ts";

/** A claim with the pages that contain it. */
export type ClaimOfSite = FoundClaim & {
  identity: string;
  paths: string[];
  /** The paths of the pages whose current version contains it. */
  currentPaths: string[];
};

export type ScanOutcome = { position: number; claims: number };

/**
 * Searches the latest state of the site for claims and updates the register. Servers call it after each check of the site; each entry of
 * the archive is searched once. A server with older rules does not replace what newer rules have found.
 * @returns undefined if there was nothing to search
 */
export async function scanClaims(db: Kysely<Database>): Promise<ScanOutcome | undefined> {
  const due = await findDueEntry(db);
  if (due === undefined) return undefined;
  const found = await listClaimsOfSite(db, await listSite(db, due.position));
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('claims', 0))`.execute(trx);
    // Another server has searched this entry or a later one meanwhile.
    if ((await findDueEntry(trx))?.position !== due.position) return undefined;
    await insertClaims(trx, found, due.recordedAt);
    await updatePages(trx, found, due.position);
    await updateState(trx, found);
    await trx.insertInto("claimScans").values({ position: due.position, finderVersion }).execute();
    return { position: due.position, claims: found.length };
  });
}

/** The latest entry of the archive, unless these or newer rules have searched it. */
async function findDueEntry(
  db: Kysely<Database>,
): Promise<{ position: number; recordedAt: Date } | undefined> {
  return db
    .selectFrom("archiveEntries as entry")
    .select(["position", "recordedAt"])
    .where("position", "=", ({ selectFrom }) =>
      selectFrom("archiveEntries").select(({ fn }) => fn.max("position").as("last")),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("claimScans")
            .select("claimScans.position")
            .whereRef("claimScans.position", "=", "entry.position")
            .where("finderVersion", ">=", finderVersion),
        ),
      ),
    )
    .executeTakeFirst();
}

/**
 * Finds the claims of archived pages, each once, in the order of the pages.
 * @param site versions of pages; `isCurrent` is false for those that a later version has replaced
 */
export async function listClaimsOfSite(
  db: Kysely<Database>,
  site: readonly (Pick<SiteCapture, "path" | "title" | "contentHash" | "responseHash"> & {
    isCurrent?: boolean;
  })[],
): Promise<ClaimOfSite[]> {
  const claims = new Map<string, ClaimOfSite>();
  for (const { path, title, contentHash, responseHash, isCurrent = true } of site) {
    if (title === null || (await readResponse(db, responseHash)).status !== 200) continue;
    const html = (await findContent(db, contentHash))?.toString("utf8") ?? "";
    for (const claim of await runStep(() => listClaimsOfPage(html))) {
      const known: ClaimOfSite = claims.get(claim.identity) ?? { ...claim, paths: [], currentPaths: [] };
      claims.set(claim.identity, known);
      known.paths.push(path);
      if (isCurrent) known.currentPaths.push(path);
    }
  }
  return [...claims.values()];
}

/** The claims of one page, each once, with the digest that identifies them in the register. */
export function listClaimsOfPage(html: string): (FoundClaim & { identity: string })[] {
  return findClaims(readStatements(html)).map((claim) => ({
    ...claim,
    identity: hashBytes(Buffer.from(JSON.stringify(identifyClaim(claim)))),
  }));
}

/** Inserts claims that the register does not contain. */
export async function insertClaims(
  trx: Kysely<Database>,
  found: readonly (FoundClaim & { identity: string })[],
  foundAt: Date,
  isPublished = true,
): Promise<void> {
  if (found.length === 0) return;
  const columns = {
    identity: found.map(({ identity }) => identity),
    kind: found.map(({ kind }) => kind),
    figure: found.map(({ figure }) => figure),
    sentence: found.map(({ sentence }) => sentence),
  };
  await sql`
    insert into claims (identity, kind, figure, sentence, found_at, is_published)
    select identity, kind, figure, sentence, ${foundAt}, ${isPublished}
    from unnest(${columns.identity}::text[], ${columns.kind}::text[], ${columns.figure}::text[], ${columns.sentence}::text[])
      with ordinality as found (identity, kind, figure, sentence, place)
    order by place
    on conflict (identity) do nothing`.execute(trx);
}

/** Stores which pages contain the claims, and where they have disappeared. */
async function updatePages(
  trx: Transaction<Database>,
  found: readonly ClaimOfSite[],
  position: number,
): Promise<void> {
  const places = found.flatMap(({ identity, paths }) => paths.map((path) => ({ identity, path })));
  const current = sql`
    select claims.id as claim_id, place.path
    from unnest(${places.map(({ identity }) => identity)}::text[], ${places.map(({ path }) => path)}::text[])
      as place (identity, path) join claims on claims.identity = place.identity`;
  await sql`
    update claim_pages as stored set until_position = ${position}
    where until_position is null
      and not exists (
        select from (${current}) as place where place.claim_id = stored.claim_id and place.path = stored.path
      )`.execute(trx);
  await sql`
    insert into claim_pages as stored (claim_id, path, since_position)
    select claim_id, path, ${position} from (${current}) as place
    on conflict (claim_id, path) do update set since_position = excluded.since_position, until_position = null
      where stored.until_position is not null`.execute(trx);
}

/** Stores which claims are on the site, and which of them name their source there. */
async function updateState(trx: Transaction<Database>, found: readonly ClaimOfSite[]): Promise<void> {
  const sources = found.map((claim) => findSource(claim, claim.paths) ?? null);
  await sql`
    update claims set is_published = found.identity is not null,
      source = case when found.identity is null then claims.source else found.source end
    from claims as stored
      left join unnest(${found.map(({ identity }) => identity)}::text[], ${sources}::text[]) as found (identity, source)
        on found.identity = stored.identity
    where claims.id = stored.id
      and (claims.is_published <> (found.identity is not null)
        or (found.identity is not null and claims.source is distinct from found.source))`.execute(trx);
}
