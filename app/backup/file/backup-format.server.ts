import { z } from "zod";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { regroupLines, splitLines } from "./lines.server.ts";
import { createTableDigest, type TableDigest } from "./table-digest.server.ts";

// The content of a backup, before compression and encryption, is text: one line of JSON with the manifest, then for each table one line of
// JSON, its rows in the text format of COPY and the line `\.`, and at the end one line of JSON with the summary. COPY escapes line feeds and
// backslashes, so no row contains these marks.

export const formatVersion = 1;

const manifestSchema = z.object({
  format: z.number(),
  /** Describes the release that made the backup. */
  release: z.string(),
  /** The time of the snapshot, by the clock of the database. */
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The program's secrets, the current one first. */
  secrets: z.tuple([z.string()], z.string()),
});

/** The first line of a backup. */
export type Manifest = z.output<typeof manifestSchema>;

const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });

const summarySchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  /** The last value of each sequence; null if it was never used. */
  sequences: z.record(z.string(), z.number().nullable()),
});

/** The last line of a backup. */
export type Summary = z.output<typeof summarySchema>;

/** The mark after the rows of a table. */
export const endOfTable = Buffer.from("\\.\n");

export function encodeLine(value: Manifest | z.output<typeof tableSchema> | Summary): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

export type BackupPart =
  | { kind: "manifest"; manifest: Manifest }
  | { kind: "table"; table: string; columns: readonly string[] }
  /** Complete rows of the last table, with their line feeds. */
  | { kind: "rows"; bytes: Buffer }
  | { kind: "table-end" }
  | { kind: "summary"; summary: Summary };

/**
 * Parses the content of a backup, and compares its rows with the summary.
 * @throws BackupProblem if the content is from a newer release or contradicts itself
 */
export async function* parseBackup(plain: AsyncIterable<Buffer>, name: string): AsyncGenerator<BackupPart> {
  const parser = createLineParser(name);
  let last: BackupPart | undefined;
  for await (const piece of regroupLines(plain)) {
    let rowsStart: number | undefined;
    for (const { line, start } of splitLines(piece)) {
      const part = parser.parse(line);
      if (part === undefined) {
        rowsStart ??= start;
        continue;
      }
      if (rowsStart !== undefined) yield { kind: "rows", bytes: piece.subarray(rowsStart, start) };
      rowsStart = undefined;
      yield part;
      last = part;
    }
    if (rowsStart !== undefined) yield { kind: "rows", bytes: piece.subarray(rowsStart) };
  }
  if (last?.kind !== "summary") throw new BackupProblem(`The backup ${name} has no end. Use another backup.`);
}

/** Interprets one line after the other. `parse` returns undefined for a row. */
function createLineParser(name: string): { parse: (line: Buffer) => BackupPart | undefined } {
  const digests: Record<string, TableDigest> = {};
  let isFirst = true;
  let table: { name: string; digest: ReturnType<typeof createTableDigest> } | undefined;

  function parseRow(line: Buffer, { name: tableName, digest }: NonNullable<typeof table>) {
    if (!isEndOfTable(line)) {
      digest.add(line);
      return undefined;
    }
    digests[tableName] = digest.result();
    table = undefined;
    return { kind: "table-end" } as const;
  }

  function parseJson(line: Buffer): BackupPart {
    const value: unknown = JSON.parse(line.toString());
    if (isFirst) {
      isFirst = false;
      return { kind: "manifest", manifest: parseManifest(value, name) };
    }
    const opened = tableSchema.safeParse(value);
    if (!opened.success) {
      const summary = summarySchema.parse(value);
      compareTables(digests, summary, name);
      return { kind: "summary", summary };
    }
    table = { name: opened.data.table, digest: createTableDigest() };
    return { kind: "table", ...opened.data };
  }

  return { parse: (line) => (table === undefined ? parseJson(line) : parseRow(line, table)) };
}

function parseManifest(value: unknown, name: string): Manifest {
  const { format } = z.object({ format: z.number() }).parse(value);
  if (format > formatVersion) {
    throw new BackupProblem(
      `The content of the backup ${name} has the format ${format}, and this release reads up to ${formatVersion}. Use the release that made it, or a later one.`,
    );
  }
  return manifestSchema.parse(value);
}

function isEndOfTable(line: Buffer): boolean {
  return line.length === endOfTable.length - 1 && line.equals(endOfTable.subarray(0, -1));
}

function compareTables(
  found: Readonly<Record<string, TableDigest>>,
  { tables }: Summary,
  name: string,
): void {
  const [table] = listDifferences(found, tables);
  if (table === undefined) return;
  throw new BackupProblem(
    `The rows of the table ${table} in the backup ${name} do not match its summary. Use another backup, and report this.`,
  );
}

/** The names of the tables that differ. */
export function listDifferences(
  one: Readonly<Record<string, TableDigest>>,
  other: Readonly<Record<string, TableDigest>>,
): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (table) => one[table]?.rows !== other[table]?.rows || one[table]?.digest !== other[table]?.digest,
  );
}
