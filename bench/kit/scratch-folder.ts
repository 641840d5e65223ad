import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

/** A folder below the temporary one. It is removed when the program ends, whatever ends it, or before. */
export function makeScratchFolder(): string {
  if (made.size === 0) process.once("exit", () => made.forEach(remove));
  const folder = mkdtempSync(join(tmpdir(), "practice-bench-"));
  made.add(folder);
  return folder;
}

/** Removes one that is not needed any more. */
export function removeScratchFolder(folder: string): void {
  remove(folder);
  made.delete(folder);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
