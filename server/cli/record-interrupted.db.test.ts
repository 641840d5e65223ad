import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import type { ExportFile } from "#app/compliance/site-export/export-file.ts";
import { listExport } from "#app/compliance/site-export/export-site.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aFile, aPage } from "#tests/kit/published-site.ts";

const { db } = testDatabase();
const parent = mkdtempSync(join(tmpdir(), "record-interrupted-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

async function listFiles(): Promise<ExportFile[]> {
  const site = [aPage("/", "<p>Welcome</p>", "Home"), aFile("/assets/font.woff2", "a font", "font/woff2")];
  const captures = await storeCaptures(db, site);
  await recordSite(db, { captures, build: "Version 1", release: undefined });
  const at = new Date();
  const moment = { position: 1, at, exportedAt: at, siteUrl: "https://firm.example", attachments: [] };
  const files: ExportFile[] = [];
  for await (const file of listExport(db, moment)) files.push(file);
  return files;
}

/** Verifies a folder with these files, with the verifier of a complete export. */
function verify(
  name: string,
  files: readonly ExportFile[],
  verifier: Buffer,
): { code: number | null; out: string } {
  const folder = join(parent, name);
  for (const { name: file, content } of [...files, { name: "verify.mjs", content: verifier }]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  const { status, stdout } = spawnSync(process.execPath, ["verify.mjs"], { cwd: folder, encoding: "utf8" });
  return { code: status, out: stdout };
}

it("an export that ended after any of its files, or in the middle of one, is not verified", async () => {
  const files = await listFiles();
  const verifier = files.find(({ name }) => name === "verify.mjs")?.content ?? Buffer.alloc(0);
  expect(verify("complete", files, verifier)).toMatchObject({ code: 0 });
  for (const [index, file] of files.entries()) {
    const before = files.slice(0, index);
    const half = { ...file, content: file.content.subarray(0, file.content.length / 2) };
    const cut = verify(`cut-${index}`, [...before, half], verifier);
    expect([file.name, cut.code]).toEqual([file.name, 1]);
    expect(cut.out).toMatch(/manifest\.json|chain\.json/);
  }
});
