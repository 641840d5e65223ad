import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "#app/platform/clock.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aFile, aPage, aSite } from "#tests/kit/published-site.ts";
import { hashBytes } from "./entry-hash.server.ts";
import { findPositionAt, findVersionAt, listVersions } from "./find-captures.server.ts";
import { createRecordingStatus } from "./recording-status.ts";
import { createSiteRecorder, startSiteRecorder } from "./site-recorder.server.ts";
import { verifyRecord } from "./verify-record.server.ts";

const { db, pool } = testDatabase();

const style = aFile("/assets/font.woff2", "a font", "font/woff2");
const home = aPage("/", "<h1>We help owners</h1>");
const about = aPage("/about", "<h1>About us</h1>");

/** The latest release of content on any server. The pages of the tests are of an earlier one. */
let latestRelease: number | undefined;

/** A server that publishes a site. Its clock advances only when a test says so. */
function aServer(site: ReturnType<typeof aSite>, log: Log = silentLog) {
  let now = Date.parse("2026-11-28T12:00:00Z");
  const clock = { now: () => new Date(now) };
  const recorder = createSiteRecorder({
    db,
    clock,
    log,
    site,
    searchClaims: () => Promise.resolve(undefined),
    findLatestRelease: () => Promise.resolve(latestRelease),
  });
  return {
    site,
    async check(afterSeconds = 0): Promise<void> {
      now += afterSeconds * 1_000;
      await recorder.check();
    },
  };
}

const nextBuild = "Version 0.2.0";

/** Moves all entries into the past, so that pages can be captured again. */
async function backdate(seconds: number): Promise<void> {
  await changeArchive(
    sql`update archive_entries set recorded_at = recorded_at - make_interval(secs => ${seconds})`,
  );
}

async function changeArchive(statement: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Disables the triggers that reject changes.
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
}

const listEntries = () =>
  db
    .selectFrom("archiveEntries")
    .select(["position", "kind", "release", "reason"])
    .orderBy("position")
    .execute();

const listPaths = (position: number) =>
  db.selectFrom("archiveCaptures").select("path").where("position", "=", position).orderBy("path").execute();

