import { sql } from "kysely";
import { expect, it } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPage, aSite, setRecordedAt } from "#tests/kit/published-site.ts";
import { endOfMinute, findVersionAt, listVersions } from "./find-captures.server.ts";
import { recordSite, storeCaptures } from "./record-site.server.ts";
import { createSiteRecorder } from "./site-recorder.server.ts";
import { verifyRecord } from "./verify-record.server.ts";

const { db } = testDatabase();

const home = aPage("/", "<h1>We help owners</h1>");
const about = aPage("/about", "<h1>About us</h1>");

/** Executes a statement that the triggers reject. */
async function changeArchive(statement: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
}

const listPaths = (position: number) =>
  db.selectFrom("archiveCaptures").select("path").where("position", "=", position).orderBy("path").execute();

const site = { siteDigest: "a".repeat(64), build: undefined, release: undefined };

it("compares all pages with the archive again only after another entry", async () => {
  let now = Date.parse("2026-11-28T12:00:00Z");
  const recorder = createSiteRecorder({
    db,
    clock: { now: () => new Date(now) },
    log: silentLog,
    site: aSite([home, about]),
    build: undefined,
    searchClaims: () => Promise.resolve(undefined),
    findLatestRelease: () => Promise.resolve(undefined),
  });
  const checkAMinuteLater = async (): Promise<void> => {
    now += 60_000;
    await recorder.check();
  };
  await recorder.check();
  await checkAMinuteLater();
  // Only a comparison finds that a capture is missing.
  await changeArchive(sql`delete from archive_captures where path = ${about.path}`);
  await checkAMinuteLater();
  expect(await listPaths(2)).toEqual([]);
  await setRecordedAt(db, 1, "2026-11-28T12:00:00Z");
  const captures = await storeCaptures(db, [aPage("/", "<h1>Another home page</h1>"), about]);
  await recordSite(db, { ...site, captures });
  expect(await listPaths(2)).toEqual([{ path: "/" }, { path: "/about" }]);
  await setRecordedAt(db, 2, "2026-11-28T12:05:00Z");
  await checkAMinuteLater();
  expect(await listPaths(3)).toEqual([{ path: "/" }]);
});

it("stores what earlier captures refer to again if a failover has lost it", async () => {
  const known = await storeCaptures(db, [home, about]);
  await changeArchive(sql`delete from archive_contents where hash = ${known[0]?.textHash}`);
  const captures = await storeCaptures(db, [home, about], { known });
  expect(captures).toEqual(known);
  await recordSite(db, { ...site, captures });
  expect((await verifyRecord(db)).problems).toEqual([]);
});

it("shows the version of the previous minute, although the page has changed since", async () => {
  await recordSite(db, { ...site, captures: await storeCaptures(db, [home]) });
  await setRecordedAt(db, 1, "2026-03-01T12:00:30Z");
  const captures = await storeCaptures(db, [aPage("/", "<h1>Another home page</h1>")]);
  await recordSite(db, { ...site, siteDigest: "b".repeat(64), captures });
  await setRecordedAt(db, 2, "2026-03-01T12:01:05Z");
  const versions = await listVersions(db, home.path);
  const now = new Date("2026-03-01T12:01:20Z");
  const previousMinute = endOfMinute(new Date("2026-03-01T12:00:00Z"));
  expect(findVersionAt(versions, previousMinute, now)).toMatchObject({ position: 1 });
  expect(findVersionAt(versions, endOfMinute(now), now)).toMatchObject({ position: 2 });
});
