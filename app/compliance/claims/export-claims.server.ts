import type { Kysely } from "kysely";
import type { ExportFile } from "#app/compliance/site-export/export-file.ts";
import type { ExportedMoment } from "#app/compliance/site-export/export-site.server.ts";
import { loadVersions } from "#app/compliance/site-export/load-chain.server.ts";
import { listSite } from "#app/compliance/archive/find-captures.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { findEvidence } from "./evidence-files.server.ts";
import { findSource } from "./claim-source.ts";
import { claimsPageName, renderClaimsPage } from "./claims-page.tsx";
import { listClaimsOfSite } from "./scan-claims.server.ts";

/**
 * The claims of the site after an entry of the archive, and of all versions in a period, as files of an export, each with all decisions about
 * it until now and its stored evidence. The pages are searched again, because the register does not contain the entries before the first
 * search.
 */
export async function createClaimsFiles(
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
  const evidence = await readEvidenceFiles(
    db,
    claims.flatMap((claim) => claim.decisions),
  );
  const places = new Map([...evidence].map(([hash, { name }]) => [hash, name]));
  const files = [
    { name: claimsPageName, content: Buffer.from(renderClaimsPage(claims, places, now)) },
    { name: "claims.json", content: Buffer.from(`${text}\n`) },
    ...evidence.values(),
  ];
  return { files, count: claims.length };
}

/** The stored files of decisions, by their hashes. */
async function readEvidenceFiles(
  db: Kysely<Database>,
  decisions: readonly { evidenceFile: string | null }[],
): Promise<Map<string, ExportFile>> {
  const files = new Map<string, ExportFile>();
  for (const hash of new Set(decisions.map(({ evidenceFile }) => evidenceFile))) {
    const file = hash === null ? undefined : await findEvidence(db, hash);
    if (hash !== null && file !== undefined) {
      files.set(hash, { name: `evidence/${file.name}`, content: file.bytes });
    }
  }
  return files;
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
      "made.evidenceFile",
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
