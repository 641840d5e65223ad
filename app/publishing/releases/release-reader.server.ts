import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { createParser } from "#app/publishing/documents/parse-documents.server.ts";
import { fileRelease, type Release, type Releases } from "./release.ts";
import {
  type DocumentHashes,
  findBodies,
  findLatestRelease,
  listDocumentHashes,
} from "./release-store.server.ts";

export type ReleaseReader = Releases & {
  /**
   * Reads the latest release if it is not in use yet.
   * @throws StartupProblem if this build rejects a document of it; the release before it remains in use
   * @throws if the database is unavailable
   */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

/** Servers use a new release within this time and that of a query. */
const refreshEveryMs = 500;

/**
 * Keeps the published release in memory, and the last one while the database is unavailable.
 * @param deps.fileHashes the hash of the file of each document in this build
 */
export async function startReleaseReader({
  db,
  log,
  fileHashes,
}: {
  db: Kysely<Database>;
  log: Log;
  fileHashes?: ReadonlyMap<string, string>;
}): Promise<ReleaseReader> {
  const parser = createParser(log, fileHashes);
  let release: Release = fileRelease;
  /** The latest release if this build rejects it. Releases never change, so it is not read again. */
  let rejected: { number: number; problem: StartupProblem } | undefined;

  async function readLatest(): Promise<void> {
    const number = await findLatestRelease(db);
    if (rejected?.number !== number) rejected = undefined;
    if (rejected !== undefined) throw rejected.problem;
    if (number === undefined || number === release.number) return;
    const hashes = await listDocumentHashes(db, number);
    const parsed = parser.parse(await readBodies(db, hashes, parser));
    if (!parsed.ok) {
      rejected = { number, problem: new StartupProblem(describeInvalid(number, parsed.invalid)) };
      throw rejected.problem;
    }
    release = { number, documents: parsed.documents, versions: hashes };
    log.info("release.in_use", { release: number });
  }
  const refresh = shareRuns(readLatest);
  await refresh();

  const refreshing = repeat({
    pauseMs: refreshEveryMs,
    run: refresh,
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) log.warn("release.read_failed", { error });
    },
  });
  return { inUse: () => release, refresh, stop: () => refreshing.stop() };
}

/**
 * Prevents runs of a task from overlapping, so that an older release is not installed after a newer one. Calls during a run share the next
 * one, because the current run may have read the database before them.
 */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    next = undefined;
    current = run().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (next !== undefined) return next;
    if (current === undefined) return start();
    next = current.then(start, start);
    return next;
  };
}

/** Without the published words, the site would show those of the files, which no one has approved. */
function describeInvalid(number: number, documents: readonly string[]): string {
  return `Release ${number} of the site does not fit this version of the program, which requires other fields in: ${documents.join(", ")}. Start the version that published it, correct these documents at /admin/content, publish them, and then start this version.`;
}

/** The bodies of a release by document. Those that are not needed are not read, and empty. */
async function readBodies(
  db: Kysely<Database>,
  hashes: DocumentHashes,
  parser: Pick<ReturnType<typeof createParser>, "isKnown">,
): Promise<Map<string, { hash: string; body: string }>> {
  const needed = [...hashes].flatMap(([document, hash]) => (parser.isKnown(document, hash) ? [] : [hash]));
  const bodies = await findBodies(db, needed);
  return new Map([...hashes].map(([document, hash]) => [document, { hash, body: bodies.get(hash) ?? "" }]));
}
