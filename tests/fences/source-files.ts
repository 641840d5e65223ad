import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The repository's root. */
export const root = resolve(import.meta.dirname, "../..");

/** Folders and files that `.gitignore` names: made by an install, a build or a start. `/build/` stands at the root alone. */
export const generated = readFileSync(resolve(root, ".gitignore"), "utf8").split("\n").filter(Boolean);

/** Paths from the root of all files that are written by people, in order. */
export const sourceFiles: readonly string[] = filesIn("");

/** Those below a folder whose name ends so. */
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
