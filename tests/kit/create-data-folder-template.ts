import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { templateVariable } from "./data-folder-template.ts";
import { startServer } from "./running-server.ts";

/**
 * Creates a data folder with a migrated database, once for all tests of a run. Most of the first start of a server is the creation of its
 * database.
 */
export async function setup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "practice-template-"));
  const server = await startServer({ dataDir: folder });
  await server.stop();
  process.env[templateVariable] = folder;
}

export function teardown(): void {
  const folder = process.env[templateVariable];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
