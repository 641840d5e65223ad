import { describe, expect, it } from "vitest";
import { sealAllEvents } from "#tests/kit/seal-all-events.ts";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { verifyAudit, verifySite } from "#app/compliance/chains/verify-chains.server.ts";
import type { PublishedFile } from "#app/compliance/archive/published-site.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { recordPath, replayPath } from "#app/staff/paths/record-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { aFile, aPage, setRecordedAt } from "#tests/kit/published-site.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const now = new Date("2026-11-28T16:00:00Z");
const site = testApp({ now });

const font = aFile("/assets/font.woff2", "a font", "font/woff2");
const script = aFile("/assets/visit.js", "alert(1)", "text/javascript; charset=utf-8");
const pdf = aFile("/brochure.pdf", "%PDF-1.7", "application/pdf");
const about = (text: string): PublishedFile =>
  aPage(
    "/about",
    `<style>@font-face{src:url(/assets/font.woff2)}</style><p>${text}</p><a href="/">Home</a>
    <a href="https://other.example.net/">Elsewhere</a><a href="/brochure.pdf">Brochure</a>
    <script src="/assets/visit.js"></script>`,
    "About us",
  );
const home = aPage("/", "<p>Welcome</p>", "Home");
const files = [font, script, pdf];

/** Publishes releases, each at a time in the past. Returns the hash of the last entry. */
async function publish(
  ...releases: readonly { at: string; pages: readonly PublishedFile[] }[]
): Promise<void> {
  for (const [index, { at, pages }] of releases.entries()) {
    const captures = await storeCaptures(site.db, [...pages, ...files]);
    await recordSite(site.db, {
      captures,
      build: `Build ${index + 1}`,
      release: undefined,
    });
    await setRecordedAt(site.db, index + 1, at);
  }
}

const twoVersions = [
  { at: "2026-03-01T18:00:00Z", pages: [home, about("We advise owners of companies.")] },
  { at: "2026-03-05T18:00:00Z", pages: [home, about("We advise families.")] },
] as const;

const as = async (role: Role) => (await signedIn(site.db, { role })).cookie;

async function get(path: string, role: Role = "examiner"): Promise<Response> {
  return site.request(path, { headers: { cookie: await as(role) } });
}

const words = async (path: string): Promise<string> => wordsOf(await (await get(path)).text());

