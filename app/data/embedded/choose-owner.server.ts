import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { chmod, readdir, stat } from "node:fs/promises";
import { nobody, type Owner } from "./run-as.server.ts";
import { chooseUnassignedId, isInRange, isUnassignedId, readAssignedIds } from "./unassigned-id.server.ts";

/**
 * Chooses the user that PostgreSQL runs as, and gives it an existing database. An ordinary user runs PostgreSQL as itself.
 * PostgreSQL refuses root; then the user that owns the database already runs it, so that a single start with sudo spoils
 * nothing. A database that belongs to root, after a restore for instance, or to nobody, as earlier releases left it, gets a
 * number that no account has: programs of nobody could read its files and memory.
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
    handOver(pgData, owner);
    await chmod(pgData, 0o700);
  }
  return owner;
}

/** A number from our own range is not kept once an account has been created with it. */
function isKept(uid: number, assigned: ReadonlySet<number>): boolean {
  if (uid === 0 || uid === nobody.uid) return false;
  return isUnassignedId(uid, assigned) || !isInRange(uid);
}

/**
 * Changes the owner of everything in `folder`. chown(1) follows no link, not even one that appears meanwhile, and changes the
 * folder itself last: after an interruption the folder still shows its earlier owner.
 */
export function handOver(folder: string, { uid, gid }: Owner): void {
  execFileSync("chown", ["-R", "-P", "-h", `${uid}:${gid}`, realpathSync(folder)], { stdio: "ignore" });
}
