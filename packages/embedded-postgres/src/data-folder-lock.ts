import { mkdtemp, open, readdir, rename, rm, rmdir, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  formatClaim,
  isForeignClaim,
  judgeClaim,
  parseClaim,
  type ClaimState,
  type Heartbeat,
  type LockHolder,
  type LockPurpose,
} from "./lock-claim.ts";
import { findProcessScope, isAlive, startTicks } from "./process-identity.ts";
import { EmbeddedPostgresError, getErrorCode, type Log } from "./reporting.ts";

/** Another process holds the data folder and does not release it. */
export class DataFolderTaken extends EmbeddedPostgresError {
  readonly holder: LockHolder | undefined;

  constructor(dataDir: string, purpose: LockPurpose, holder: LockHolder | undefined) {
    super(describe(dataDir, purpose, holder));
    this.holder = holder;
  }
}

function describe(dataDir: string, purpose: LockPurpose, holder: LockHolder | undefined): string {
  const remedy = "stop it first, or set another DATA_DIR for this one.";
  if (holder?.isForeign !== true) {
    const who = holder === undefined ? "program" : `${holder.purpose} (process ${holder.pid})`;
    return `Another ${who} is using the data folder ${dataDir}: ${remedy}`;
  }
  const who = `A ${holder.purpose} in another container or on another machine (process ${holder.pid} there)`;
  if (purpose === "command" && holder.purpose === "server") {
    return `${who} is using the data folder ${dataDir}: run the command in that container or on that machine, or stop the server first.`;
  }
  return `${who} is using the data folder ${dataDir}: ${remedy}`;
}

export type DataFolderLock = {
  /** Aborted when another process has taken the folder, which happens if this one was suspended for longer than the watch. */
  readonly lost: AbortSignal;
  /** @throws DataFolderTaken if the lock was lost */
  confirm(): Promise<void>;
  release(): Promise<void>;
};

export type LockOptions = {
  readonly purpose: LockPurpose;
  readonly log: Log;
  /** Throws if the folder is in use although its claim is stale. The claim then stays. */
  readonly checkTakeover?: () => Promise<void>;
};

/**
 * Locks `dataDir` for this process. It waits for a command, because commands end soon. It waits for a server only during the time for which
 * a killed process stays listed.
 *
 * Node has no file lock that the system releases when a process is killed. The lock is therefore a folder with one file, the claim, whose
 * name identifies the process. Its modification time is the heartbeat, for processes that cannot see each other's PIDs. Locking renames a
 * prepared folder onto a missing or empty one, so exactly one of several processes succeeds.
 * @throws DataFolderTaken if another process holds the folder
 */
export async function lockDataFolder(dataDir: string, options: LockOptions): Promise<DataFolderLock> {
  const watch = watchHeartbeats(join(dataDir, lockName));
  const startedAt = performance.now();
  let watched: LockHolder | undefined;
  for (;;) {
    const claims = await examineClaims(join(dataDir, lockName), watch);
    const claim = claims.find(({ state }) => state !== "stale");
    if (claim === undefined) {
      const lock = await takeOver(dataDir, claims, options);
      if (lock !== undefined) return lock;
    }
    if (claim?.state !== "unknown") {
      refuseAfter(startedAt, dataDir, options.purpose, claim?.holder);
    } else if (watched === undefined) {
      watched = claim.holder;
      options.log.info("database.lock_watched", { folder: dataDir, holder: watched });
    }
    await sleep(chooseIntervalMs(claim?.holder));
  }
}

/** @throws DataFolderTaken once the holder had time to release the folder */
function refuseAfter(
  startedAt: number,
  dataDir: string,
  purpose: LockPurpose,
  holder: LockHolder | undefined,
): void {
  if (performance.now() - startedAt <= holderTimeoutMs[holder?.purpose ?? "command"]) return;
  throw new DataFolderTaken(dataDir, purpose, holder);
}

/** @returns undefined if another process was faster */
async function takeOver(
  dataDir: string,
  staleClaims: readonly ExaminedClaim[],
  { purpose, checkTakeover }: LockOptions,
): Promise<DataFolderLock | undefined> {
  if (staleClaims.length > 0) await checkTakeover?.();
  for (const { name } of staleClaims) await clear(join(dataDir, lockName), name);
  return tryLock(dataDir, purpose);
}

function chooseIntervalMs(holder: LockHolder | undefined): number {
  if (holder === undefined) return 5;
  return holder.isForeign ? checkIntervalMs : 50;
}

/** The running process that holds the folder, if it runs in the same PID namespace as this one. */
export async function findLocalHolder(dataDir: string): Promise<LockHolder | undefined> {
  const claims = await examineClaims(join(dataDir, lockName));
  return claims.find((claim) => claim.state === "alive" && !claim.holder.isForeign)?.holder;
}

const lockName = "lock";
const heartbeatMs = 1_000;
const checkIntervalMs = 250;
/**
 * Ten seconds without a heartbeat. Checks are counted instead of time, so that a suspended machine does not count as a missed heartbeat.
 */
