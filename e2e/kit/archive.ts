import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { findContent } from "#app/compliance/archive/content-store.server.ts";
import {
  findFirstCapture,
  findRange,
  listSite,
  listVersions,
  readResponse,
} from "#app/compliance/archive/find-captures.server.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import { withDatabase } from "./database.ts";

/** Waits until the server has captured its site, a few seconds after its start. */
export async function waitForFirstCapture(): Promise<void> {
  await expect.poll(() => withDatabase(({ db }) => findFirstCapture(db)), { timeout: 25_000 }).toBeDefined();
}

/**
 * Records a release that differs from the latest one in the words of a page, as a server with another build would.
 * @returns the number of the new version
 */
export async function publishChange(path: string, from: string, to: string): Promise<number> {
  return withDatabase(async ({ db }) => {
    const range = await findRange(db);
    const files = [];
    let changed = "";
    for (const capture of await listSite(db, range?.last ?? 0)) {
      const bytes = (await findContent(db, capture.contentHash)) ?? Buffer.alloc(0);
      const own = capture.path === path ? Buffer.from(bytes.toString("utf8").replaceAll(from, to)) : bytes;
      if (capture.path === path) changed = hashBytes(own);
      const response = await readResponse(db, capture.responseHash);
      files.push({ ...response, path: capture.path, bytes: own, isPage: capture.title !== null });
    }
    const captures = await storeCaptures(db, files);
    await recordSite(db, {
      captures,
      build: `Version of a test ${randomUUID()}`,
      release: undefined,
    });
    const version = (await listVersions(db, path)).findLast(({ contentHash }) => contentHash === changed);
    if (version === undefined) throw new Error(`No version of ${path} has the change.`);
    return version.number;
  });
}
