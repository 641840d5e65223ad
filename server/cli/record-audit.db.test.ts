import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sealAuditLog } from "#app/audit/chain/seal-audit-log.server.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { decideClaims } from "#app/compliance/claims/decide-claims.server.ts";
import { storeEvidence } from "#app/compliance/claims/evidence-files.server.ts";
import { noteAuthor } from "#tests/kit/approve-note.ts";
import { claimWith, publishClaims } from "#tests/kit/stored-claims.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { run } from "./record.ts";

const { db } = testDatabase();
const parent = mkdtempSync(join(tmpdir(), "record-audit-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let number = 0;

/** Exports the site with the audit log of March 2026. */
async function exportMarch(...options: string[]): Promise<{ folder: string; out: string }> {
  number += 1;
  const folder = join(parent, String(number));
  const days = ["--audit-since", "2026-03-01", "--audit-until", "2026-03-31"];
  const { out, problems } = await runCommand(run, ["export", folder, ...days, ...options], { db });
  expect(problems).toBe("");
  return { folder, out };
}

function verifyExport(folder: string, ...options: string[]): { code: number | null; out: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(folder, "verify.mjs"), ...options], {
    encoding: "utf8",
  });
  return { code: status, out: stdout };
}

async function addEvents(...times: readonly string[]): Promise<void> {
  for (const at of times) {
    await sql`
      insert into audit_events (at, action, actor_kind, details)
      values (${at}, 'signed-out', 'shell', ${details})`.execute(db);
  }
  await sealAuditLog(db);
}

/** U+2028 ends a line for some programs, and JSON can contain it. */
const details = JSON.stringify({ n: 1, list: "people\u2028events" });

/** Four links. March is in the second and third one. */
beforeEach(async () => {
  const captures = await storeCaptures(db, [aPage("/", "Home")]);
  await recordSite(db, { captures, build: "Version 1", release: undefined });
  await addEvents("2026-02-10T12:00:00Z");
  await addEvents("2026-02-28T12:00:00Z", "2026-03-01T06:00:00Z");
  await addEvents("2026-03-31T12:00:00Z", "2026-04-01T04:59:59Z");
  await addEvents("2026-04-01T05:00:00Z");
});

