import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The repository's root. */
export const root = resolve(import.meta.dirname, "../..");

/** Patterns in `.gitignore`: files created by an install, a build or a start. `/build/` matches only at the root. */
export const generated = readFileSync(resolve(root, ".gitignore"), "utf8").split("\n").filter(Boolean);

/** Sorted paths of all files that are not generated, relative to the root. */
export const sourceFiles: readonly string[] = filesIn("");

/** Returns the source files in a folder, at any depth, that match an ending. */
export function filesBelow(folder: string, ending: RegExp): string[] {
  return sourceFiles.filter((file) => file.startsWith(`${folder}/`) && ending.test(file));
}

export function readSource(path: string): string {
  return readFileSync(resolve(root, path), "utf8");
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(resolve(root, folder), { withFileTypes: true });
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}${entry.name}`;
      if (entry.name === ".git" || isGenerated(path, entry.name)) return [];
      return entry.isDirectory() ? filesIn(`${path}/`) : [path];
    });
}

function isGenerated(path: string, name: string): boolean {
  return generated.some((line) => {
    const plain = line.replace(/\/$/, "");
    return plain.startsWith("/") ? plain === `/${path}` : plain === name;
  });
}