describe("the archive", () => {
  it("records a release with every page and file when a build starts for the first time", async () => {
    await aServer(aSite([home, about, style])).check();
    expect(await db.selectFrom("archiveEntries").selectAll().execute()).toMatchObject([
      {
        position: 1,
        kind: "release",
        release: 1,
        author: "deployment",
        approver: "deployment",
        reason: "Deployment of a new build or other settings",
        build: "Version 0.1.0",
        previousHash: null,
      },
    ]);
    expect(await listPaths(1)).toEqual([{ path: "/" }, { path: "/about" }, { path: "/assets/font.woff2" }]);
  });

  it("records nothing when the same build starts again, and nothing while nothing changes", async () => {
    await aServer(aSite([home, style])).check();
    const restarted = aServer(aSite([home, style]));
    await restarted.check();
    await restarted.check(3_600);
    expect(await listEntries()).toHaveLength(1);
  });

  it("stores equal content once across pages and releases", async () => {
    await aServer(aSite([home, about, style])).check();
    const before = await countContents();
    await aServer(aSite([home, aPage("/about", "<h1>About the firm</h1>"), style], nextBuild)).check();
    // One page with its words; the response is the same.
    expect((await countContents()) - before).toBe(2);
    expect(await listEntries()).toMatchObject([{ kind: "release" }, { kind: "release", release: 2 }]);
  });

  it("records a change of the live event as a state that lists only the changed pages", async () => {
    const server = aServer(aSite([home, about, style]));
    await server.check();
    await backdate(120);
    server.site.files = [aPage("/", "<h1>99 seats left</h1>"), about, style];
    server.site.currentStamp = "second";
    await server.check(15);
    await server.check(15);
    expect(await listEntries()).toEqual([
      { position: 1, kind: "release", release: 1, reason: "Deployment of a new build or other settings" },
      {
        position: 2,
        kind: "state",
        release: 1,
        reason: "Change of the live event or the date",
      },
    ]);
    expect(await listPaths(2)).toEqual([{ path: "/" }]);
  });

  it("records a page that is removed without a new build as the not-found page, once", async () => {
    const notFound = { ...aPage("/404", "<h1>Not found</h1>"), status: 404 };
    const server = aServer(aSite([home, about, style, notFound]));
    await server.check();
    await backdate(120);
    server.site.files = [home, style, notFound];
    server.site.currentStamp = "second";
    await server.check(15);
    await server.check(15);
    expect(await listPaths(2)).toEqual([{ path: "/about" }]);
    const hashes = await db.selectFrom("archiveCaptures").select(["path", "contentHash"]).execute();
    const hashOf = (path: string) => hashes.findLast((capture) => capture.path === path)?.contentHash;
    expect(hashOf("/about")).toBe(hashOf("/404"));

    await backdate(120);
    server.site.files = [home, style, { ...aPage("/404", "<h1>Nothing here</h1>"), status: 404 }];
    server.site.currentStamp = "third";
    await server.check(15);
    await server.check(15);
    expect(await listPaths(3)).toEqual([{ path: "/404" }]);
  });

  it("captures a page at most once a minute, and finally in its last state", async () => {
    const server = aServer(aSite([home]));
    await server.check();
    for (let seats = 100; seats > 0; seats -= 1) {
      server.site.files = [aPage("/", `<h1>${seats} seats left</h1>`)];
      server.site.currentStamp = `${seats} seats`;
      await server.check(1);
    }
    // Changing within a minute of the release.
    expect(await listEntries()).toHaveLength(1);
    await backdate(61);
    await server.check(15);
    await server.check(15);
    expect(await listEntries()).toHaveLength(2);
    const [row] = (
      await sql<{ title: string }>`
        select content.hash as title from archive_captures as capture join archive_contents as content
          on content.hash = capture.content_hash where capture.position = 2`.execute(db)
    ).rows;
    expect(row?.title).toBe(hashBytes(aPage("/", "<h1>1 seats left</h1>").bytes));
  });

  it("waits until a state has settled, but at most a minute", async () => {
    const server = aServer(aSite([home]));
    await server.check();
    await backdate(600);
    let seats = 100;
    const change = async (seconds: number): Promise<number> => {
      seats -= 1;
      server.site.files = [aPage("/", `<h1>${seats} seats left</h1>`)];
      server.site.currentStamp = `${seats} seats`;
      await server.check(seconds);
      return (await listEntries()).length;
    };
    expect(await change(15)).toBe(1);
    expect(await change(15)).toBe(1);
    expect(await change(15)).toBe(1);
    expect(await change(45)).toBe(2);
  });

  it("records a release once when several servers start at the same time", async () => {
    const servers = Array.from({ length: 5 }, () => aServer(aSite([home, about, style])));
    await Promise.all(servers.map((server) => server.check()));
    expect(await listEntries()).toHaveLength(1);
    expect((await verifyRecord(db)).problems).toEqual([]);
    await backdate(120);
    for (const { site } of servers) {
      site.files = [aPage("/", "<h1>99 seats left</h1>"), about, style];
      site.currentStamp = "second";
    }
    for (let round = 0; round < 2; round += 1) await Promise.all(servers.map((server) => server.check(15)));
    expect(await listEntries()).toHaveLength(2);
  });

  it("records nothing of a server that does not show the latest content yet", async () => {
    const started = aServer(aSite([home]));
    latestRelease = 1;
    await started.check();
    expect(await listEntries()).toEqual([]);
    latestRelease = undefined;
    await started.check(15);
    expect(await listEntries()).toHaveLength(1);
  });

  it("records no states of an earlier build while servers of a newer one are running", async () => {
    const old = aServer(aSite([home]));
    await old.check();
    await aServer(aSite([aPage("/", "<h1>New words</h1>")], nextBuild)).check();
    await backdate(120);
    old.site.currentStamp = "second";
    await old.check(15);
    await old.check(15);
    expect(await listEntries()).toHaveLength(2);
  });

  it("records the earlier build again when the servers of the newer one have stopped", async () => {
    const old = aServer(aSite([home]));
    await old.check();
    await aServer(aSite([aPage("/", "<h1>New words</h1>")], nextBuild)).check();
    const stopFor = (seconds: number) =>
      sql`update archive_checks set checked_at = checked_at - make_interval(secs => ${seconds})`.execute(db);
    await stopFor(120);
    await old.check(60);
    expect(await listEntries()).toHaveLength(2);
    await stopFor(61);
    await old.check(60);
    expect(await listEntries()).toMatchObject([
      { release: 1 },
      { release: 2 },
      {
        kind: "release",
        release: 3,
        reason: "Servers of this build continue, and those of the previous release have stopped",
      },
    ]);
  });

  it.each(["archive_contents", "archive_entries", "archive_captures"])(
    "rejects every change of %s",
    async (table) => {
      await aServer(aSite([home])).check();
      for (const change of [
        `update ${table} set ${table === "archive_contents" ? "encoding = encoding" : "position = position"}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(pool.query(change)).rejects.toThrow(/archive_\w+ is append-only/);
      }
    },
  );

  it("reports how long it has failed, until it succeeds", async () => {
    let time = 0;
    const recordingStatus = createRecordingStatus(() => time);
    const site = aSite([home]);
    const render = vi.spyOn(site, "render").mockRejectedValue(new Error("The page / has the status 500."));
    const deps = { db, clock: systemClock, log: silentLog, site, recordingStatus };
    const start = () =>
      startSiteRecorder(
        {
          ...deps,
          searchClaims: () => Promise.resolve(undefined),
          findLatestRelease: () => Promise.resolve(undefined),
        },
        0,
      );
    for (const failing of [60, 120]) {
      render.mockClear();
      const recorder = start();
      await expect.poll(() => render).toHaveBeenCalled();
      await recorder.stop();
      time += 60_000;
      expect(recordingStatus.failingSeconds()).toBe(failing);
    }
    render.mockRestore();
    const recorder = start();
    await expect.poll(() => recordingStatus.failingSeconds()).toBe(0);
    await recorder.stop();
    expect(await listPaths(1)).toEqual([{ path: "/" }]);
  });

  it("confirms the site after the clock was set back, so that an earlier build does not seem to be the only one", async () => {
    const server = aServer(aSite([home]));
    await server.check();
    const confirmedAt = async () =>
      (await db.selectFrom("archiveChecks").select("checkedAt").executeTakeFirstOrThrow()).checkedAt;
    const first = await confirmedAt();
    await server.check(-86_400);
    expect((await confirmedAt()).getTime()).toBeGreaterThan(first.getTime());
  });

  it("continues after the clock was set back, and reports it", async () => {
    const error = vi.fn<Log["error"]>();
    const server = aServer(aSite([home, about, style]), { ...silentLog, error });
    await server.check();
    await backdate(-90 * 86_400);
    server.site.files = [home, aPage("/about", "<h1>Who we are</h1>"), style];
    server.site.currentStamp = "second";
    await server.check(60);
    await server.check(60);
    expect(await listPaths(2)).toEqual([{ path: "/about" }]);
    expect(error).toHaveBeenCalledWith("archive.clock_set_back", expect.objectContaining({ position: 2 }));
    expect((await verifyRecord(db)).notices).toEqual([
      "Entry 2 is dated before entry 1, so a clock was wrong.",
    ]);
  });

  it("shows the latest version now, even if a clock that was ahead dated it in the future", async () => {
    await aServer(aSite([home])).check();
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update archive_entries set recorded_at = now() + interval '2 days'`.execute(trx);
    });
    const now = new Date();
    expect(await findPositionAt(db, now, now)).toBe(1);
    expect(findVersionAt(await listVersions(db, home.path), now, now)).toMatchObject({ position: 1 });
    const before = new Date(now.getTime() - 3_600_000);
    expect(await findPositionAt(db, before, now)).toBeUndefined();
    expect(findVersionAt(await listVersions(db, home.path), before, now)).toBeUndefined();
  });
});