describe("the record", () => {
  it("names who approved the text of a page, and who changed the live event since then", async () => {
    await publish(...twoVersions);
    await site.db
      .insertInto("auditEvents")
      .values({
        at: new Date("2026-03-05T18:09:30Z"),
        action: "event-changed",
        actorKind: "staff",
        actorId: "3f0b7a52-3c1e-4f0e-9d3b-2a6f1c9d8e77",
        actorEmail: "dana@example.com",
        details: {},
      })
      .execute();
    const pages = [home, about("We advise families and owners."), ...files];
    await recordSite(site.db, {
      captures: await storeCaptures(site.db, pages),
      build: "Build 2",
      release: 2,
    });
    await setRecordedAt(site.db, 3, "2026-03-05T18:10:00Z");
    const text = await words(recordPath({ page: "/about", date: "2026-03-05", time: "12:30" }));
    const ofText = "Text of version 2 (Mar 5, 2026, 12:00 PM CST):";
    expect(text).toContain(
      `Written by ${ofText} Deployment. Before this version was captured, dana@example.com changed a live event on Mar 5, 2026, 12:09 PM CST.`,
    );
    expect(text).toContain(
      `Approved by ${ofText} Published by deployment, without an approval in this system. Since then,`,
    );
    expect(text).toContain("Entry 3 of 3, a change within the release of entry 2");
  });

  it("shows the version of a page at a minute in the firm’s time zone, and who published it", async () => {
    await publish(...twoVersions);
    const text = await words(recordPath({ page: "/about", date: "2026-03-03", time: "10:00" }));
    // Five years from the end of the fiscal year of its last publication.
    expect(text).toContain("Kept at least until Dec 31, 2031");
    expect(text).toContain("Version 1 was live from Mar 1, 2026, 12:00 PM CST to Mar 5, 2026, 12:00 PM CST.");
    expect(text).toContain("Mar 3, 2026, 10:00 AM CST · Version 1");
    expect(text).toContain("Approved by Published by deployment, without an approval in this system.");
    expect(text).toContain("Entry 1 of 2");
    const { hash } = await site.db
      .selectFrom("archiveEntries")
      .select("hash")
      .where("position", "=", 1)
      .executeTakeFirstOrThrow();
    expect(text).toContain(hash);
    expect(text).toContain(hashBytes(about("We advise owners of companies.").bytes));
  });

  it("includes what was captured in the chosen minute, and says that the page changed in it", async () => {
    await publish(...twoVersions);
    await setRecordedAt(site.db, 2, "2026-03-05T18:00:44Z");
    const at = (time: string) => words(recordPath({ page: "/about", date: "2026-03-05", time }));
    expect(await at("11:59")).toContain("Version 1 was live");
    const minute = await at("12:00");
    expect(minute).toContain("Version 2 has been live");
    expect(minute).toContain("The page changed in this minute: version 1 was live until 12:00:44 PM CST.");
    expect(minute).toContain("Captured Mar 5, 2026, 12:00:44 PM CST");
    expect(await at("12:01")).not.toContain("The page changed in this minute");
  });

  it.each([
    ["2026-02-01", "Unknown The site was first captured on Mar 1, 2026, 12:00 PM CST."],
    ["2027-01-01", "Unknown That time is in the future."],
  ])("says that the page on %s is unknown", async (date, text) => {
    await publish(...twoVersions);
    const shown = await words(recordPath({ page: "/about", date, time: "10:00" }));
    expect(shown).toContain(text);
    expect(shown).not.toContain("Page as published");
  });

  it("says that a page was not published while it was removed", async () => {
    await publish(...twoVersions, { at: "2026-03-09T18:00:00Z", pages: [home] });
    expect(await words(recordPath({ page: "/about", date: "2026-03-10", time: "10:00" }))).toContain(
      "This page was not published at that time.",
    );
    expect(await words(recordPath({ page: "/about", date: "2026-03-08", time: "10:00" }))).toContain(
      "Version 2 was live from Mar 5, 2026, 12:00 PM CST to Mar 9, 2026, 1:00 PM CDT.",
    );
  });

  it("says that nothing was captured yet", async () => {
    expect(await words("/admin/record")).toContain("Nothing has been captured yet.");
  });

  it("lists the versions with what changed, without releases that did not change the page", async () => {
    await publish(...twoVersions, {
      at: "2026-03-09T18:00:00Z",
      pages: [aPage("/", "New"), about("We advise families.")],
    });
    const text = await words(recordPath({ page: "/about" }));
    expect(text).toContain("Versions 2 in total");
    expect(text).toContain("1 word added, 3 removed.");
    expect(text).toContain("First capture of this page");
  });

  it("marks the changed words of two versions", async () => {
    await publish(...twoVersions);
    const html = await (await get(recordPath({ page: "/about", from: 1, to: 2 }))).text();
    const text = wordsOf(html);
    expect(text).toContain("Version 1 to 2: 1 passage");
    expect(html).toMatch(/<del>.*?owners.*?<\/del>/s);
    expect(html).toMatch(/<ins>.*?families.*?<\/ins>/s);
  });

  it("shows exactly the page that a form was sent from, or else the one captured at that time", async () => {
    await publish(...twoVersions);
    const first = about("We advise owners of companies.");
    const sent = Buffer.from(hashBytes(first.bytes), "hex").toString("base64url").slice(0, 22);
    const sentAt = "2026-03-06T10:00:00.000Z";
    const exact = await words(recordPath({ page: "/about", sent, sentAt }));
    expect(exact).toContain("This is the exact page from which the form was submitted. Version 1 was live");
    const other = await words(recordPath({ page: "/about", sent: "x".repeat(22), sentAt }));
    expect(other).toContain(
      "was not captured. This is the captured version that was live at that time. Version 2",
    );
  });

  it("reports hashes that do not match", async () => {
    await publish(...twoVersions);
    // Moving an entry into the past breaks its hash.
    expect(await words(recordPath({ page: "/about" }))).toContain("Integrity The hashes do not match.");
    const captures = await storeCaptures(site.db, [home, about("Third"), ...files]);
    await recordSite(site.db, { captures, build: "Build 3", release: undefined });
    expect(await words(recordPath({ page: "/about", version: 3 }))).toContain("Integrity Hashes match");
  });

  it("asks for a valid time, and shows the page as it is now", async () => {
    await publish(...twoVersions);
    const text = await words("/admin/record?page=/about&date=2026-02-30&time=25:00");
    expect(text).toContain("Enter a date like 2026-03-03 and a time like 14:05.");
    expect(text).toContain("Version 2 has been live");
  });

  it("records each viewed page once in a quarter of an hour, on the screen and in the frame", async () => {
    await publish(...twoVersions);
    const cookie = await as("examiner");
    for (const path of [
      recordPath({ page: "/about" }),
      replayPath(2, "/about"),
      recordPath({ page: "/about" }),
    ]) {
      expect((await site.request(path, { headers: { cookie } })).status).toBe(200);
    }
    const entries = await site.db
      .selectFrom("auditEvents")
      .select(["subject", "details"])
      .where("action", "=", "record-viewed")
      .execute();
    expect(entries).toMatchObject([{ subject: "page:/about", details: { entry: "2" } }]);
  });
});

