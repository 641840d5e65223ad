import { spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { sealAuditLog } from "#app/audit/chain/seal-audit-log.server.ts";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aFile, aPage, moveEntries, setRecordedAt } from "#tests/kit/published-site.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { run } from "./record.ts";

const { db } = testDatabase();
const folder = mkdtempSync(join(tmpdir(), "record-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const font = aFile("/assets/font.woff2", "a font", "font/woff2");
const style = "<style>@font-face{src:url(/assets/font.woff2)}</style>";
const home = aPage("/", `${style}<a href="/about">About</a><script>fetch("/")</script>`);

async function publish(aboutText: string, build = "Build 1"): Promise<void> {
  const captures = await storeCaptures(db, [home, aPage("/about", aboutText), font]);
  await recordSite(db, { captures, build, release: undefined });
}

async function seal(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await recordAudit(db, { action: "signed-in", actor: { kind: "shell" } });
  }
  await sealAuditLog(db);
}

const findLastHash = () =>
  db.selectFrom("auditLinks").select("hash").orderBy("position", "desc").executeTakeFirstOrThrow();

/** As an administrator, who can disable the triggers. */
async function changeAudit(...statements: RawBuilder<unknown>[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });
}

function hashOf(target: string, name: string): string {
  return hashBytes(readFileSync(join(target, name)));
}

describe("record verify", () => {
  it("reports an intact record with its last hash", async () => {
    await publish("About us");
    const { code, out } = await runCommand(run, ["verify"], { db });
    const { hash } = await db.selectFrom("archiveEntries").select("hash").executeTakeFirstOrThrow();
    expect(code).toBe(0);
    expect(out).toMatch(
      /^The record is intact\. 1 entries and \d+ contents were checked\.\nThe last entry is 1, /,
    );
    expect(out).toContain(hash);
  });

  it("names the broken entry and exits with 1", async () => {
    await publish("About us");
    await setRecordedAt(db, 1, "2026-01-01T00:00:00Z");
    const { code, out, problems } = await runCommand(run, ["verify"], { db });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(problems).toMatch(/^Entry 1: its hash is not/);
    expect(problems).toContain("The record is not intact.");
  });

  it("says that nothing was captured and that no audit event is sealed", async () => {
    expect(await runCommand(run, ["verify"], { db })).toMatchObject({
      code: 0,
      out: "Nothing was captured yet.\nNo audit events are sealed yet.\n",
    });
  });

  it("reports an intact audit log with its last hash, the start of the chain and permitted changes", async () => {
    await seal(2);
    await changeAudit(
      sql`insert into audit_event_changes (event_id, reason) values (1, 'Retention')`,
      sql`delete from audit_events where id = 1`,
    );
    await seal(1);
    await recordAudit(db, { action: "signed-out", actor: { kind: "shell" } });
    const { code, out } = await runCommand(run, ["verify"], { db });
    expect(code).toBe(0);
    const { hash } = await findLastHash();
    expect(out.split("\n").slice(1)).toEqual([
      "The audit log is intact. 2 links and 2 events were checked. 1 will be sealed by a running server.",
      "Events changed or removed with a reason: 1.",
      expect.stringMatching(/^Event 1 was removed by .+ \(link 2\): Retention$/),
      expect.stringMatching(/^The chain holds from .+\. It covers earlier events as they were then\.$/),
      expect.stringMatching(new RegExp(`^The last link is 2, .+: ${hash}$`)),
      "",
    ]);
  });

  it("names the event of the audit log that was changed and exits with 1", async () => {
    await seal(2);
    await changeAudit(sql`update audit_events set subject = 'account:2' where id = 2`);
    const { code, problems } = await runCommand(run, ["verify"], { db });
    expect(code).toBe(1);
    expect(problems).toContain("Link 1, event 2: it was changed after it was sealed");
    expect(problems).toContain("The audit log is not intact.");
  });
});

