import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

/** The repository's root. */
export const root = resolve(import.meta.dirname, "../..");

/** Paths of all files below a folder of the repository whose name ends so, from its root; none where there is no folder. */
export async function filesBelow(folder: string, ending: RegExp): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes("node_modules/"))
    .toSorted();
}
