import { mkdtemp, readdir, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { bootIdentity, isAlive, startTicks } from "./process-identity.server.ts";

/** What a process wants the data folder for: to serve for long, or for the length of one shell command. */
export type LockPurpose = "server" | "command";

export type LockHolder = { readonly purpose: LockPurpose; readonly pid: number };

/** Somebody else holds the folder and does not give it free. */
export class DataFolderTaken extends StartupProblem {
  readonly holder: LockHolder | undefined;

  constructor(dataDir: string, holder: LockHolder | undefined) {
    const who = holder === undefined ? "program" : `${holder.purpose} (process ${holder.pid})`;
    super(
      `Another ${who} is using the data folder ${dataDir}: stop it first, or give this one a DATA_DIR of its own.`,
    );
    this.holder = holder;
  }
}

export type DataFolderLock = { release(): Promise<void> };

/**
 * Takes `dataDir` for this process alone. A shell command that holds it is waited for, since it ends soon; a server only for
 * as long as a killed one needs to fall.
 *
 * Node offers no lock that the system itself gives back when a process is killed, so the lock is a folder with one file
 * in it, named after the process: number, start time and boot. A lock left by a killed process is known by that name, needs
 * no cleaning by hand, and a new process with the same number is not mistaken for it. Taking it is a rename onto a missing
 * or empty folder and clearing is the removal of one named file: of several that start at once, exactly one succeeds.
 * @throws DataFolderTaken where a server holds it
 */
export async function lockDataFolder(dataDir: string, purpose: LockPurpose): Promise<DataFolderLock> {
  const askedAt = Date.now();
  for (;;) {
    const lock = await tryLock(dataDir, purpose);
    if (lock !== undefined) return lock;
    const holder = await findLockHolder(dataDir);
    const patience = patienceMs[holder?.purpose ?? "command"];
    if (Date.now() - askedAt > patience) throw new DataFolderTaken(dataDir, holder);
    await sleep(holder === undefined ? 5 : 50);
  }
}

/** Takes the lock if nobody living holds it. */
export async function tryLock(dataDir: string, purpose: LockPurpose): Promise<DataFolderLock | undefined> {
  const folder = join(dataDir, lockName);
  const claim = nameOf({ purpose, pid: process.pid }, startTicks(process.pid));
  await clearStaleClaims(folder);
  const prepared = await mkdtemp(`${folder}.`);
  await writeFile(join(prepared, claim), "");
  try {
    await rename(prepared, folder);
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    if (isTaken(error)) return undefined;
    throw error;
  }
  return { release: () => clear(folder, claim) };
}

/** The living process that holds the folder, if any. */
export async function findLockHolder(dataDir: string): Promise<LockHolder | undefined> {
  const [claim] = await listClaims(join(dataDir, lockName));
  return claim?.living === true ? claim.holder : undefined;
}

const lockName = "lock";

/** A process stays listed for a moment after its kill, longer where it held much memory. */
const patienceMs: Readonly<Record<LockPurpose, number>> = { server: 1_000, command: 30_000 };

/** The codes with which Linux, macOS and Windows say that a folder cannot be renamed onto one that is not empty. */
function isTaken(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOTEMPTY" || code === "EEXIST" || (process.platform === "win32" && code === "EPERM");
}

type Claim = { name: string; holder: LockHolder; living: boolean };

async function clearStaleClaims(folder: string): Promise<void> {
  for (const claim of await listClaims(folder)) {
    if (!claim.living) await clear(folder, claim.name);
  }
}

/** Windows cannot rename onto an empty folder, so it is removed too; that fails, rightly, where somebody else is inside. */
async function clear(folder: string, claim: string): Promise<void> {
  await unlink(join(folder, claim)).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}

async function listClaims(folder: string): Promise<Claim[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => {
    const [purpose, pid = "", ...identity] = name.split("-");
    const holder: LockHolder = { purpose: purpose === "command" ? "command" : "server", pid: Number(pid) };
    return { name, holder, living: isLiving(holder, identity.join("-")) };
  });
}

function isLiving(holder: LockHolder, identity: string): boolean {
  if (!Number.isInteger(holder.pid) || holder.pid <= 0 || !isAlive(holder.pid)) return false;
  return identity === identityOf(startTicks(holder.pid));
}

function nameOf(holder: LockHolder, ticks: string | undefined): string {
  return `${holder.purpose}-${holder.pid}-${identityOf(ticks)}`;
}

function identityOf(ticks: string | undefined): string {
  return `${ticks ?? "unknown"}-${bootIdentity()}`;
}