describe("record find", () => {
  it("finds a kept hash of the audit log and verifies what precedes it", async () => {
    await seal(1);
    const { hash } = await findLastHash();
    await seal(1);
    const { code, out } = await runCommand(run, ["find", hash.toUpperCase()], { db });
    expect(code).toBe(0);
    expect(out).toMatch(/^This is link 1 of the audit log, sealed on .+\.\nThe audit log is intact\./);
  });

  it("finds a kept hash of the record of the site", async () => {
    await publish("About us");
    const { hash } = await db.selectFrom("archiveEntries").select("hash").executeTakeFirstOrThrow();
    const { code, out } = await runCommand(run, ["find", hash.slice(0, 16)], { db });
    expect(code).toBe(0);
    expect(out).toMatch(/^This is entry 1 of the record of the site, .+\.\nThe record is intact\./);
  });

  it("exits with 1 if an event before the hash was changed, or if no chain contains the hash", async () => {
    await seal(1);
    const { hash } = await findLastHash();
    await changeAudit(sql`delete from audit_events`);
    const changed = await runCommand(run, ["find", hash], { db });
    expect(changed.code).toBe(1);
    expect(changed.problems).toContain("Link 1, event 1:");

    await changeAudit(sql`delete from audit_seals`, sql`delete from audit_links`);
    await seal(1);
    const removed = await runCommand(run, ["find", hash], { db });
    expect(removed.code).toBe(1);
    expect(removed.problems).toMatch(/^Neither chain contains this hash\./);
  });

  it("rejects what is not a hash", async () => {
    expect(await runCommand(run, ["find", "12345"])).toMatchObject({ code: 2 });
  });
});

