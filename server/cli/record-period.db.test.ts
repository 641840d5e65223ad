import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import { recordPublication, recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import type { PublishedFile } from "#app/compliance/archive/published-site.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aFile, aPage, moveEntries, setRecordedAt } from "#tests/kit/published-site.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { wordsOf } from "#tests/spec/markup.ts";
import { run } from "./record.ts";

const { db } = testDatabase();
const folder = mkdtempSync(join(tmpdir(), "record-period-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const home = aPage("/", "<p>Welcome</p>", "Home");
const about = (text: string) => aPage("/about", `<p>${text}</p>`, "About us");
const font = aFile("/assets/font.woff2", "a font", "font/woff2");
const form = (content: string) => aFile("/form-crs.pdf", content, "application/pdf");

const approval = { author: "ann@example.com", approver: "ruth@example.com", reason: "Correct <the> clients" };
const owners = about("We advise 40 owners of companies.");
const families = about("We advise 25 families.");

/** Four entries: a deployment, an approved release, a change without words, and a release after the period. */
async function publishFour(): Promise<void> {
  const release = undefined;
  const first = await storeCaptures(db, [home, owners, font, form("%PDF first")]);
  await recordSite(db, { build: "Build 1", release, captures: first });
  const second = await storeCaptures(db, [home, families, font, form("%PDF second")]);
  await db
    .transaction()
    .execute((trx) => recordPublication(trx, { captures: second, build: "Build 1", approval }));
  const third = await storeCaptures(db, [home, owners, font, form("%PDF second")]);
  await recordSite(db, { build: "Build 2", release, captures: third });
  const fourth = await storeCaptures(db, [home, about("We advise everyone."), font]);
  await recordSite(db, { build: "Build 3", release, captures: fourth });
  await moveEntries(
    db,
    "2026-02-10T18:00:00Z",
    "2026-03-05T18:00:00Z",
    "2026-03-31T23:30:00Z",
    "2026-04-02T18:00:00Z",
  );
}

const march = ["--since", "2026-03-01", "--until", "2026-03-31"] as const;

async function exportMarch(name: string): Promise<{ target: string; out: string }> {
  await publishFour();
  const target = join(folder, name);
  const { code, out, problems } = await runCommand(run, ["export", target, ...march], { db });
  expect({ code, problems }).toEqual({ code: 0, problems: "" });
  return { target, out };
}

function verifyExport(target: string): { code: number | null; out: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(target, "verify.mjs")], { encoding: "utf8" });
  return { code: status, out: stdout };
}

const versionName = (file: PublishedFile, ending: string) => `versions/${hashBytes(file.bytes)}${ending}`;
const read = (target: string, name: string) => readFileSync(join(target, name));

describe("record export of a period", () => {
  it("contains each version once, with its words, author, approver and reason, and is intact", async () => {
    const { target, out } = await exportMarch("march");
    expect(out).toContain("as published on Mar 31, 2026, 11:59 PM CDT (entry 3)");
    expect(out).toContain(
      "Exported all versions from Mar 1, 2026 to Mar 31, 2026, with their changes in changes.html",
    );
    expect(readdirSync(join(target, "versions")).toSorted()).toEqual(
      [hashBytes(families.bytes) + ".html", hashBytes(form("%PDF first").bytes) + ".pdf"].toSorted(),
    );
    expect(read(target, versionName(families, ".html"))).toEqual(families.bytes);
    expect(read(target, "captured/about/index.html")).toEqual(owners.bytes);

    const changes = read(target, "changes.html").toString();
    const words = wordsOf(changes);
    expect(words).toContain("Published when the period began: entry 1");
    expect(words).toContain("Author ann@example.com Approver ruth@example.com Reason Correct <the> clients");
    expect(words).toContain("Words added: 2. Words removed: 4.");
    expect(words).toContain("Approver deployment, without a person who approved it here");
    expect(changes).toMatch(/<del>40<\/del>.*<ins>25<\/ins>/s);
    expect(changes).toContain(`<a href="${versionName(families, ".html")}">After</a>`);
    expect(changes).toContain(`<a href="${versionName(form("%PDF first"), ".pdf")}">Before</a>`);
    expect(words).not.toContain("everyone");
    // The release of March lists the home page again, without having changed it.
    const rows = wordsOf(read(target, "index.html").toString());
    expect(rows).toMatch(/Feb 10, 2026, 12:00 PM CST.*Mar 31, 2026, 6:30 PM CDT/);
    expect(read(target, "index.html").toString()).toContain(
      '<a href="changes.html">Changes of the website from Mar 1, 2026 to Mar 31, 2026</a>',
    );

    const { code, out: verified } = verifyExport(target);
    expect(verified).toMatch(/^The export is intact: 3 entries, 4 pages and files\.\n/);
    expect(verified).toContain("It contains 7 versions of pages and files, from 2026-03-01 to 2026-03-31.");
    expect(code).toBe(0);
  });

  it("lists the versions and changes in the manifest, and is recorded with its days", async () => {
    const { target } = await exportMarch("listed");
    const manifest = JSON.parse(read(target, "manifest.json").toString()) as { period: unknown }; // written by the command
    expect(manifest.period).toMatchObject({
      since: "2026-03-01",
      until: "2026-03-31",
      startsAt: "2026-03-01T06:00:00.000Z",
      endsAt: "2026-04-01T04:59:59.999Z",
      changes: [
        {
          entry: 2,
          path: "/about",
          before: { entry: 1 },
          after: { entry: 2 },
          wordsAdded: 2,
          wordsRemoved: 4,
        },
        { entry: 2, path: "/form-crs.pdf", before: { entry: 1 }, after: { entry: 2 } },
        { entry: 3, path: "/about", before: { entry: 2 }, after: { entry: 3 } },
      ],
    });
    const claims = JSON.parse(read(target, "claims.json").toString()) as {
      claims: { sentence: string; pages: string[] }[];
    }; // as above
    expect(claims.claims.map(({ sentence, pages }) => [sentence, pages])).toEqual([
      ["We advise 40 owners of companies.", ["/about"]],
      ["We advise 25 families.", ["/about"]],
    ]);
    const audit = await db.selectFrom("auditEvents").select("details").execute();
    expect(audit).toMatchObject([
      { details: { entry: 3 } },
      { details: { entry: 3, versionsSince: "2026-03-01", versionsUntil: "2026-03-31" } },
    ]);
  });

  it.each([
    ["page", versionName(families, ".html"), "/about in entry 2"],
    ["file", versionName(form("%PDF first"), ".pdf"), "/form-crs.pdf in entry 1"],
  ])("names a flipped byte in an older %s", async (kind, file, place) => {
    const { target } = await exportMarch(`flipped-${kind}`);
    const bytes = read(target, file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(target, file), bytes);
    const { code, out } = verifyExport(target);
    expect(code).toBe(1);
    expect(out.split("\n")[0]).toBe(`${file}: its bytes are not those of ${place}.`);
  });

  it("names versions that the manifest leaves out, and changes.html if it was changed", async () => {
    const { target } = await exportMarch("left-out");
    const manifest = JSON.parse(read(target, "manifest.json").toString()) as {
      period: { versions: { sha256: string }[] };
    }; // written by the command
    const { period } = manifest;
    period.versions = period.versions.filter(({ sha256 }) => sha256 !== hashBytes(families.bytes));
    writeFileSync(join(target, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(target, "changes.html"), "Nothing changed");
    const { code, out } = verifyExport(target);
    expect(code).toBe(1);
    expect(out).toContain("manifest.json: /about of entry 2 is missing.");
    expect(out).toContain(`${versionName(families, ".html")}: manifest.json does not list it.`);
    expect(out).toContain("changes.html: it was changed.");
  });

  it("says that the site did not change, with the version that was in force", async () => {
    await publishFour();
    const target = join(folder, "unchanged");
    const days = ["--since", "2026-03-10", "--until", "2026-03-12"];
    expect(await runCommand(run, ["export", target, ...days], { db })).toMatchObject({ code: 0 });
    const words = wordsOf(read(target, "changes.html").toString());
    expect(words).toContain("The website did not change in this period.");
    expect(words).toContain("Published when the period began: entry 2");
    expect(verifyExport(target)).toMatchObject({ code: 0 });
  });

  it("says that a page was removed while visitors receive the not-found page", async () => {
    const notFound = { ...aPage("/404", "<p>No such page</p>", "Page not found"), status: 404 };
    const site = { build: "Build 1" };
    const all = await storeCaptures(db, [home, owners, notFound]);
    await recordSite(db, { ...site, captures: all, release: undefined });
    await setRecordedAt(db, 1, "2026-02-10T18:00:00Z");
    const remaining = await storeCaptures(db, [home, notFound]);
    await recordSite(db, { ...site, captures: remaining, release: 1 });
    const target = join(folder, "removed");
    expect(await runCommand(run, ["export", target, "--since", "2026-03-01"], { db })).toMatchObject({
      code: 0,
    });
    const changes = read(target, "changes.html").toString();
    expect(wordsOf(changes)).toContain("About us, /about: The page was removed. Last version");
    expect(changes).toContain(`<a href="${versionName(owners, ".html")}">Last version</a>`);
  });

  it("begins with the first capture, and ends with the export, if only one day is given", async () => {
    await publishFour();
    const target = join(folder, "open");
    expect(await runCommand(run, ["export", target, "--until", "2026-02-28"], { db })).toMatchObject({
      code: 0,
    });
    expect(wordsOf(read(target, "changes.html").toString())).toContain(
      "What was published before is unknown.",
    );
    expect(verifyExport(target)).toMatchObject({ code: 0 });
    const later = join(folder, "later");
    expect(await runCommand(run, ["export", later, "--since", "2026-04-01"], { db })).toMatchObject({
      code: 0,
    });
    const words = wordsOf(read(later, "changes.html").toString());
    expect(words).toContain("from Apr 1, 2026 until now");
    expect(words).toContain("/form-crs.pdf: The file was removed.");
    expect(verifyExport(later)).toMatchObject({ code: 0 });
  });

  it.each([
    ["2026-03-02", "2026-03-01", "The first day is after the last one."],
    ["2999-01-01", "2999-12-31", "The first day is in the future."],
    ["2025-01-01", "2025-12-31", "Unknown: the site was first captured on Feb 10, 2026, 12:00 PM CST."],
  ])("refuses the days from %s to %s, and writes nothing", async (since, until, problem) => {
    await publishFour();
    const target = join(folder, "refused");
    const days = ["--since", since, "--until", until];
    const { code, problems } = await runCommand(run, ["export", target, ...days], { db });
    expect({ code, problems }).toEqual({ code: 1, problems: `${problem}\n` });
    expect(existsSync(target)).toBe(false);
  });

  it("refuses a time together with days", async () => {
    const both = ["--at", "2026-03-03T10:00", ...march];
    const { code, problems } = await runCommand(run, ["export", join(folder, "both"), ...both], { db });
    expect(code).toBe(2);
    expect(problems).toContain("cannot be used with");
  });
});
