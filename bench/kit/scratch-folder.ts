import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();
process.once("exit", () => made.forEach(remove));

/** Creates a temporary folder that is removed when the program exits for any reason. */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "practice-bench-"));
  made.add(folder);
  return folder;
}

/** Removes a folder before the program exits. */
export function removeScratchFolder(folder: string): void {
  remove(folder);
  made.delete(folder);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
