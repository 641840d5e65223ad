import { describe, expect, it } from "vitest";
import { sql } from "kysely";
import { actorOf } from "#app/audit/audit.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { findEvidence, maxEvidenceBytes, storeEvidence } from "./evidence-files.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };
const deps = { db, clock, actor: actorOf({ id: "ruth", email: "ruth@example.com" }) };
const pdf = Buffer.from("%PDF-1.7\n1 0 obj");
const store = (name: string, bytes: Buffer) => storeEvidence(deps, { name, bytes });

describe("a file of evidence", () => {
  it("is stored once, under the hash of its bytes", async () => {
    const first = await store("lease.pdf", pdf);
    expect(await store("Lease (2).PDF", pdf)).toEqual(first);
    if (!first.ok) throw new Error(first.reason);
    expect(await findEvidence(db, first.hash)).toEqual({
      name: "lease.pdf",
      mediaType: "application/pdf",
      bytes: pdf,
    });
    const { rows } = await sql`select uploaded_by from claim_evidence_files`.execute(db);
    expect(rows).toEqual([{ uploadedBy: "ruth@example.com" }]);
  });

  it.each([
    ["Büro, 3. Quartal (Austin).PDF", "Buro-3-Quartal-(Austin).pdf"],
    ['../../etc/"passwd".pdf', "etc-passwd.pdf"],
    ["a\r\nb\u202Efdp.pdf", "a-b-fdp.pdf"],
    ["契約.pdf", "evidence.pdf"],
    [`${"long ".repeat(100)}.pdf`, `${"long-".repeat(15)}long.pdf`],
  ])("is downloaded with the name of its first upload in plain characters: %j", async (name, kept) => {
    const stored = await store(name, pdf);
    if (!stored.ok) throw new Error(stored.reason);
    expect(await findEvidence(db, stored.hash)).toMatchObject({ name: kept });
  });

  it("of an earlier version has a general name", async () => {
    const hash = "a".repeat(64);
    const uploaded = { uploadedAt: clock.now(), uploadedBy: "ruth@example.com" };
    await db
      .insertInto("claimEvidenceFiles")
      .values({ hash, name: null, mediaType: "application/pdf", bytes: pdf, ...uploaded })
      .execute();
    expect(await findEvidence(db, hash)).toMatchObject({ name: "evidence.pdf" });
  });

  it.each([
    ["an image", "scan.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
    ["a photo", "scan.JPG", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["a table", "offices.csv", Buffer.from("city,since\r\nAustin,2009\r\n")],
    ["a text in any language", "note.txt", Buffer.from("Büro in Austin – seit 2009")],
  ])("can be %s", async (_, name, bytes) => {
    expect(await store(name, bytes)).toMatchObject({ ok: true });
  });

  it.each([
    ["a program", "setup.exe", Buffer.from("MZ\u0090"), "type"],
    ["a program with the name of a document", "lease.pdf", Buffer.from("MZ\u0090"), "content"],
    [
      "a program with the name of a text",
      "lease.txt",
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]),
      "content",
    ],
    ["a document with the extension of a program", "lease.pdf.exe", pdf, "type"],
    ["a web page", "lease.html", Buffer.from("<script>alert(1)</script>"), "type"],
    ["a drawing with scripts", "scan.svg", Buffer.from("<svg/>"), "type"],
    ["an archive", "leases.zip", Buffer.from("PK\u0003\u0004"), "type"],
    ["a file without an extension", "lease", pdf, "type"],
    ["an empty file", "lease.pdf", Buffer.alloc(0), "empty"],
    ["a file above the limit", "lease.pdf", Buffer.concat([pdf, Buffer.alloc(maxEvidenceBytes)]), "large"],
  ])("cannot be %s", async (_, name, bytes, reason) => {
    expect(await store(name, bytes)).toEqual({ ok: false, reason });
    const { rows } = await sql<{ count: number }>`select count(*) from claim_evidence_files`.execute(db);
    expect(rows[0]?.count).toBe(0);
  });

  it("is refused when ten of the largest size are stored", async () => {
    for (let number = 0; number < 10; number += 1) {
      const bytes = Buffer.alloc(maxEvidenceBytes, " ");
      bytes.write(String(number));
      expect(await store("large.txt", bytes)).toMatchObject({ ok: true });
    }
    expect(await store("lease.pdf", pdf)).toEqual({ ok: false, reason: "full" });
  });

  it("is never changed or deleted, not even in the database", async () => {
    await store("lease.pdf", pdf);
    for (const statement of [
      sql`delete from claim_evidence_files`,
      sql`truncate claim_evidence_files cascade`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow("append-only");
    }
  });
});
