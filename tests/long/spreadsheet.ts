import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import { openStaffArea } from "../../bench/open-staff-area.ts";
import { difficultTexts } from "#tests/kit/difficult-texts.ts";
import { NotRun } from "./check.ts";
import { hasProgram } from "./clone.ts";

/** Almost no generated data, because this check adds its own rows. */
const minimalData = { visits: 1, assessments: 0, signups: 0, trackingEvents: 1 };

/**
 * Exports sign-ups with values that break files, has a spreadsheet program open the file and save it as text, and compares: every cell must
 * be unchanged and no formula evaluated.
 */
export async function openInSpreadsheet(): Promise<string> {
  if (!hasProgram("soffice")) throw new NotRun("LibreOffice (soffice) is not installed");
  const folder = mkdtempSync(join(tmpdir(), "practice-spreadsheet-"));
  try {
    const file = join(folder, "signups.csv");
    writeFileSync(file, await exportSignups());
    const before: string[][] = parse(readFileSync(file), { bom: true });
    const after: string[][] = parse(savedBy(folder, file), { bom: true });
    const differing = before.flatMap((record, row) =>
      record.flatMap((cell, column) => {
        const seen = after[row]?.[column];
        return withOneLineEnd(seen) === withOneLineEnd(cell)
          ? []
          : [`${JSON.stringify(cell)} as ${JSON.stringify(seen)}`];
      }),
    );
    if (before.length !== after.length) {
      throw new Error(`The program sees ${after.length} of ${before.length} records.`);
    }
    if (differing.length > 0) throw new Error(`The program sees ${differing.join("; ")}`);
    return `${before.length - 1} records, every cell unchanged`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the bytes of the export, its byte order mark among them */
async function exportSignups(): Promise<Uint8Array> {
  const staffArea = await openStaffArea(minimalData);
  try {
    await staffArea.inDatabase((pool) =>
      pool.query(
        `insert into linkedin_live_signups (name, email, questions, state)
        select 'Zoë ' || number, 'guest' || number || '@example.com', text, 'next-date'
        from unnest($1::text[]) with ordinality as hard (text, number)`,
        [difficultTexts],
      ),
    );
    return new Uint8Array(await (await staffArea.ask("/api/exports/signups.csv")).arrayBuffer());
  } finally {
    await staffArea.close();
  }
}

/** The cells that the program displays, as text. Without a dialog it ignores the byte order mark, so the encoding is given. */
function savedBy(folder: string, file: string): Buffer {
  const saved = join(folder, "saved");
  mkdirSync(saved);
  // Commas, quotation marks, UTF-8, all text quoted, cells as displayed.
  const format = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false";
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  const { status, stderr } = spawnSync(
    "soffice",
    [profile, "--headless", "--infilter=CSV:44,34,76,1", "--convert-to", format, "--outdir", saved, file],
    { encoding: "utf8", timeout: 180_000 },
  );
  if (status !== 0) throw new Error(`soffice ended with ${status}: ${stderr}`);
  return readFileSync(join(saved, "signups.csv"));
}

function withOneLineEnd(text: string | undefined): string | undefined {
  return text?.replaceAll("\r\n", "\n");
}
