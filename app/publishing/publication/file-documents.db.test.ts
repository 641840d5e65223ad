import { expect, it } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { startReleaseReader } from "#app/publishing/releases/release-reader.server.ts";
import {
  insertRelease,
  listDocumentHashes,
  storeBodies,
  toBody,
} from "#app/publishing/releases/release-store.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { compareFiles, listFileHashes } from "./compare-files.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };

async function readDocuments() {
  const reader = await startReleaseReader({ db, log: silentLog, fileHashes: listFileHashes() });
  await reader.stop();
  return reader.inUse().documents;
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
  await compareFiles({ db, clock, log: silentLog, builtAt: new Date("2026-11-01") });
  expect(await readDocuments()).toEqual({});

  const edited = toBody(["A new disclosure."]);
  await db.transaction().execute((trx) => storeBodies(trx, [edited]));
  await publish(2, { disclosures: edited.hash });
  expect(await readDocuments()).toEqual({ disclosures: ["A new disclosure."] });

  await publish(3, {});
  expect(await readDocuments()).toEqual({});
});
