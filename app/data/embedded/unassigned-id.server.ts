import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

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
