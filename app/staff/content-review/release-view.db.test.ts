import { sql } from "kysely";
import { expect, it } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { fileRelease } from "#app/publishing/releases/release.ts";
import { siteDocuments } from "#app/publishing/documents/site-documents.server.ts";
import { aStaffSession } from "#tests/kit/a-staff-session.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { storeNextRelease } from "#tests/kit/stored-release.ts";
import { viewRelease } from "./release-view.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };
const { staff } = aStaffSession();
const unused = () => Promise.reject(new Error("No claims are searched."));
const publishing = {
  inUse: () => fileRelease,
  refresh: unused,
  captureRelease: unused,
  renderWith: unused,
  findClaims: unused,
  requiresSecondPerson: false,
};

async function listTitles(list: "changes" | "restoring", release: number): Promise<string[] | undefined> {
  const view = await viewRelease({ db, clock, log: silentLog, publishing }, release, staff);
  return view?.[list].map(({ title }) => title);
}

it("restoring a release is not shown to remove documents that a later build added, because they are kept", async () => {
  await compareFiles({ db, clock, log: silentLog, builtAt: new Date("2026-11-01") });
  const isHome = sql<boolean>`document = 'home'`;
  // As a build without this document left it.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.deleteFrom("contentReleaseDocuments").where(isHome).execute();
    await trx.deleteFrom("contentFiles").where(isHome).execute();
  });
  await compareFiles({ db, clock, log: silentLog, builtAt: new Date("2026-11-20") });
  expect(await listTitles("changes", 2)).toEqual([siteDocuments.home.title]);
  expect(await listTitles("restoring", 1)).toEqual([]);

  await storeNextRelease(db, clock.now());
  expect(await listTitles("restoring", 1)).toEqual([siteDocuments.disclosures.title]);
});
