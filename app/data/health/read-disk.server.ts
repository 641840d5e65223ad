import { statfs } from "node:fs/promises";
import type { DiskSpace } from "#app/platform/health.ts";

/** The disk of the embedded database. @returns undefined without one, and if it cannot be read */
export async function readDisk(dataDir: string | undefined): Promise<DiskSpace | undefined> {
  if (dataDir === undefined) return undefined;
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
