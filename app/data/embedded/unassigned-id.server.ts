import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/**
 * Numbers that no account gets by itself: neither distributions, shadow-utils nor systemd assign them (systemd.io/UIDS-GIDS).
 * They lie below 65,536 because a container in a user namespace has no others.
 */
const firstId = 60_800;
const lastId = 61_183;
const idCount = lastId - firstId + 1;

/**
 * Chooses a user and group number that belongs to no account, so that no other program runs under it. The data folder's path
 * selects the first candidate, so that two data folders on one machine rarely share a number.
 */
export function chooseUnassignedId(dataDir: string, assigned: ReadonlySet<number>): number {
  const start = createHash("sha256").update(dataDir).digest().readUInt32BE() % idCount;
  for (let offset = 0; offset < idCount; offset += 1) {
    const id = firstId + ((start + offset) % idCount);
    if (!assigned.has(id)) return id;
  }
  throw new Error(`All numbers from ${firstId} to ${lastId} belong to accounts.`);
}

/** Whether an earlier start chose this number for a database, and no account was created with it since. */
export function isUnassignedId(id: number, assigned: ReadonlySet<number>): boolean {
  return isInRange(id) && !assigned.has(id);
}

export function isInRange(id: number): boolean {
  return id >= firstId && id <= lastId;
}

/** The user and group numbers of all local accounts. Network directories do not use the range above. */
export async function readAssignedIds(files = ["/etc/passwd", "/etc/group"]): Promise<ReadonlySet<number>> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  // name:x:number:… in both files; /etc/passwd has the primary group's number next.
  return new Set(
    texts
      .join("\n")
      .split("\n")
      .flatMap((line) => line.split(":").slice(2, 4))
      .filter((field) => /^\d+$/.test(field))
      .map(Number),
  );
}
