import { type Kysely, sql, type Transaction } from "kysely";
import type { ArchiveEntriesTable } from "#app/data/schema/archive.ts";
import { deployment } from "#app/platform/deployment.ts";
import { runStep } from "#app/platform/repeat.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { readDatabaseTime } from "#app/data/time/read-database-time.server.ts";
import { pages } from "#app/pages/registry.ts";
import { findStoredHashes, storeContents } from "./content-store.server.ts";
import { type Capture, hashBytes, hashEntry } from "./entry-hash.server.ts";
import { findLastEntry } from "./find-entries.server.ts";
import { readPageText } from "./page-text.server.ts";
import type { PublishedFile } from "./published-site.ts";

/** The site that one server sends, and what it knows about its place in the archive. */
export type SiteState = {
  captures: readonly Capture[];
  /** Which build with which settings publishes the site, as `PublishedSite` describes it. */
  build: string;
  /** The position of the release that this server published or joined; undefined after its start. */
  release: number | undefined;
  /** The hash of the last entry when all captures were found in the archive, so that they are compared again only after another one. */
  comparedWith?: string | undefined;
  /** Whether the server does not show the latest content yet, so that its pages would be recorded after they were replaced. */
  isOutdated?: (trx: Transaction<Database>) => Promise<boolean>;
};

export type RecordOutcome = {
  /** The release that the server's site belongs to; undefined if that is not known yet. */
  release: number | undefined;
  /** The new entry; undefined if there was nothing to record. */
  recorded: (Appended & { kind: "release" | "state"; captures: number }) | undefined;
  /** The hash of the last entry of the archive if it has all captures; undefined otherwise. */
  comparedWith?: string | undefined;
  /** Whether the site waits: it was captured less than a minute ago, or the server does not show the latest content yet. */
  isPostponed: boolean;
  /** Whether servers of a newer release are running, so that this server records nothing. */
  isSuperseded: boolean;
};

/** A new entry. */
type Appended = {
  position: number;
  /** The time of the entry before it, if that is later: the clock was set back in between. */
  previousAt?: Date;
};

/** A page that changes with every sign-up is captured at most this often. */
const minSecondsBetweenStates = 60;

/** A release whose servers have not checked their site for this long is no longer running. */
const maxMinutesWithoutCheck = 3;

/** Who wrote and approved an entry, and why. */
type Approval = { author: string; approver: string; reason: string };

const byDeployment = { author: deployment, approver: deployment };

/** Texts of the record. Screens display them as they are stored. */
const reasons = {
  build: "Deployment of a new build or other settings",
  continued: "Servers of this build continue, and those of the previous release have stopped",
  otherBuild: "Publication by a server of another build, as servers of this build show it",
  state: "Change of the live event or the date",
} as const;

/**
 * Stores the bytes of pages and files, and returns what an entry lists about them. A response consists of the status and the headers as
 * JSON.
 * @param options.known earlier captures, so that the words of unchanged pages are not read again
 * @param options.signal ends the work with an error
 */
