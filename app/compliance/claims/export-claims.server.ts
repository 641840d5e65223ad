import type { Kysely } from "kysely";
import type { ExportFile } from "#app/compliance/site-export/export-file.ts";
import type { ExportedMoment } from "#app/compliance/site-export/export-site.server.ts";
import { loadVersions } from "#app/compliance/site-export/load-chain.server.ts";
import { listSite } from "#app/compliance/archive/find-captures.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { findSource } from "./claim-source.ts";
import { claimsPageName, renderClaimsPage } from "./claims-page.tsx";
import { listClaimsOfSite } from "./scan-claims.server.ts";

/**
 * The claims of the site after an entry of the archive, and of all versions in a period, as files of an export, each with all decisions about it until now. The pages are
 * searched again, because the register does not contain the entries before the first search.
 */
export async function createClaimsFile(
  db: Kysely<Database>,
  { position, period }: Pick<ExportedMoment, "position" | "period">,
  now: Date,
): Promise<{ files: ExportFile[]; count: number }> {
  const versions = period === undefined ? await listSite(db, position) : await loadVersions(db, period);
  const found = await listClaimsOfSite(db, versions);
  const decisions = Map.groupBy(await listDecisions(db), ({ identity }) => identity);
  const claims = found.map(({ identity, paths, ...claim }) => ({
    ...claim,
    identity,
    pages: [...new Set(paths)],
    source: findSource(claim, paths) ?? null,
    decisions: decisions.get(identity) ?? [],
  }));
  const text = JSON.stringify({ position, exportedAt: now, claims }, null, 2);
  const files = [
    { name: claimsPageName, content: Buffer.from(renderClaimsPage(claims, now)) },
    { name: "claims.json", content: Buffer.from(`${text}\n`) },
  ];
  return { files, count: claims.length };
}

function listDecisions(db: Kysely<Database>) {
  return db
    .selectFrom("claimDecisions as made")
    .innerJoin("claims", "claims.id", "made.claimId")
    .select([
      "claims.identity",
      "made.revision",
      "made.decision",
      "made.evidenceUrl",
      "made.evidenceNote",
      "made.asOf",
      "made.expiresOn",
      "made.reason",
      "made.decidedBy",
      "made.decidedAt",
    ])
    .orderBy("made.claimId")
    .orderBy("made.revision")
    .execute();
}