const maxMissedChecks = 40;

/** A process stays listed for a moment after its kill, longer if it used a lot of memory. */
const holderTimeoutMs: Readonly<Record<LockPurpose, number>> = { server: 1_000, command: 30_000 };

type ExaminedClaim = { name: string; holder: LockHolder; state: ClaimState };
type HeartbeatWatch = (name: string) => Promise<Heartbeat>;

async function examineClaims(
  folder: string,
  watch: HeartbeatWatch = async () => "watching",
): Promise<ExaminedClaim[]> {
  const names = await readdir(folder).catch(() => []);
  const scope = findProcessScope();
  return Promise.all(
    names.map(async (name): Promise<ExaminedClaim> => {
      const claim = parseClaim(name);
      if (claim === undefined) {
        return { name, holder: { purpose: "server", pid: 0, isForeign: false }, state: "stale" };
      }
      const isForeign = isForeignClaim(claim, scope);
      const facts = {
        startTicks: isForeign ? undefined : identifyStart(claim.pid),
        heartbeat: isForeign ? await watch(name) : "stopped",
      } as const;
      const { purpose, pid } = claim;
      return { name, holder: { purpose, pid, isForeign }, state: judgeClaim(claim, scope, facts) };
    }),
  );
}

/** Compares each claim's modification time with the one from the previous check. */
function watchHeartbeats(folder: string): HeartbeatWatch {
  const seen = new Map<string, { modified: bigint | undefined; checks: number; hasHeartbeat: boolean }>();
  return async (name) => {
    const modified = await readModificationTime(join(folder, name));
    const before = seen.get(name);
    const isNew = before === undefined || before.modified !== modified;
    const checks = isNew ? 0 : before.checks + 1;
    const hasHeartbeat = before !== undefined && (isNew || before.hasHeartbeat);
    seen.set(name, { modified, checks, hasHeartbeat });
    if (checks >= maxMissedChecks) return "stopped";
    return hasHeartbeat ? "beating" : "watching";
  };
}

/** Opens the file because NFS returns a cached modification time otherwise. */
async function readModificationTime(file: string): Promise<bigint | undefined> {
  const handle = await open(file, "r").catch(() => undefined);
  try {
    return (await handle?.stat({ bigint: true }))?.mtimeNs;
  } finally {
    await handle?.close();
  }
}

/** Start time of a process that runs; "unknown" on a system without /proc. */
function identifyStart(pid: number): string | undefined {
  return isAlive(pid) ? (startTicks(pid) ?? "unknown") : undefined;
}

async function tryLock(dataDir: string, purpose: LockPurpose): Promise<DataFolderLock | undefined> {
  const folder = join(dataDir, lockName);
  const { pid } = process;
  const claim = formatClaim({
    purpose,
    pid,
    startTicks: startTicks(pid) ?? "unknown",
    ...findProcessScope(),
  });
  if (!(await placeClaim(folder, claim))) return undefined;
  const heartbeat = keepHeartbeat(folder, claim);
  return {
    lost: heartbeat.lost,
    async confirm() {
      await heartbeat.beat();
      if (heartbeat.lost.aborted) throw new DataFolderTaken(dataDir, purpose, undefined);
    },
    async release() {
      await heartbeat.stop();
      await clear(folder, claim);
    },
  };
}

/** @returns false if the folder has a claim */
async function placeClaim(folder: string, claim: string): Promise<boolean> {
  const prepared = await mkdtemp(`${folder}.`);
  try {
    await writeFile(join(prepared, claim), "");
    await rename(prepared, folder);
    return true;
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    if (isTaken(error)) return false;
    throw error;
  }
}

/** Refreshes the claim's modification time, and detects that another process has replaced the claim. */
function keepHeartbeat(
  folder: string,
  claim: string,
): { lost: AbortSignal; beat: () => Promise<void>; stop: () => Promise<void> } {
  const lost = new AbortController();
  const refresh = async (): Promise<void> => {
    const now = new Date();
    try {
      await utimes(join(folder, claim), now, now);
    } catch (error) {
      // Any other error, such as that of a full disk, does not mean that the claim is gone.
      if (getErrorCode(error) !== "ENOENT") return;
      const isRestored = await placeClaim(folder, claim).catch(() => true);
      if (!isRestored) lost.abort();
    }
  };
  let current = Promise.resolve();
  const beat = (): Promise<void> => (current = current.then(refresh));
  let isPending = false;
  const timer = setInterval(() => {
    if (isPending) return;
    isPending = true;
    void beat().finally(() => (isPending = false));
  }, heartbeatMs);
  timer.unref();
  return {
    lost: lost.signal,
    beat,
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}

/** Linux, macOS and Windows report a rename onto a folder that is not empty with different codes. */
function isTaken(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === "ENOTEMPTY" || code === "EEXIST" || (process.platform === "win32" && code === "EPERM");
}

/** Windows cannot rename onto an empty folder, so it is removed too. That fails, as intended, if it holds another claim. */
async function clear(folder: string, claim: string): Promise<void> {
  await unlink(join(folder, claim)).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}