export async function storeCaptures(
  db: Kysely<Database>,
  files: readonly PublishedFile[],
  { known = [], signal }: { known?: readonly Capture[] | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Capture[]> {
  const contents = new Map<string, Uint8Array>();
  const add = (bytes: Uint8Array): string => {
    const hash = hashBytes(bytes);
    contents.set(hash, bytes);
    return hash;
  };
  const knownByPath = new Map((await listStored(db, known)).map((capture) => [capture.path, capture]));
  const toCapture = (file: PublishedFile): Capture => {
    const contentHash = hashBytes(file.bytes);
    const responseHash = add(Buffer.from(describeResponse(file)));
    const same = knownByPath.get(file.path);
    if (same?.contentHash === contentHash) return { ...same, responseHash };
    add(file.bytes);
    const page = file.isPage ? readPageText(Buffer.from(file.bytes).toString("utf8")) : undefined;
    return {
      path: file.path,
      title: page?.title ?? null,
      contentHash,
      responseHash,
      textHash: page === undefined ? null : add(Buffer.from(page.text)),
    };
  };
  const captures: Capture[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    // Reading the words of a page takes milliseconds.
    captures.push(await runStep(() => toCapture(file)));
  }
  await storeContents(db, contents);
  return captures;
}

/** The captures whose bytes and words are stored. A database that a failover has replaced can lack the latest ones. */
async function listStored(db: Kysely<Database>, known: readonly Capture[]): Promise<Capture[]> {
  const listHashes = ({ contentHash, textHash }: Capture): string[] =>
    textHash === null ? [contentHash] : [contentHash, textHash];
  const stored = await findStoredHashes(db, known.flatMap(listHashes));
  return known.filter((capture) => listHashes(capture).every((hash) => stored.has(hash)));
}

function describeResponse({ status, headers }: PublishedFile): string {
  const sorted = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({ status, headers: Object.fromEntries(sorted) });
}

/**
 * Records the site of a server: a release if the latest one is not of its build, or a state if pages of that release have changed. Concurrent
 * calls of several servers run one after the other, so that each change is recorded once.
 */
export async function recordSite(db: Kysely<Database>, site: SiteState): Promise<RecordOutcome> {
  return db.transaction().execute(async (trx) => {
    await lockArchive(trx);
    const now = await readDatabaseTime(trx);
    // With the lock, because a publication may have ended while this server waited for it.
    if ((await site.isOutdated?.(trx)) === true) {
      return { ...nothing, release: site.release, isPostponed: true };
    }
    const latest = await findLatestRelease(trx);
    if (latest === undefined) return recordRelease(trx, site, reasons.build, now);
    const isDeployed = (await findDeployedBuild(trx)) === site.build;
    // A server can publish content before its build was recorded.
    if (latest.build === site.build && (isDeployed || site.release !== undefined)) {
      return recordState(trx, latest.position, site, now);
    }
    if (isDeployed) return recordRelease(trx, site, reasons.otherBuild, now);
    if (site.release === undefined) return recordRelease(trx, site, reasons.build, now);
    if (await isRunning(trx, latest.position, now)) {
      return { ...nothing, release: site.release, isSuperseded: true };
    }
    return recordRelease(trx, site, reasons.continued, now);
  });
}

const unchanged: { changed: Capture[]; isPostponed: boolean } = { changed: [], isPostponed: false };
const nothing = { recorded: undefined, isPostponed: false, isSuperseded: false } as const;

async function recordRelease(
  trx: Transaction<Database>,
  { build, captures }: Pick<SiteState, "build" | "captures">,
  reason: string,
  now: Date,
): Promise<RecordOutcome> {
  const entry = { kind: "release", ...byDeployment, reason, build } as const;
  const appended = await append(trx, entry, captures, now);
  await saveCheck(trx, appended.position, now);
  const recorded = { ...appended, kind: "release", captures: captures.length } as const;
  return { ...nothing, release: appended.position, recorded };
}

/**
 * Records a release of content in the transaction that publishes it, so that the archive has every release, and none that was not published.
 * @param site.captures the pages as they will be sent
 * @returns the new entry
 */
export async function recordPublication(
  trx: Transaction<Database>,
  { captures, build, approval }: Pick<SiteState, "captures" | "build"> & { approval: Approval },
): Promise<Appended> {
  await lockArchive(trx);
  const now = await readDatabaseTime(trx);
  const appended = await append(trx, { kind: "release", ...approval, build }, captures, now);
  await saveCheck(trx, appended.position, now);
  return appended;
}

async function lockArchive(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('archive', 0))`.execute(trx);
}

async function recordState(
  trx: Transaction<Database>,
  release: number,
  site: SiteState,
  now: Date,
): Promise<RecordOutcome> {
  const last = (await findLastEntry(trx))?.hash;
  const { changed, isPostponed } =
    site.comparedWith === last ? unchanged : await findChanges(trx, release, site.captures, now);
  await saveCheck(trx, release, now);
  if (changed.length === 0) {
    const comparedWith = isPostponed ? undefined : last;
    return { ...nothing, release, isPostponed, comparedWith };
  }
  const state = {
    kind: "state",
    ...byDeployment,
    release,
    reason: reasons.state,
    build: null,
  } as const;
  const appended = await append(trx, state, changed, now);
  const recorded = { ...appended, kind: "state", captures: changed.length } as const;
  return { ...nothing, release, recorded, isPostponed };
}

function findLatestRelease(trx: Transaction<Database>) {
  return trx
    .selectFrom("archiveEntries")
    .select(["position", "build"])
    .where("kind", "=", "release")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The build that servers deployed last. Content is also published by servers of an earlier one until they are replaced. */
async function findDeployedBuild(trx: Transaction<Database>): Promise<string | null | undefined> {
  const deployed = await trx
    .selectFrom("archiveEntries")
    .select("build")
    .where("kind", "=", "release")
    .where("author", "=", deployment)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return deployed?.build;
}

async function isRunning(trx: Transaction<Database>, release: number, now: Date): Promise<boolean> {
  const check = await trx
    .selectFrom("archiveChecks")
    .select("checkedAt")
    .where("release", "=", release)
    .executeTakeFirst();
  // A check in the future is from before the clock was set back.
  return (
    check !== undefined &&
    Math.abs(now.getTime() - check.checkedAt.getTime()) < maxMinutesWithoutCheck * 60_000
  );
}

async function saveCheck(trx: Transaction<Database>, release: number, checkedAt: Date): Promise<void> {
  await trx
    .insertInto("archiveChecks")
    .values({ release, checkedAt })
    .onConflict((conflict) => conflict.column("release").doUpdateSet({ checkedAt }))
    .execute();
}

/** The pages and files that differ from their latest capture in the release, without those captured less than a minute ago. */
async function findChanges(
  trx: Transaction<Database>,
  release: number,
  captures: readonly Capture[],
  now: Date,
): Promise<{ changed: Capture[]; isPostponed: boolean }> {
  const { rows } = await sql<Capture & { recordedAt: Date }>`
    select distinct on (capture.path)
      capture.path, capture.title, capture.content_hash, capture.response_hash, entry.recorded_at
    from archive_captures as capture join archive_entries as entry using (position)
    where entry.release = ${release}
    order by capture.path, capture.position desc`.execute(trx);
  const current = new Map(rows.map((row) => [row.path, row]));
  const different = captures.filter(({ path, contentHash, responseHash }) => {
    const known = current.get(path);
    return known?.contentHash !== contentHash || known.responseHash !== responseHash;
  });
  different.push(...listRemoved(rows, captures));
  const isDue = ({ path }: Capture): boolean => {
    const age = now.getTime() - (current.get(path)?.recordedAt.getTime() ?? 0);
    // A capture in the future is from before the clock was set back.
    return age >= minSecondsBetweenStates * 1_000 || age < 0;
  };
  const changed = different.filter(isDue);
  return { changed, isPostponed: changed.length < different.length };
}

/**
 * Pages that no longer exist, such as those of a deleted event, as visitors receive them. Files of a build that no page uses any more still
 * exist.
 */
function listRemoved(
  current: readonly Pick<Capture, "path" | "title" | "responseHash">[],
  captures: readonly Capture[],
): Capture[] {
  const paths = new Set(captures.map(({ path }) => path));
  const notFound = captures.find(({ path }) => path === pages.notFound.path);
  if (notFound === undefined) return [];
  return (
    current
      .filter(({ path, title }) => title !== null && !paths.has(path))
      // The words of the not-found page can change. The status, which is part of the response, stays.
      .filter(({ responseHash }) => responseHash !== notFound.responseHash)
      .map(({ path }) => ({ ...notFound, path }))
  );
}

/** Adds an entry to the end of the chain. The caller has the lock. */
async function append(
  trx: Transaction<Database>,
  entry: Approval & Pick<ArchiveEntriesTable, "kind" | "build"> & { release?: number },
  captures: readonly Capture[],
  recordedAt: Date,
): Promise<Appended> {
  const last = await trx
    .selectFrom("archiveEntries")
    .select(["position", "hash", "recordedAt"])
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  const position = (last?.position ?? 0) + 1;
  const unsigned = {
    ...entry,
    siteDigest: null,
    position,
    release: entry.release ?? position,
    recordedAt,
    previousHash: last?.hash ?? null,
  };
  await trx
    .insertInto("archiveEntries")
    .values({ ...unsigned, hash: hashEntry(unsigned, captures) })
    .execute();
  await trx
    .insertInto("archiveCaptures")
    .values(captures.map((capture) => ({ position, ...capture })))
    .execute();
  return last !== undefined && last.recordedAt > recordedAt
    ? { position, previousAt: last.recordedAt }
    : { position };
}
