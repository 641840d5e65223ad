import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, readdir, readFile, realpath, stat } from "node:fs/promises";
import { promisify } from "node:util";

/** The user that owns the files of PostgreSQL. Undefined means the current user. */
export type Owner = { readonly uid: number; readonly gid: number };

/** The account "nobody" exists on every Linux system. It has a name, which initdb requires, and owns no files. */
export const unprivilegedUser: Owner = { uid: 65_534, gid: 65_534 };

/**
 * Chooses the user that PostgreSQL runs as and makes it the owner of an existing database. An ordinary user runs PostgreSQL as itself.
 * PostgreSQL refuses to run as root, so root starts it as the current owner of the database. A single start with sudo therefore changes
 * nothing. A database owned by root (after a restore) or by the account "nobody" (earlier releases) gets an unassigned user ID,
 * because other processes of that account could read its files and memory.
 */
export async function chooseOwner(dataDir: string, pgData: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const isEmpty = (await readdir(pgData).catch(() => [])).length === 0;
  const existing = isEmpty ? undefined : await stat(pgData);
  const assigned = await readAssignedIds();
  if (existing !== undefined && isKept(existing.uid, assigned)) {
    return { uid: existing.uid, gid: existing.gid };
  }
  const id = chooseUnassignedId(dataDir, assigned);
  const owner = { uid: id, gid: id };
  if (existing !== undefined) {
    await changeFolderOwner(pgData, owner);
    await chmod(pgData, 0o700);
  }
  return owner;
}

/** An ID from the reserved range is replaced once an account uses it. */
function isKept(uid: number, assigned: ReadonlySet<number>): boolean {
  if (uid === 0 || uid === unprivilegedUser.uid) return false;
  return isUnassignedId(uid, assigned) || !isInRange(uid);
}

/**
 * Changes the owner of everything in `folder`. chown(1) follows no symbolic link, even one created during the run. It changes the folder
 * itself last, so after an interruption the folder still has its earlier owner. It runs in the background because a large folder takes
 * longer than the lock's heartbeat may pause.
 */
export async function changeFolderOwner(folder: string, { uid, gid }: Owner): Promise<void> {
  await promisify(execFile)("chown", ["-R", "-P", "-h", `${uid}:${gid}`, await realpath(folder)]);
}

/**
 * IDs that no system assigns automatically: distributions, shadow-utils and systemd do not use them (systemd.io/UIDS-GIDS). They are
 * below 65,536 because a container in a user namespace has no others.
 */
const firstId = 60_800;
const lastId = 61_183;
const idCount = lastId - firstId + 1;

/**
 * Chooses a user and group ID that belongs to no account, so that no other program runs under it. The data folder's path selects the
 * first candidate, so that two data folders on one machine rarely share an ID.
 */
export function chooseUnassignedId(dataDir: string, assigned: ReadonlySet<number>): number {
  const start = createHash("sha256").update(dataDir).digest().readUInt32BE() % idCount;
  for (let offset = 0; offset < idCount; offset += 1) {
    const id = firstId + ((start + offset) % idCount);
    if (!assigned.has(id)) return id;
  }
  throw new Error(`All numbers from ${firstId} to ${lastId} belong to accounts.`);
}

/** Whether an earlier start chose this ID for a database and no account has used it since. */
export function isUnassignedId(id: number, assigned: ReadonlySet<number>): boolean {
  return isInRange(id) && !assigned.has(id);
}

export function isInRange(id: number): boolean {
  return id >= firstId && id <= lastId;
}

/** Reads the user and group IDs of all local accounts. Network directories do not use the range above. */
export async function readAssignedIds(files = ["/etc/passwd", "/etc/group"]): Promise<ReadonlySet<number>> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  // Both files use name:x:id:…, and /etc/passwd has the primary group's ID next.
  return new Set(
    texts
      .join("\n")
      .split("\n")
      .flatMap((line) => line.split(":").slice(2, 4))
      .filter((field) => /^\d+$/.test(field))
      .map(Number),
  );
}
