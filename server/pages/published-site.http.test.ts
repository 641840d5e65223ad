import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { createSiteRecorder } from "#app/compliance/archive/site-recorder.server.ts";
import { verifyRecord } from "#app/compliance/archive/verify-record.server.ts";
import { formTokenPlaceholder } from "#app/pages/delivery/form-token-placeholder.ts";
import { formPaths } from "#app/pages/form-paths.ts";
import { pages } from "#app/pages/registry.ts";
import { indexedPages } from "#app/pages/site-files/site-files.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { findLatestRelease } from "#app/publishing/releases/release-store.server.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";

/** One minute before the new year in the firm's time zone. */
const lastMinute = new Date("2026-01-01T05:59:00Z");
const options = { now: lastMinute };
const site = testApp(options);
beforeEach(async () => {
  options.now = lastMinute;
  // The event of the previous test was deleted.
  await site.refreshEvents();
});

/** Headers of a response that depend on the encoding or the version. */
const uncaptured = ["etag", "vary", "content-encoding", "content-length", "date"];

/** A token that the server inserted. */
const formToken = /\d{4}-\d\d-\d\d_[\w-]{22}\.[\w-]{20}\.[\w-]{24}/g;

/** Pages are captured at most once a minute by the database's clock. */
async function backdateEntries(): Promise<void> {
  await site.db.transaction().execute(async (trx) => {
    // The triggers reject changes.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update archive_entries set recorded_at = recorded_at - interval '2 minutes'`.execute(trx);
  });
}

describe("the captured site", () => {
  it("contains every indexed page, the other public pages and the files that they use", async () => {
    const files = await site.site().render();
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(indexedPages().map(({ path }) => path)));
    expect(paths).toEqual(
      expect.arrayContaining([
        "/404",
        "/compliance-dashboard",
        "/linkedin-live-signup/registered",
        "/llms.txt",
      ]),
    );
    expect(paths.filter((path) => path.endsWith(".pdf"))).toHaveLength(1);
    for (const type of [/^\/assets\/literata.*\.woff2$/, /^\/assets\/visit-.*\.js$/, /^\/assets\/.*\.svg$/]) {
      expect(paths.filter((path) => type.test(path)).length).toBeGreaterThan(0);
    }
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => /^\/(?:admin|auth|api)/.test(path))).toEqual([]);
  });

  it("has the bytes and headers of the responses that visitors get", async () => {
    for (const { path, status, headers, bytes, isPage } of await site.site().render()) {
      const response = await site.request(path);
      expect([path, response.status]).toEqual([path, status]);
      const sent = Object.fromEntries([...response.headers].filter(([name]) => !uncaptured.includes(name)));
      expect(sent).toEqual(headers);
      const body = Buffer.from(await response.arrayBuffer());
      const withoutToken = isPage
        ? Buffer.from(body.toString("utf8").replaceAll(formToken, formTokenPlaceholder))
        : body;
      expect(withoutToken.equals(bytes)).toBe(true);
    }
  });

  it("is the same each time", async () => {
    expect(await site.site().render()).toEqual(await site.site().render());
  });

  it("contains nothing of the people who sent forms, and no token", async () => {
    const person = {
      name: "Ada Byronsdottir",
      email: "ada.byronsdottir@example.com",
      phone: "(773) 555-0142",
    };
    const token = site.formToken(pages.eventSignup.path);
    await site.postForm(pages.eventSignup.path, { ...person, questions: "A question about Zanzibar" });
    const stored = await site.db.selectFrom("linkedinLiveSignups").select("email").execute();
    expect(stored).toEqual([{ email: person.email }]);
    for (const { path, bytes, headers } of await site.site().render()) {
      const text = `${Buffer.from(bytes).toString("latin1")} ${JSON.stringify(headers)}`;
      for (const value of [...Object.values(person), "Zanzibar", token, "nonce-", "Set-Cookie"]) {
        expect([path, text.includes(value)]).toEqual([path, false]);
      }
      expect(text).not.toMatch(formToken);
    }
  });
});

describe("the archive of the site", () => {
  const clock = { now: () => options.now };
  const aRecorder = () =>
    createSiteRecorder({
      db: site.db,
      clock,
      log: silentLog,
      site: site.site(),
      searchClaims: () => Promise.resolve(undefined),
      findLatestRelease,
    });

  /** Waits until a change has settled, and returns the paths of the last state. */
  async function settle(recorder: ReturnType<typeof aRecorder>): Promise<string[]> {
    await backdateEntries();
    await site.refreshEvents();
    for (let check = 0; check < 3; check += 1) {
      options.now = new Date(options.now.getTime() + 15_000);
      await recorder.check();
    }
    const { rows } = await sql<{ path: string }>`
      select path from archive_captures where position = (
        select max(position) from archive_entries where kind = 'state'
      ) order by path`.execute(site.db);
    return rows.map(({ path }) => path);
  }

  it("contains one release, although two servers start at the same time @long", async () => {
    await Promise.all([aRecorder().check(), aRecorder().check()]);
    const entries = await site.db.selectFrom("archiveEntries").select("kind").execute();
    expect(entries).toEqual([{ kind: "release" }]);
    expect((await verifyRecord(site.db)).problems).toEqual([]);
  });

  it("records a new event on all pages that announce it, and a sign-up on those that count seats", async () => {
    options.now = new Date("2026-01-10T12:00:00Z");
    const recorder = aRecorder();
    await recorder.check();
    const event = await site.db
      .insertInto("events")
      .values(anEvent())
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await settle(recorder)).toEqual(expect.arrayContaining(["/", "/about", pages.eventSignup.path]));
    await site.db.updateTable("events").set({ seatsTaken: 1, lastPlaceNumber: 1 }).execute();
    // The event has a page of its own besides the general one.
    const own = `${formPaths.eventOnDate}/${event.id}`;
    expect(await settle(recorder)).toEqual(["/", pages.eventSignup.path, own]);
  });

  it("records the pages of an event when it is canceled, and when it no longer exists @long", async () => {
    options.now = new Date("2026-01-10T12:00:00Z");
    const { id } = await site.db
      .insertInto("events")
      .values(anEvent())
      .returning("id")
      .executeTakeFirstOrThrow();
    await site.refreshEvents();
    const recorder = aRecorder();
    await recorder.check();
    const eventPage = pages.eventSignup.eventPattern.replace(":eventId", id);
    const readTitles = async (): Promise<string[]> => {
      const { rows } = await sql<{ title: string }>`
        select title from archive_captures where path = ${eventPage} order by position`.execute(site.db);
      return rows.map(({ title }) => title);
    };
    await site.db.updateTable("events").set({ state: "cancelled" }).execute();
    await settle(recorder);
    expect(await readTitles()).toHaveLength(2);
    await site.db.deleteFrom("events").execute();
    await settle(recorder);
    const titles = await readTitles();
    expect(titles).toHaveLength(3);
    expect(titles.at(-1)).toContain(pages.notFound.title);
  });

  it("records the figures of a new tax year as a state @long", async () => {
    const recorder = aRecorder();
    await recorder.check();
    expect(await settle(recorder)).toEqual([]);
    options.now = new Date(lastMinute.getTime() + 60_000);
    const changed = await settle(recorder);
    expect(changed).toEqual(expect.arrayContaining(["/tax-strategies", "/faqs"]));
    expect(changed).not.toContain("/reviews");
  });
});
