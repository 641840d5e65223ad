import type { Kysely } from "kysely";
import { type ExportFile, exportPages } from "#app/compliance/site-export/export-file.ts";
import type { ExportedMoment } from "#app/compliance/site-export/export-site.server.ts";
import { loadVersions } from "#app/compliance/site-export/load-chain.server.ts";
import { listSite } from "#app/compliance/archive/find-captures.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { findEvidence } from "./evidence-files.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";
import { findStatusOn } from "./claim-status-on.ts";
import { findSource } from "./claim-source.ts";
import { type ExportedEvidence, groupClaims, renderClaimsPage } from "./claims-page.tsx";
import { listClaimsOfSite } from "./scan-claims.server.ts";

/**
 * The claims of the site after an entry of the archive, and of all versions in a period, as files of an export, each with its status at the
 * time of the export's pages, all decisions about it until now and its stored evidence. The pages are searched again, because the register
 * does not contain the entries before the first search.
 * @returns the files, the number of claims, and the paths of the pages with a section in claims.html
 */
export async function createClaimsFiles(
  db: Kysely<Database>,
  { position, at, period }: Pick<ExportedMoment, "position" | "at" | "period">,
  now: Date,
): Promise<{ files: ExportFile[]; count: number; pagesWithClaims: ReadonlySet<string> }> {
  const site = await listSite(db, position);
  const found = await listClaimsOfSite(
    db,
    period === undefined ? site : await markVersions(db, period, site),
  );
  const decisions = Map.groupBy(await listDecisions(db), ({ identity }) => identity);
  const day = dayIn(practice.timeZone, at);
  const claims = found.map(({ identity, paths, currentPaths, ...claim }) => {
    const source = findSource(claim, currentPaths.length === 0 ? paths : currentPaths) ?? null;
    const made = decisions.get(identity) ?? [];
    const latest = made.findLast(({ decidedAt }) => decidedAt <= at);
    return {
      ...claim,
      identity,
      pages: [...new Set(paths)],
      currentPages: [...new Set(currentPaths)],
      source,
      status: currentPaths.length === 0 ? ("gone" as const) : findStatusOn(day, latest, source),
      decisions: made,
    };
  });
  const text = JSON.stringify({ position, at, exportedAt: now, claims }, null, 2);
  const evidence = await readEvidenceFiles(
    db,
    claims.flatMap((claim) => claim.decisions),
  );
  const sections = groupClaims(claims);
  const page = renderClaimsPage({ claims, sections, files: evidence, at, exportedAt: now });
  const files = [
    { name: exportPages.claims, content: Buffer.from(page) },
    { name: "claims.json", content: Buffer.from(`${text}\n`) },
    ...[...evidence.values()].map(({ path, content }) => ({ name: path, content })),
  ];
  return { files, count: claims.length, pagesWithClaims: new Set(sections.map(({ id }) => id)) };
}

/** The versions of a period, and whether each is on the site at its end. */
async function markVersions(
  db: Kysely<Database>,
  period: NonNullable<ExportedMoment["period"]>,
  site: Awaited<ReturnType<typeof listSite>>,
) {
  const current = new Map(site.map(({ path, contentHash }) => [path, contentHash]));
  const versions = await loadVersions(db, period);
  return versions.map((version) => ({
    ...version,
    isCurrent: current.get(version.path) === version.contentHash,
  }));
}

/** The stored files of decisions, by their hashes. Different files can have the same name. */
async function readEvidenceFiles(
  db: Kysely<Database>,
  decisions: readonly { evidenceFile: string | null }[],
): Promise<Map<string, ExportedEvidence & { content: Buffer }>> {
  const files = new Map<string, ExportedEvidence & { content: Buffer }>();
  for (const hash of new Set(decisions.map(({ evidenceFile }) => evidenceFile))) {
    const file = hash === null ? undefined : await findEvidence(db, hash);
    if (hash === null || file === undefined) continue;
    const { name, bytes } = file;
    files.set(hash, { name, path: `evidence/${hash.slice(0, 16)}-${name}`, content: bytes });
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