describe("an export with the audit log of some days", () => {
  it("contains all events of the links of these days, and is verified without the database", async () => {
    const { folder, out } = await exportMarch();
    expect(out).toContain("Exported the audit log with links 2 to 3");
    const result = verifyExport(folder);
    expect(result.out).toMatch(/^The export is intact/);
    expect(result.out).toContain(
      "The audit log has 4 events in links 2 to 3, which contain the days from 2026-03-01 to 2026-03-31.",
    );
    expect(result.code).toBe(0);
    const links = await db.selectFrom("auditLinks").select("hash").orderBy("position").execute();
    expect(result.out).toContain(`The last link is 4, `);
    expect(verifyExport(folder, "--last", links[3]?.hash ?? "").code).toBe(0);
    expect(verifyExport(folder, "--last", links[1]?.hash ?? "").code).toBe(0);
    const unknown = verifyExport(folder, "--last", "0".repeat(64));
    expect(unknown.code).toBe(1);
    expect(unknown.out).toContain("no entry and no link has the hash");
  });

  it("is recorded in the audit log with its days", async () => {
    await exportMarch();
    const event = await db
      .selectFrom("auditEvents")
      .select("details")
      .where("action", "=", "record-exported")
      .executeTakeFirstOrThrow();
    expect(event.details).toMatchObject({ auditSince: "2026-03-01", auditUntil: "2026-03-31" });
  });

  it("contains the emails of these days, whose files are verified", async () => {
    await db
      .insertInto("letters")
      .values({
        kind: "assessment-result",
        recipient: "ellen@example.com",
        subject: "Your result",
        bodyText: "14 of 21",
        bodyHtml: "<p>14 of 21</p>",
        state: "sent",
        settledAt: new Date("2026-03-10T12:00:00Z"),
      })
      .execute();
    const { folder, out } = await exportMarch("--emails");
    expect(out).toContain("Emails exported: 1, listed in emails/index.html");
    expect(readFileSync(join(folder, "index.html"), "utf8")).toContain('href="emails/index.html"');
    const list = readFileSync(join(folder, "emails/index.html"), "utf8");
    expect(list).toContain("Your result");
    expect(verifyExport(folder).code).toBe(0);
    const [, file = ""] = /href="([\w-]+\.html)"/.exec(list) ?? [];
    writeFileSync(join(folder, "emails", file), "<p>15 of 21</p>");
    const { code, out: found } = verifyExport(folder);
    expect(code).toBe(1);
    expect(found).toContain(`emails/${file}`);
  });

  it("contains the files of evidence, which are verified", async () => {
    await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
    const deps = { db, clock: { now: () => new Date() }, actor: noteAuthor, clientAddress: "" };
    const stored = await storeEvidence(deps, { name: "lease (2026).pdf", bytes: Buffer.from("%PDF-1.7") });
    const evidenceFile = stored.ok ? stored.hash : "";
    const days = { asOf: "2026-01-01", expiresOn: "2099-12-31" };
    const decision = {
      decision: "bound",
      evidenceUrl: null,
      evidenceNote: null,
      evidenceFile,
      ...days,
    } as const;
    await decideClaims(deps, [{ id: await claimWith(db, "5 offices"), revision: 0 }], decision);
    const { folder } = await exportMarch();
    const file = `evidence/${evidenceFile.slice(0, 16)}-lease-(2026).pdf`;
    expect(readFileSync(join(folder, "claims.html"), "utf8")).toContain(
      `<a href="${file}">lease-(2026).pdf</a>`,
    );
    expect(verifyExport(folder).out).not.toContain("evidence/");
    writeFileSync(join(folder, file), "%PDF-1.8");
    const { code, out } = verifyExport(folder);
    expect(code).toBe(1);
    expect(out).toContain(`${file}: it was changed.`);
  });

  it("refuses emails without days", async () => {
    const { problems } = await runCommand(run, ["export", join(parent, "none"), "--emails"], { db });
    expect(problems).toContain("Add the days of the emails with --audit-since or --audit-until.");
  });

  it("names events that were removed with a reason", async () => {
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into audit_event_changes (event_id, reason) values (2, 'Retention')`.execute(trx);
      await sql`delete from audit_events where id = 2`.execute(trx);
    });
    await sealAuditLog(db);
    const { folder } = await exportMarch();
    const { code, out } = verifyExport(folder);
    expect(code).toBe(0);
    expect(out).toMatch(/Event 2 was removed by .* \(link 5\): Retention/);
    expect(out).toContain("The audit log has 3 events in links 2 to 3");
  });

  it("names an event that an administrator had changed in the database", async () => {
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update audit_events set subject = 'account:2' where id = 4`.execute(trx);
    });
    const { folder } = await exportMarch();
    const { code, out } = verifyExport(folder);
    expect(code).toBe(1);
    expect(out).toContain("audit/events.jsonl, event 4: it was changed after link 3 sealed it.");
  });

  it("is refused if nothing of these days is sealed, and has no audit log without the options", async () => {
    const folder = join(parent, "none");
    const refused = await runCommand(run, ["export", folder, "--audit-since", "2027-01-01"], { db });
    expect(refused.code).toBe(1);
    expect(refused.problems).toContain("The audit log has no sealed events for these days.");
    expect(existsSync(folder)).toBe(false);
    expect((await runCommand(run, ["export", folder], { db })).code).toBe(0);
    expect(readdirSync(folder)).not.toContain("audit");
    expect(verifyExport(folder).code).toBe(0);
    const wrong = await runCommand(run, ["export", folder, "--audit-since", "2026-02-30"]);
    expect(wrong.code).toBe(2);
  });
});

describe("the verifier names", () => {
  const lines = (text: string) => text.trimEnd().split("\n");

  it.each([
    [
      "an edited event",
      "events",
      (text: string) => text.replace("signed-out", "signed-in"),
      "event 2: it was changed after link 2 sealed it.",
    ],
    [
      "a removed event",
      "events",
      (text: string) => lines(text).slice(1).join("\n"),
      "audit/events.jsonl: event 2 of link 2 is missing.",
    ],
    [
      "a repeated event",
      "events",
      (text: string) => text + (lines(text)[0] ?? ""),
      "event 2: no link lists it",
    ],
    [
      "an event with a repeated name, of which a reader may see the other value",
      "events",
      (text: string) => text.replace('"action":', '"action":"leads-viewed","action":'),
      "audit/events.jsonl: it is not written as in an export.",
    ],
    [
      "an edited digest",
      "links",
      (text: string) => text.replace(/"[0-9a-f]{64}",null\]/, `"${"0".repeat(64)}",null]`),
      "link 2: its hash is not that of its time and the digests of its events.",
    ],
    [
      "a removed link",
      "links",
      (text: string) => lines(text).toSpliced(1, 1).join("\n"),
      "link 4: links are missing before it.",
    ],
    [
      "a removed first link",
      "links",
      (text: string) => lines(text).slice(1).join("\n"),
      "link 3: links are missing before it.",
    ],
    [
      "a removed end",
      "links",
      (text: string) => lines(text).slice(0, 1).join("\n"),
      "audit/links.jsonl: links are missing at its end.",
    ],
    ["a file without links", "links", () => "{", "audit/links.jsonl: it cannot be read."],
  ])("%s", async (_, file, change, problem) => {
    const { folder } = await exportMarch();
    const path = join(folder, `audit/${file}.jsonl`);
    const text = readFileSync(path, "utf8");
    const changed = change(text);
    expect(changed).not.toBe(text);
    writeFileSync(path, changed);
    const { code, out } = verifyExport(folder);
    expect(code).toBe(1);
    expect(out).toContain(problem);
  });
});