async function countContents(): Promise<number> {
  const { count } = await db
    .selectFrom("archiveContents")
    .select((column) => column.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

describe("the verification", () => {
  it("finds nothing in an unchanged archive", async () => {
    await aServer(aSite([home, style])).check();
    await aServer(aSite([about, style], nextBuild)).check();
    const { problems, entries, last } = await verifyRecord(db);
    expect({ problems, entries, position: last?.position }).toEqual({
      problems: [],
      entries: 2,
      position: 2,
    });
  });

  it.each([
    [
      "a changed time",
      sql`update archive_entries set recorded_at = recorded_at - interval '1 day' where position = 2`,
      "Entry 2: its hash is not",
    ],
    [
      "a changed approver",
      sql`update archive_entries set approver = 'Ruth' where position = 1`,
      "Entry 1: its hash is not",
    ],
    [
      "a removed page",
      sql`delete from archive_captures where position = 1 and path = '/'`,
      "Entry 1: its hash is not",
    ],
    [
      "a replaced page",
      sql`update archive_captures set content_hash = response_hash where position = 2 and path = '/about'`,
      "Entry 2: its hash is not",
    ],
    [
      "a removed entry",
      sql`delete from archive_entries where position = 2`,
      "Entry 3: entries before it are missing.",
    ],
    [
      "a replaced chain",
      sql`update archive_entries set previous_hash = (select hash from archive_entries where position = 3) where position = 2`,
      "Entry 2: it does not follow",
    ],
    [
      "changed bytes",
      sql`update archive_contents set encoding = 'identity', bytes = 'forged' where hash = (select content_hash from archive_captures where position = 1 and path = '/')`,
      "It is used by / in entry 1, / in entry 2, / in entry 3.",
    ],
    [
      "damaged bytes",
      sql`update archive_contents set encoding = 'br', bytes = 'damaged' where hash = (select text_hash from archive_captures where position = 2 and path = '/about')`,
      "It is used by /about in entry 2",
    ],
  ])("finds %s", async (_, change, problem) => {
    for (const build of ["Version 1", "Version 2", "Version 3"]) {
      await aServer(aSite([home, aPage("/about", `<h1>${build}</h1>`), style], build)).check();
    }
    expect((await verifyRecord(db)).problems).toEqual([]);
    await changeArchive(change);
    expect((await verifyRecord(db)).problems.join("\n")).toContain(problem);
  });
});
