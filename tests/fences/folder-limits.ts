import { dirname } from "node:path/posix";
import { folderLimits } from "../../fences.config.ts";

/**
 * Finds folders with too many files, and folders inside a topic of an area.
 * @param files paths from the root of the repository
 * @returns a sentence for each violation
 */
export function findFolderViolations(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter(isCounted)) {
    const folder = dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => [
    ...(count > folderLimits.maxFiles && !Object.hasOwn(folderLimits.uniform, folder)
      ? [`${folder} has ${count} files: split it by subject`]
      : []),
    ...(/^app(\/[^/]+){3}/.test(folder) ? [`${folder} is a folder inside a topic`] : []),
  ]);
}

function isCounted(file: string): boolean {
  const isProduct = folderLimits.roots.some((root) => file.startsWith(`${root}/`));
  return isProduct && !/\.test\.tsx?$|\/tests\/|\/README\.md$/.test(file);
}