describe("an examiner", () => {
  it("without access to leads finds the record, the content, the incidents, the audit log and the own account in the menu, and no leads", async () => {
    const { cookie } = await signedIn(site.db, { role: "examiner", mayViewLeads: false });
    const html = await (await site.request("/admin/record", { headers: { cookie } })).text();
    const menu = /<nav aria-label="Staff area">.*?<\/nav>/s.exec(html)?.[0] ?? "";
    const links = [...menu.matchAll(/href="([^"]*)"/g)].map(([, path]) => path);
    expect(links).toEqual([
      "/admin/record",
      "/admin/content",
      "/admin/incidents",
      "/admin/audit",
      "/admin/account",
    ]);
    expect(html).not.toContain("Search people");
    const start = await site.request("/admin", { headers: { cookie } });
    expect([start.status, start.headers.get("location")]).toEqual([302, "/admin/record"]);
  });

  it("begins with the record, even with access to leads", async () => {
    const { cookie } = await signedIn(site.db, { role: "examiner" });
    const answer = await site.request("/auth", { headers: { cookie } });
    expect(answer.headers.get("location")).toBe("/admin/record");
    const account = await site.request("/admin/account", { headers: { cookie } });
    expect(await account.text()).not.toContain("Start page");
  });
});

describe("a replayed page", () => {
  it("refers to nothing but the archive, and runs nothing", async () => {
    await publish(...twoVersions);
    const response = await get(replayPath(1, "/about"));
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none';style-src 'unsafe-inline';img-src localhost:3000/api/record/files/;font-src localhost:3000/api/record/files/;form-action 'none';base-uri 'none';frame-ancestors 'self';sandbox allow-same-origin",
    );
    const html = await response.text();
    expect(html).toContain("We advise owners of companies.");
    expect(html).toContain(`url("/api/record/files/${hashBytes(font.bytes)}")`);
    expect(html).toContain('href="/api/record/pages/1?path=%2F"');
    expect(html).not.toMatch(/<script|other\.example\.net/);
  });

  it("is not found for files, unknown paths and entries that do not exist", async () => {
    await publish(...twoVersions);
    for (const path of [
      replayPath(1, "/assets/visit.js"),
      replayPath(1, "/admin"),
      replayPath(9, "/about"),
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  it.each([
    [font, "font/woff2"],
    [pdf, "application/pdf"],
    [script, "text/plain; charset=utf-8"],
    [home, "text/plain; charset=utf-8"],
  ])("has files that run nothing", async (file, type) => {
    await publish(...twoVersions);
    const response = await get(`/api/record/files/${hashBytes(file.bytes)}`);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(Buffer.from(await response.arrayBuffer()).equals(file.bytes)).toBe(true);
  });
});

describe("the package of the site", () => {
  const post = async (path: string, role: Role = "examiner"): Promise<Response> =>
    site.request(path, {
      method: "POST",
      headers: { cookie: await as(role), "sec-fetch-site": "same-origin" },
    });

  it("contains the site at the chosen time, the registers, the chain and the verifier, and is recorded", async () => {
    await publish(...twoVersions);
    const hold = { reason: "Inquiry 12", placedAt: now, placedBy: "ruth@example.com" };
    await site.db.insertInto("legalHolds").values(hold).execute();
    const html = await (await get(recordPath({ page: "/about", date: "2026-03-03", time: "10:00" }))).text();
    const path = /action="(\/api\/record\/packages[^"]*)"/.exec(html)?.[1] ?? "";
    const response = await post(path.replaceAll("&amp;", "&"));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toContain("website-2026-03-03.zip");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const zip = Buffer.from(await response.arrayBuffer());
    // The files are stored without compression.
    for (const name of [
      "captured/about/index.html",
      "site/index.html",
      "chain.json",
      "verify.mjs",
      "index.html",
      "claims.json",
      "registers.json",
      "Inquiry 12",
    ]) {
      expect(zip.includes(name)).toBe(true);
    }
    expect(zip.includes("We advise owners of companies.")).toBe(true);
    expect(zip.includes("We advise families.")).toBe(false);
    const audit = await site.db
      .selectFrom("auditEvents")
      .select(["actorKind", "details"])
      .where("action", "=", "record-exported")
      .execute();
    const manifest = expect.stringMatching(/^[0-9a-f]{64}$/) as string; // the library's type is `any`
    const details = { entry: 1, at: "2026-03-03T16:00:59.999Z", manifest };
    expect(audit).toEqual([{ actorKind: "staff", details }]);
  });

  it.each([
    ["examiner", true],
    ["staff", false],
  ] as const)(
    "contains complaints and incidents only for roles that may read them: %s",
    async (role, has) => {
      await publish(...twoVersions);
      const incident = {
        kind: "complaint",
        discoveredOn: "2026-03-02",
        description: "A late reply",
      } as const;
      await site.db
        .insertInto("incidents")
        .values({ ...incident, openedAt: now, openedBy: "ruth@example.com" })
        .execute();
      const zip = Buffer.from(await (await post("/api/record/packages/2", role)).arrayBuffer());
      expect(zip.includes("A late reply")).toBe(has);
      expect(zip.includes("registers.json")).toBe(true);
    },
  );

  it.each(["0", "99", "x", "1.5"])("of entry %s does not exist", async (position) => {
    await publish(...twoVersions);
    expect((await post(`/api/record/packages/${position}`)).status).toBe(404);
  });

  it("does not say that an entry was published after the next one, or in the future", async () => {
    await publish(...twoVersions);
    const download = async (entry: number) => {
      const response = await post(`/api/record/packages/${entry}?at=2090-01-01T00:00:00.000Z`);
      return response.headers.get("content-disposition");
    };
    expect(await download(1)).toContain("website-2026-03-05.zip");
    expect(await download(2)).toContain(`website-${dayIn("America/Chicago", now)}.zip`);
  });

  it("has the time of its entry if the URL has an earlier one or none", async () => {
    await publish(...twoVersions);
    for (const query of ["", "?at=2020-01-01T00:00:00.000Z", "?at=x"]) {
      const response = await post(`/api/record/packages/2${query}`);
      expect(response.headers.get("content-disposition")).toContain("website-2026-03-05.zip");
    }
  });
});

describe("the integrity of the record", () => {
  it("is described with the last hash of both chains and the result of the last verification", async () => {
    await publish({ at: "2026-03-01T18:00:00Z", pages: [home] });
    const empty = await words("/admin/record");
    expect(empty).toContain("Not verified yet");
    expect(empty).toContain("Nothing is recorded yet.");

    await sealAllEvents(site.db);
    await verifyAudit(site.db);
    const text = await words("/admin/record");
    const link = await site.db.selectFrom("auditLinks").selectAll().executeTakeFirstOrThrow();
    const entry = await site.db.selectFrom("archiveEntries").selectAll().executeTakeFirstOrThrow();
    expect(text).toContain("Entry 1, Mar 1, 2026, 12:00 PM CST");
    expect(text).toContain(entry.hash);
    expect(text).toContain("Link 1, ");
    expect(text).toContain(link.hash);
    expect(text).toContain("No changes found");
  });

  it("names the first place that does not match", async () => {
    // The test changes the time of the entry, as an administrator could.
    await publish({ at: "2026-03-01T18:00:00Z", pages: [home] });
    await verifySite(site.db);
    const text = await words("/admin/record");
    expect(text).toContain("1 problem found");
    expect(text).toContain("Entry 1: its hash is not that of its time");
    expect(text).toContain("Keep the database as it is");
  });
});
