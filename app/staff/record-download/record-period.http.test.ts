import { expect, test } from "vitest";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import type { PublishedFile } from "#app/compliance/archive/published-site.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { recordPath } from "#app/staff/paths/record-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { aPage, setRecordedAt } from "#tests/kit/published-site.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp({ now: new Date("2026-11-28T16:00:00Z") });

const owners = aPage("/about", "<p>We advise owners of companies.</p>");
const families = aPage("/about", "<p>We advise families.</p>");

async function publish(position: number, page: PublishedFile, at: string): Promise<void> {
  const captures = await storeCaptures(site.db, [page]);
  await recordSite(site.db, { captures, build: `Build ${position}`, release: undefined });
  await setRecordedAt(site.db, position, at);
}

async function publishTwo(): Promise<void> {
  await publish(1, owners, "2026-03-01T18:00:00Z");
  await publish(2, families, "2026-03-05T18:00:00Z");
}

async function download(fields: Readonly<Record<string, string>>, role: Role = "examiner") {
  const { cookie } = await signedIn(site.db, { role, mayViewLeads: false });
  return site.request("/api/record/packages/1", {
    method: "POST",
    headers: {
      cookie,
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "navigate",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ page: "/about", ...fields }).toString(),
  });
}

const listExports = () =>
  site.db.selectFrom("auditEvents").select("details").where("action", "=", "record-exported").execute();

test("an examiner without access to leads downloads all versions of some days, which is recorded", async () => {
  await publishTwo();
  const days = { versionsSince: "2026-03-02", versionsUntil: "2026-03-31" };
  const response = await download(days);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain("website-2026-03-02-to-2026-03-31.zip");
  const zip = Buffer.from(await response.arrayBuffer());
  // The files are stored without compression.
  const older = `versions/${hashBytes(owners.bytes)}.html`;
  for (const part of [older, "changes.html", "owners of companies</del>", "families</ins>"]) {
    expect(zip.includes(part)).toBe(true);
  }
  expect(zip.includes(Buffer.from(owners.bytes))).toBe(true);
  expect(await listExports()).toMatchObject([{ details: { entry: 2, ...days } }]);
  const without = await download({ versionsSince: "", versionsUntil: "" });
  expect(Buffer.from(await without.arrayBuffer()).includes("changes.html")).toBe(false);
});

test("the changes and the list of pages lead to the statements of each page and their evidence", async () => {
  await publish(1, aPage("/about", "<p>We advised 40 owners.</p>"), "2026-03-01T18:00:00Z");
  await publish(2, aPage("/about", "<p>We advised 50 owners.</p>"), "2026-03-05T18:00:00Z");
  const response = await download({ versionsSince: "2026-03-02", versionsUntil: "2026-03-31" });
  const zip = Buffer.from(await response.arrayBuffer()).toString("latin1");
  expect(zip).toContain('<h2 id="/about">/about</h2>');
  expect(zip.split('href="claims.html#/about"')).toHaveLength(3);
  expect(zip).toContain('<a href="registers.html">');
});

test.each([
  ["an impossible day", { versionsSince: "2026-02-30" }, "invalid"],
  ["days in the wrong order", { versionsSince: "2026-03-09", versionsUntil: "2026-03-01" }, "reversed"],
  ["days in the future", { versionsSince: "2026-11-29" }, "future"],
  ["days before the first capture", { versionsUntil: "2026-02-28" }, "before-first"],
])("a download is refused with %s", async (_, days, problem) => {
  await publishTwo();
  const response = await download(days);
  const location = response.headers.get("location") ?? "";
  expect([response.status, location]).toEqual([
    303,
    recordPath({ page: "/about", ...days, period: problem }),
  ]);
  const { cookie } = await signedIn(site.db, { role: "examiner" });
  const screen = await site.request(location, { headers: { cookie } });
  const html = await screen.text();
  expect(wordsOf(html)).toContain("Nothing was downloaded.");
  for (const day of Object.values(days).filter(isDay)) expect(html).toContain(`value="${day}"`);
  expect(await listExports()).toEqual([]);
});

test("a download is refused with more versions than fit into memory", async () => {
  await publish(1, owners, "2026-03-01T18:00:00Z");
  await site.db
    .insertInto("archiveContents")
    .values({ hash: "f".repeat(64), encoding: "identity", bytes: Buffer.alloc(9 * 1024 * 1024) })
    .execute();
  const capture = await site.db.selectFrom("archiveCaptures").selectAll().executeTakeFirstOrThrow();
  await site.db
    .insertInto("archiveCaptures")
    .values({ ...capture, path: "/large", contentHash: "f".repeat(64) })
    .execute();
  const response = await download({ versionsSince: "2026-03-01" });
  expect(response.headers.get("location")).toBe(
    recordPath({ page: "/about", versionsSince: "2026-03-01", period: "large" }),
  );
});
