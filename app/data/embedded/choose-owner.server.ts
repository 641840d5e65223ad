import { execFile } from "node:child_process";
import { chmod, readdir, realpath, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { nobody, type Owner } from "./run-as.server.ts";
import { chooseUnassignedId, isInRange, isUnassignedId, readAssignedIds } from "./unassigned-id.server.ts";

/**
 * Chooses the user that PostgreSQL runs as and makes it the owner of an existing database. An ordinary user runs PostgreSQL as itself.
 * PostgreSQL refuses to run as root, so root starts it as the current owner of the database. A single start with sudo therefore changes
 * nothing. A database owned by root (after a restore) or by nobody (earlier releases) gets an unassigned user ID. Other processes of
 * nobody could otherwise read its files and memory.
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
    await handOver(pgData, owner);
    await chmod(pgData, 0o700);
  }
  return owner;
}

/** An ID from the reserved range is replaced once an account uses it. */
function isKept(uid: number, assigned: ReadonlySet<number>): boolean {
  if (uid === 0 || uid === nobody.uid) return false;
  return isUnassignedId(uid, assigned) || !isInRange(uid);
}

/**
 * Changes the owner of everything in `folder`. chown(1) follows no symbolic link, even one created during the run. It changes the folder
 * itself last, so after an interruption the folder still has its earlier owner. It runs in the background because a large folder takes
 * longer than the lock's heartbeat may pause.
 */
export async function handOver(folder: string, { uid, gid }: Owner): Promise<void> {
  await promisify(execFile)("chown", ["-R", "-P", "-h", `${uid}:${gid}`, await realpath(folder)]);
}
