import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import type { Capture } from "./entry-hash.server.ts";
import type { PublishedSite } from "./published-site.ts";
import type { RecordingStatus } from "./recording-status.ts";
import { type RecordOutcome, recordSite, storeCaptures } from "./record-site.server.ts";

export type RecorderDeps = {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  site: PublishedSite;
  /** Searches what was recorded for claims, if anything is new. Injected, because the register reads the archive. */
  searchClaims: (db: Kysely<Database>) => Promise<{ position: number; claims: number } | undefined>;
  /** The number of the latest release of content that was published on any server; undefined without one. */
  findLatestRelease: (db: Kysely<Database>) => Promise<number | undefined>;
};

/** The first capture renders every page, so it waits until the server has answered its first visitors. */
const startDelayMs = 5_000;
const checkIntervalMs = 15_000;
/** Pages are captured when their state has not changed between two checks, or after this time. */
const maxUnsettledMs = 60_000;
/** How often a server confirms that its site is unchanged. */
const confirmIntervalMs = 60_000;

/**
 * Records the site in the archive: a release soon after the start of a new build, and states when the live event or the date change pages.
 * A failure is logged and retried, because a day that was not captured cannot be recovered.
 */
export function startSiteRecorder(
  deps: RecorderDeps & { recordingStatus: RecordingStatus },
  /** Tests do not wait. */
  delayMs = startDelayMs,
): Pick<RepeatingTask, "stop"> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const recorder = createSiteRecorder(deps, signal);
  let hasWaited = false;
  const repetition = repeat({
    pauseMs: checkIntervalMs,
    async run() {
      if (!hasWaited) await sleep(delayMs, undefined, { signal, ref: false });
      hasWaited = true;
      await recorder.check();
      deps.recordingStatus.succeeded();
    },
    onError(error) {
      if (signal.aborted) return;
      deps.recordingStatus.failed();
      deps.log.error("archive.capture_failed", { error });
    },
  });
  return {
    stop() {
      stopping.abort();
      return repetition.stop();
    },
  };
}

/** What the recorder remembers about the latest state of the site. */
type CapturedState = {
  stamp: string;
  captures: readonly Capture[];
  isRecorded: boolean;
  comparedWith?: string | undefined;
};

/** One server's recorder. Tests call `check` instead of waiting. @param signal ends a check with an error */
export function createSiteRecorder(
  { db, clock, log, site, searchClaims, findLatestRelease }: RecorderDeps,
  signal?: AbortSignal,
): { check(): Promise<void> } {
  let release: number | undefined;
  let captured: CapturedState | undefined;
  let unsettled: { stamp: string; since: number } | undefined;
  let confirmedAt = 0;
  let wasSuperseded = false;

  /** @returns whether the site has settled: its stamp is that of the previous check, or has kept changing for too long */
  function recordStamp(stamp: string, now: number): boolean {
    const previous = unsettled;
    unsettled = { stamp, since: previous?.since ?? now };
    const isSame = release === undefined || previous?.stamp === stamp;
    return isSame || measureAgeMs(unsettled.since, now) >= maxUnsettledMs;
  }

  /** Returns the captures of the current state, or undefined while it is changing. */
  async function capture(now: number): Promise<CapturedState | undefined> {
    const stamp = site.stamp();
    if (captured?.stamp === stamp) return captured;
    if (!recordStamp(stamp, now)) return undefined;
    const rendered = await site.render(signal);
    const captures = await storeCaptures(db, rendered, { known: captured?.captures, signal });
    unsettled = undefined;
    return { stamp, captures, isRecorded: false };
  }

  function report({ recorded, isSuperseded, release: current }: RecordOutcome): void {
    logEntry(log, recorded);
    if (isSuperseded && !wasSuperseded) log.warn("archive.superseded", { release: current });
    wasSuperseded = isSuperseded;
  }

  return {
    async check() {
      const now = clock.now().getTime();
      const ofRelease = site.release();
      const current = await capture(now);
      captured = current ?? captured;
      if (current === undefined || (current.isRecorded && isRecent(confirmedAt, now))) return;
      // Another release was published in the meantime. The next check compares it.
      if (site.release() !== ofRelease) return;
      const isOutdated = createComparison(findLatestRelease, ofRelease);
      const outcome = await recordSite(db, { ...current, build: site.build, release, isOutdated });
      ({ release, comparedWith: current.comparedWith } = outcome);
      confirmedAt = now;
      current.isRecorded = !outcome.isPostponed && !outcome.isSuperseded;
      report(outcome);
      await updateClaims({ db, log, searchClaims }, signal);
    },
  };
}

function logEntry(log: Log, entry: RecordOutcome["recorded"]): void {
  if (entry !== undefined) log.info("archive.recorded", entry);
  if (entry?.previousAt !== undefined) log.error("archive.clock_set_back", entry);
}

/** @returns whether a later release than a known one was published */
function createComparison(findLatestRelease: RecorderDeps["findLatestRelease"], known: number) {
  return async (trx: Kysely<Database>): Promise<boolean> => ((await findLatestRelease(trx)) ?? known) > known;
}

function isRecent(confirmedAt: number, now: number): boolean {
  return measureAgeMs(confirmedAt, now) < confirmIntervalMs;
}

/** A time in the future is from before the clock was set back. */
function measureAgeMs(at: number, now: number): number {
  return Math.abs(now - at);
}

/** A failure does not interrupt the recording. The next check of the site retries it. */
async function updateClaims(
  { db, log, searchClaims }: Pick<RecorderDeps, "db" | "log" | "searchClaims">,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted === true) return;
  try {
    const outcome = await searchClaims(db);
    if (outcome !== undefined) log.info("claims.found", outcome);
  } catch (error) {
    log.error("claims.search_failed", { error });
  }
}
