import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPage, aSite, setRecordedAt } from "#tests/kit/published-site.ts";
import { hashEntry } from "./entry-hash.server.ts";
import { endOfMinute, findVersionAt, listVersions } from "./find-captures.server.ts";
import { recordPublication, recordSite, storeCaptures } from "./record-site.server.ts";
import { createSiteRecorder } from "./site-recorder.server.ts";
import { loadCaptures, verifyRecord } from "./verify-record.server.ts";

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

const site = { build: "Version 1", release: undefined };

it("compares all pages with the archive again only after another entry", async () => {
  let now = Date.parse("2026-11-28T12:00:00Z");
  const recorder = createSiteRecorder({
    db,
    clock: { now: () => new Date(now) },
    log: silentLog,
    site: aSite([home, about], site.build),
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
  await recordSite(db, { ...site, release: 1, captures });
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

it("verifies entries that contain a digest of the site, as earlier releases wrote them", async () => {
  await recordSite(db, { ...site, captures: await storeCaptures(db, [home]) });
  const { hash: _, ...entry } = await db.selectFrom("archiveEntries").selectAll().executeTakeFirstOrThrow();
  const siteDigest = "a".repeat(64);
  const setDigest = (hash: string) =>
    changeArchive(sql`update archive_entries set site_digest = ${siteDigest}, hash = ${hash}`);
  await setDigest(hashEntry({ ...entry, siteDigest }, await loadCaptures(db, 1)));
  expect((await verifyRecord(db)).problems).toEqual([]);
  await setDigest(hashEntry(entry, await loadCaptures(db, 1)));
  expect((await verifyRecord(db)).problems).toHaveLength(1);
});

describe("servers of two builds", () => {
  const earlier = { build: "Version 1", release: 1 };
  const approval = { author: "ann@example.com", approver: "ruth@example.com", reason: "A correction" };
  const changed = aPage("/", "<h1>Another home page</h1>");
  const listEntries = () =>
    db
      .selectFrom("archiveEntries")
      .select(["kind", "release", "build", "author"])
      .orderBy("position")
      .execute();

  /** A server of the earlier build, and one of the newer build that has just started. */
  async function deploy(): Promise<void> {
    const captures = await storeCaptures(db, [home, about]);
    await recordSite(db, { ...earlier, release: undefined, captures });
    await recordSite(db, { build: "Version 2", release: undefined, captures });
  }

  async function publish(build: string): Promise<void> {
    const captures = await storeCaptures(db, [changed, about]);
    await db.transaction().execute((trx) => recordPublication(trx, { captures, build, approval }));
  }

  it("have a release each, although their pages are the same, and the earlier one records no more", async () => {
    await deploy();
    const captures = await storeCaptures(db, [changed, about]);
    expect(await recordSite(db, { ...earlier, captures })).toMatchObject({ isSuperseded: true });
    expect(await listEntries()).toMatchObject([
      { kind: "release", build: "Version 1" },
      { kind: "release", build: "Version 2" },
    ]);
  });

  it("record what the newer one sends immediately when the earlier one publishes content", async () => {
    await deploy();
    await publish("Version 1");
    const captures = await storeCaptures(db, [changed, about]);
    await recordSite(db, { build: "Version 2", release: 2, captures });
    expect(await recordSite(db, { ...earlier, captures })).toMatchObject({ isSuperseded: true });
    expect((await listEntries()).slice(2)).toMatchObject([
      { kind: "release", build: "Version 1", author: "ann@example.com" },
      { kind: "release", build: "Version 2", author: "deployment" },
    ]);
  });

  it("have a release each, although the newer one publishes content before it is recorded", async () => {
    await recordSite(db, {
      ...earlier,
      release: undefined,
      captures: await storeCaptures(db, [home, about]),
    });
    await publish("Version 2");
    const captures = await storeCaptures(db, [changed, about]);
    await recordSite(db, { build: "Version 2", release: undefined, captures });
    expect(await recordSite(db, { ...earlier, captures })).toMatchObject({ isSuperseded: true });
    expect((await listEntries()).slice(1)).toMatchObject([
      { build: "Version 2", author: "ann@example.com" },
      { build: "Version 2", author: "deployment" },
    ]);
  });

  it("share the release that a server of the same build has published", async () => {
    await deploy();
    await publish("Version 2");
    const captures = await storeCaptures(db, [changed, about]);
    const running = await recordSite(db, { build: "Version 2", release: 2, captures });
    const started = await recordSite(db, { build: "Version 2", release: undefined, captures });
    for (const outcome of [running, started]) {
      expect(outcome).toMatchObject({ release: 3, recorded: undefined, isSuperseded: false });
    }
  });
});

it("shows the version of the previous minute, although the page has changed since", async () => {
  await recordSite(db, { ...site, captures: await storeCaptures(db, [home]) });
  await setRecordedAt(db, 1, "2026-03-01T12:00:30Z");
  const captures = await storeCaptures(db, [aPage("/", "<h1>Another home page</h1>")]);
  await recordSite(db, { ...site, build: "Version 2", captures });
  await setRecordedAt(db, 2, "2026-03-01T12:01:05Z");
  const versions = await listVersions(db, home.path);
  const now = new Date("2026-03-01T12:01:20Z");
  const previousMinute = endOfMinute(new Date("2026-03-01T12:00:00Z"));
  expect(findVersionAt(versions, previousMinute, now)).toMatchObject({ position: 1 });
  expect(findVersionAt(versions, endOfMinute(now), now)).toMatchObject({ position: 2 });
});
