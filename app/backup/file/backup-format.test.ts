import { describe, expect, it, test } from "vitest";
import {
  type BackupPart,
  encodeLine,
  endOfTable,
  type Manifest,
  parseBackup,
} from "./backup-format.server.ts";
import { createTableDigest } from "./table-digest.server.ts";

const manifest = {
  format: 1,
  release: "Version 0.1.0",
  createdAt: "2026-11-22T08:30:00.000Z",
  migrations: [{ name: "0001_a.sql", checksum: "c" }],
  secrets: ["secret"],
} satisfies Manifest;
/** As COPY writes them: a line feed, a backslash with a period, and a null. */
const rows = ["1\tone\\nline\n", "2\t\\\\.\n", "3\t\\N\n"];
const digest = createTableDigest();
for (const row of rows) digest.add(Buffer.from(row.slice(0, -1)));
const tables = { people: digest.result(), visits: { rows: 0, digest: "0".repeat(64) } };

function content(changes: { format?: number; rows?: string[] } = {}): Buffer {
  return Buffer.concat([
    encodeLine({ ...manifest, format: changes.format ?? 1 }),
    encodeLine({ table: "people", columns: ["id", "name"] }),
    ...(changes.rows ?? rows).map((row) => Buffer.from(row)),
    endOfTable,
    encodeLine({ table: "visits", columns: ["id"] }),
    endOfTable,
    encodeLine({ tables, sequences: { people_id_seq: 3 } }),
  ]);
}

async function* split(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function parse(bytes: Buffer, size = 50): Promise<BackupPart[]> {
  const parts: BackupPart[] = [];
  for await (const part of parseBackup(split(bytes, size), "a.backup")) parts.push(part);
  return parts;
}

describe("the content of a backup", () => {
  test.each([1, 2, 7, 64, 10_000])("is parsed from pieces of %i bytes", async (size) => {
    const parts = await parse(content(), size);
    const kinds = parts.map(({ kind }) => kind).filter((kind) => kind !== "rows");
    expect(kinds).toEqual(["manifest", "table", "table-end", "table", "table-end", "summary"]);
    const copied = parts.flatMap((part) => (part.kind === "rows" ? [part.bytes.toString()] : []));
    expect(copied.join("")).toBe(rows.join(""));
  });

  it("is refused if a newer release wrote it", async () => {
    await expect(parse(content({ format: 2 }))).rejects.toThrow("has the format 2, and this release reads");
  });

  test.each([
    ["a missing row", rows.slice(1)],
    ["a repeated row", [...rows, ...rows.slice(0, 1)]],
    ["a changed row", ["1\ttwo\n", ...rows.slice(1)]],
  ])("is refused with %s", async (_, changed) => {
    await expect(parse(content({ rows: changed }))).rejects.toThrow("The rows of the table people");
  });

  it("is accepted with the rows in another order, because the order is not defined", async () => {
    expect((await parse(content({ rows: rows.toReversed() }))).at(-1)?.kind).toBe("summary");
  });

  it("is refused without its summary", async () => {
    const whole = content();
    await expect(parse(whole.subarray(0, whole.lastIndexOf('{"tables"')))).rejects.toThrow("has no end");
  });
});
