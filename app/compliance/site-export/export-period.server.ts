import { posix } from "node:path";
import type { Kysely } from "kysely";
import { type Comparison, compareTexts, createTimeBudget } from "#app/compliance/archive/compare-texts.ts";
import { loadTexts } from "#app/compliance/archive/content-store.server.ts";
import { readResponse } from "#app/compliance/archive/find-captures.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { pages } from "#app/pages/registry.ts";
import { practice } from "#content/practice.ts";
import { renderChangesPage } from "./changes-page.tsx";
import { type ExportFile, exportPages } from "./export-file.ts";
import {
  type Change,
  type ChainEntry,
  type ComparedChange,
  listChanges,
  listVersions,
  type Version,
} from "./list-changes.ts";
import { loadBytes } from "./load-bytes.server.ts";
import type { Period } from "./period.server.ts";

/** Long enough for any page in practice. A comparison blocks the process. */
const maxMillisecondsPerPage = 200;

type PeriodFacts = {
  chain: readonly ChainEntry[];
  period: Period;
  /** The paths of the pages with a section in claims.html. */
  pagesWithClaims: ReadonlySet<string>;
};

/** What the manifest contains about a period. */
export type ListedPeriod = Awaited<ReturnType<typeof describePeriod>>["listed"];

/**
 * The files of an export with the versions of a period. The archive stores the same bytes once, and so does the export.
 * @param places the files that the export already contains, by the hash of their bytes
 * @returns the page of the changes, and what the manifest lists about the period
 */
export async function* listPeriodFiles(
  db: Kysely<Database>,
  { places, ...facts }: PeriodFacts & { places: Map<string, string> },
): AsyncGenerator<ExportFile, { page: ExportFile; listed: ListedPeriod }> {
  for (const version of listVersions(listChanges(facts.chain, facts.period.startsAt))) {
    if (places.has(version.contentHash)) continue;
    const name = `versions/${version.contentHash}${findExtension(version)}`;
    places.set(version.contentHash, name);
    yield { name, content: await loadBytes(db, version) };
  }
  const { html, listed } = await describePeriod(db, { ...facts, places });
  return { page: { name: exportPages.changes, content: Buffer.from(html) }, listed };
}

function findExtension({ path, title }: Version): string {
  if (title !== null) return ".html";
  return /^\.[a-z0-9]{1,12}$/.exec(posix.extname(path))?.[0] ?? "";
}

async function describePeriod(
  db: Kysely<Database>,
  { chain, period, pagesWithClaims, places }: PeriodFacts & { places: ReadonlyMap<string, string> },
) {
  const { inForce, entries } = listChanges(chain, period.startsAt);
  const compared = [];
  for (const { entry, changes } of entries) compared.push({ entry, changes: await compare(db, changes) });
  const pagesInForce = [];
  for (const version of inForce?.versions ?? []) {
    pagesInForce.push((await leaveOutRemoved(db, version)) ?? []);
  }
  const { since, until, startsAt, endsAt } = period;
  const listed = {
    since,
    until,
    timeZone: practice.timeZone,
    startsAt,
    endsAt,
    versions: listVersions({ inForce, entries }).map(({ entry, path, title, contentHash }) => ({
      entry,
      path,
      title,
      sha256: contentHash,
      file: places.get(contentHash),
    })),
    changes: compared.flatMap(({ entry, changes }) =>
      changes.map((change) => ({ entry: entry.position, ...listChange(change) })),
    ),
  };
  const facts = { period, chain, inForce: inForce?.entry, pagesInForce: pagesInForce.flat() };
  return { html: renderChangesPage({ ...facts, entries: compared, pagesWithClaims, places }), listed };
}

function listChange({ path, before, after, comparison }: ComparedChange) {
  const list = (version: Version | undefined) =>
    version === undefined ? null : { entry: version.entry, sha256: version.contentHash };
  return {
    path,
    before: list(before),
    after: list(after),
    wordsAdded: comparison?.added,
    wordsRemoved: comparison?.removed,
  };
}

async function compare(db: Kysely<Database>, changes: readonly Change[]): Promise<ComparedChange[]> {
  const compared = [];
  for (const { path, ...change } of changes) {
    const before = await leaveOutRemoved(db, change.before);
    const after = await leaveOutRemoved(db, change.after);
    // A release no longer lists a page that a state had removed.
    if (before === undefined && after === undefined) continue;
    const title = (after ?? before)?.title ?? null;
    compared.push({ path, before, after, title, comparison: await compareWords(db, before, after) });
  }
  return compared;
}

/** A state lists a removed page as visitors then receive it: as the not-found page. */
async function leaveOutRemoved(
  db: Kysely<Database>,
  version: Version | undefined,
): Promise<Version | undefined> {
  if (version === undefined || version.title === null || version.path === pages.notFound.path) return version;
  return (await readResponse(db, version.responseHash)).status === 404 ? undefined : version;
}

async function compareWords(
  db: Kysely<Database>,
  before: Version | undefined,
  after: Version | undefined,
): Promise<Comparison | undefined> {
  const [old, current] = [before?.textHash ?? null, after?.textHash ?? null];
  if (old === null || current === null || old === current) return undefined;
  const texts = await loadTexts(db, [old, current]);
  return compareTexts(
    texts.get(old) ?? "",
    texts.get(current) ?? "",
    createTimeBudget(maxMillisecondsPerPage),
  );
}
