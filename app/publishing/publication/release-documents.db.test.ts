import { expect, it } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { startReleaseReader } from "#app/publishing/releases/release-reader.server.ts";
import {
  insertRelease,
  listDocumentHashes,
  storeBodies,
  toBody,
} from "#app/publishing/releases/release-store.server.ts";
import { afterResult } from "#tests/kit/after-result.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { compareFiles, listFileHashes } from "./compare-files.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };

const fileDeps = { db, clock, log: silentLog, builtAt: new Date("2026-11-01") };

async function readDocuments() {
  const reader = await startReleaseReader({ db, log: silentLog, fileHashes: listFileHashes() });
  await reader.stop();
  return reader.inUse().documents;
}

/** @returns the hash of the document */
async function store(document: unknown): Promise<string> {
  const body = toBody(document);
  await storeBodies(db, [body]);
  return body.hash;
}

/** Publishes a release with the documents of the first one, except for some. */
async function publish(number: number, changes: Readonly<Record<string, string>>): Promise<void> {
  const hashes = new Map([...(await listDocumentHashes(db, 1)), ...Object.entries(changes)]);
  const approval = { author: "ruth@example.com", approver: "daniel@example.com", reason: "Clearer" };
  await db
    .transaction()
    .execute((trx) =>
      insertRelease(
        trx,
        { ...approval, number, publishedAt: clock.now(), kind: "change", restores: null },
        hashes,
      ),
    );
}

it("a release has only the documents that differ from the files, and an edited one until it is as in its file again", async () => {
  await compareFiles(fileDeps);
  expect(await readDocuments()).toEqual({});

  await publish(2, { disclosures: await store(["A new disclosure."]) });
  expect(await readDocuments()).toEqual({ disclosures: ["A new disclosure."] });

  await publish(3, {});
  expect(await readDocuments()).toEqual({});
});

it("a server does not start with a published document that this build rejects, and a running one keeps the release before it", async () => {
  await compareFiles(fileDeps);
  const running = await startReleaseReader({ db, log: silentLog, fileHashes: listFileHashes() });
  await running.stop();
  await publish(2, { disclosures: await store({ wrong: true }) });
  await expect(running.refresh()).rejects.toThrow(StartupProblem);
  expect(running.inUse().number).toBe(1);
  await expect(readDocuments()).rejects.toThrow(
    "Release 2 of the site does not fit this version of the program, which requires other fields in: disclosures.",
  );
});

it("a rejected release is read and logged once, and the next one is used", async () => {
  await compareFiles(fileDeps);
  const events: string[] = [];
  const log = { ...silentLog, error: (event: string) => events.push(event) };
  const reader = await startReleaseReader({ db, log, fileHashes: listFileHashes() });
  await reader.stop();
  await publish(2, { disclosures: await store({ wrong: true }) });
  await expect(reader.refresh()).rejects.toThrow("Release 2");
  await expect(reader.refresh()).rejects.toThrow("Release 2");
  expect(events).toEqual(["release.document_invalid"]);
  await publish(3, {});
  await reader.refresh();
  expect(reader.inUse().number).toBe(3);
});

it("a slow refresh does not replace a newer release that another one has read", async () => {
  await compareFiles(fileDeps);
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isSlow = false;
  const delayed = afterResult("content_release_documents", async () => {
    if (!isSlow) return;
    isSlow = false;
    reached.resolve();
    await released.promise;
  });
  const reader = await startReleaseReader({
    db: db.withPlugin(delayed),
    log: silentLog,
    fileHashes: listFileHashes(),
  });
  await reader.stop();
  await publish(2, { disclosures: await store(["A new disclosure."]) });
  isSlow = true;
  const slow = reader.refresh();
  await reached.promise;
  await publish(3, {});
  const later = reader.refresh();
  await Promise.race([later, new Promise((resolve) => setTimeout(resolve, 200))]);
  released.resolve();
  await Promise.all([slow, later]);
  expect(reader.inUse().number).toBe(3);
});

it("a document that this build no longer has does not prevent the start", async () => {
  await compareFiles(fileDeps);
  await publish(2, { removedDocument: await store({ title: "Removed" }) });
  expect(await readDocuments()).toEqual({});
});