describe("record export", () => {
  it("writes the site at a time with its original bytes, a readable copy and the hashes", async () => {
    await publish("About us");
    await publish("About the firm", "Build 2");
    await setRecordedAt(db, 1, "2026-03-01T16:00:00Z");
    await setRecordedAt(db, 2, "2026-03-05T16:00:00Z");
    const target = join(folder, "at");
    const { code, out } = await runCommand(run, ["export", target, "--at", "2026-03-03T10:00"], { db });
    expect(code).toBe(0);
    expect(out).toContain(
      "Exported 2 pages, 1 files and 0 claims as published on Mar 3, 2026, 10:00 AM CST (entry 1)",
    );
    expect(readFileSync(join(target, "captured/about/index.html"), "utf8")).toContain("About us");
    expect(readFileSync(join(target, "captured/index.html"))).toEqual(home.bytes);

    const readable = readFileSync(join(target, "site/index.html"), "utf8");
    expect(readable).toContain('url("assets/font.woff2")');
    expect(readable).toContain('href="about/index.html"');
    expect(readable).not.toContain("<script");

    const manifest = JSON.parse(readFileSync(join(target, "manifest.json"), "utf8")) as {
      captures: { file: string; sha256: string; status: number }[];
    }; // written by the command
    expect(out).toContain(`The hash of the manifest is ${hashOf(target, "manifest.json")}`);
    expect(manifest.captures).toHaveLength(3);
    for (const { file, sha256 } of manifest.captures) {
      expect(hashBytes(readFileSync(join(target, file)))).toBe(sha256);
    }
    const chain = JSON.parse(readFileSync(join(target, "chain.json"), "utf8")) as unknown[]; // as above
    expect(chain).toHaveLength(1);
    const audit = await db.selectFrom("auditEvents").select(["action", "actorKind", "details"]).execute();
    const details = { manifest: hashOf(target, "manifest.json") };
    expect(audit).toMatchObject([
      { action: "record-export-begun", actorKind: "shell", details: { emails: false } },
      { action: "record-exported", actorKind: "shell", details },
    ]);
  });

  describe("with its verifier", () => {
    /** Exports three entries: a release, another one, and a change of a page. */
    async function exportThree(name: string): Promise<string> {
      await publish("About us");
      await publish("About the firm", "Build 2");
      // A page is captured at most once a minute.
      await moveEntries(db, "2026-03-01T16:00:00Z", "2026-03-05T16:00:00Z");
      const captures = await storeCaptures(db, [home, aPage("/about", "About the firm, changed"), font]);
      await recordSite(db, { captures, build: "Build 2", release: 2 });
      const target = join(folder, name);
      expect(await runCommand(run, ["export", target], { db })).toMatchObject({ code: 0 });
      return target;
    }

    function verifyExport(target: string, ...options: string[]): { code: number | null; out: string } {
      const { status, stdout } = spawnSync(process.execPath, [join(target, "verify.mjs"), ...options], {
        encoding: "utf8",
      });
      return { code: status, out: stdout };
    }

    it("is intact, opens with a list of the pages, and finds hashes that were kept elsewhere", async () => {
      const target = await exportThree("intact");
      const { code, out } = verifyExport(target);
      expect(out).toMatch(/^The export is intact: 3 entries, 3 pages and files\.\nThe last entry is 3, /);
      expect(code).toBe(0);
      const entries = await db.selectFrom("archiveEntries").select("hash").orderBy("position").execute();
      for (const { hash } of entries) expect(verifyExport(target, "--last", hash).code).toBe(0);
      expect(verifyExport(target, "--last", "0".repeat(64))).toMatchObject({ code: 1 });
      expect(readFileSync(join(target, "index.html"), "utf8")).toContain('<a href="site/about/index.html">');
    });

    it.each([
      ["captured/index.html", "captured/index.html: its bytes are not those of / in entry 2."],
      [
        "captured/assets/font.woff2",
        "captured/assets/font.woff2: its bytes are not those of /assets/font.woff2",
      ],
      ["site/about/index.html", "site/about/index.html: it is not the readable copy of /about in entry"],
      ["index.html", "index.html: it was changed."],
      ["claims.json", "claims.json: it was changed."],
      ["registers.json", "registers.json: it was changed."],
    ])("names a flipped byte in %s", async (file, problem) => {
      const target = await exportThree(`flipped-${file.replaceAll("/", "-")}`);
      const bytes = readFileSync(join(target, file));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(join(target, file), bytes);
      const { code, out } = verifyExport(target);
      expect(code).toBe(1);
      expect(out.split("\n")[0]).toContain(problem);
    });

    it.each([
      ["chain.json", '"author": "', '"author": "x', "chain.json, entry 1: its hash is not that of"],
      [
        "chain.json",
        '"position": 1,',
        '"position": 9,',
        "chain.json, entry 9: entries are missing before it.",
      ],
      ["manifest.json", '"status": 200', '"status": 404', "manifest.json: the status or the headers of"],
      ["manifest.json", '"path": "/about"', '"path": "/other"', "manifest.json: /other differs from entry"],
      ["manifest.json", "{", "", "manifest.json: it is not valid JSON."],
    ])("names a change of %s from %s to %s", async (file, from, to, problem) => {
      const target = await exportThree(`changed-${hashBytes(Buffer.from(from + to)).slice(0, 8)}`);
      const text = readFileSync(join(target, file), "utf8");
      expect(text).toContain(from);
      writeFileSync(join(target, file), text.replace(from, to));
      const { code, out } = verifyExport(target);
      expect(code).toBe(1);
      expect(out).toContain(problem);
    });

    it("finds changed files with a changed manifest by the hash of the manifest in the audit log", async () => {
      const target = await exportThree("rewritten");
      const hash = hashOf(target, "manifest.json");
      expect(verifyExport(target, "--manifest", hash).code).toBe(0);
      const [file, manifest] = [join(target, "site/about/index.html"), join(target, "manifest.json")];
      const before = hashOf(target, "site/about/index.html");
      writeFileSync(file, readFileSync(file, "utf8").replace("About the firm", "The best firm"));
      const text = readFileSync(manifest, "utf8");
      writeFileSync(manifest, text.replace(before, hashOf(target, "site/about/index.html")));
      expect(verifyExport(target).out).toContain(`${hashOf(target, "manifest.json")}\n`);
      const { code, out } = verifyExport(target, "--manifest", hash);
      expect(code).toBe(1);
      expect(out).toContain("manifest.json: its hash is");
    });

    it("names pages that were exchanged, links to other files, and fields that no hash contains", async () => {
      const target = await exportThree("exchanged");
      const edit = (name: string, change: (text: string) => string) => {
        const file = join(target, name);
        writeFileSync(file, change(readFileSync(file, "utf8")));
      };
      const [home_, about] = ["captured/index.html", "captured/about/index.html"];
      renameSync(join(target, home_), join(target, "home"));
      renameSync(join(target, about), join(target, home_));
      renameSync(join(target, "home"), join(target, about));
      edit("manifest.json", (text) =>
        text
          .replaceAll(`"${home_}"`, "home")
          .replaceAll(about, home_)
          .replaceAll('"file": home', `"file": "${about}"`),
      );
      symlinkSync("/etc", join(target, "site/etc"));
      writeFileSync(join(target, "about.html"), "Another page");
      edit("chain.json", (text) =>
        text.replace('"kind": "release",', '"kind": "release",\n    "note": "x",'),
      );
      const { code, out } = verifyExport(target);
      expect(code).toBe(1);
      expect(out).toContain(
        "the files of /about are not captured/about/index.html and site/about/index.html.",
      );
      expect(out).toContain("site/etc: it is a link");
      expect(out).toContain("about.html: manifest.json does not list it.");
      expect(out).toContain("chain.json, entry 1: it has fields that its hash does not contain.");
    });

    it("is not intact without entries, or with a name that is repeated", async () => {
      const target = await exportThree("emptied");
      const chain = readFileSync(join(target, "chain.json"), "utf8");
      writeFileSync(join(target, "chain.json"), chain.replace('"reason"', '"reason": "x", "reason"'));
      expect(verifyExport(target).out).toContain("chain.json: it is not written as in an export.");
      writeFileSync(join(target, "chain.json"), "[]\n");
      expect(verifyExport(target).out).toContain("chain.json: it has no entries.");
    });

    it("names a file that is missing or was added", async () => {
      const target = await exportThree("files");
      rmSync(join(target, "captured/index.html"));
      writeFileSync(join(target, "captured/new.html"), "new");
      const { out } = verifyExport(target);
      expect(out).toContain("captured/index.html: it cannot be read.");
      expect(out).toContain("captured/new.html: manifest.json does not list it.");
    });
  });

  it("says that the time before the first capture is unknown, and writes nothing", async () => {
    await publish("About us");
    const target = join(folder, "before");
    const { code, problems } = await runCommand(run, ["export", target, "--at", "2026-01-01T10:00"], { db });
    expect(code).toBe(1);
    expect(problems).toMatch(/^Unknown: the site was first captured on /);
    expect(readdirSync(folder)).not.toContain("before");
  });

  it.each([
    ["2999-01-01T10:00", "That time is in the future."],
    ["2026-03-08T02:30", "Clocks skip that hour on that day."],
  ])("refuses the time %s", async (at, text) => {
    await publish("About us");
    const { code, problems } = await runCommand(run, ["export", join(folder, "no"), "--at", at], { db });
    expect({ code, text: problems.slice(0, text.length) }).toEqual({ code: 1, text });
  });

  it("does not write into a folder with files", async () => {
    await publish("About us");
    const { code, problems } = await runCommand(run, ["export", "."], { db });
    expect(code).toBe(1);
    expect(problems).toContain("is not empty");
  });

  it.each([
    ["is below a file", "a-file/site"],
    ["is a file", "a-file"],
  ])("says what to do if the folder %s, and records no export", async (_, name) => {
    await publish("About us");
    writeFileSync(join(folder, "a-file"), "");
    const target = join(folder, name);
    const { code, problems } = await runCommand(run, ["export", target], { db });
    expect(code).toBe(1);
    expect(problems).toContain(`${target} cannot be written (ENOTDIR). Name a new folder`);
    const { rows } = await sql`select from audit_events where action = 'record-export-begun'`.execute(db);
    expect(rows).toEqual([]);
  });
});
