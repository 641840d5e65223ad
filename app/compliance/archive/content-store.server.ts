import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { Kysely } from "kysely";
import type { ArchiveContentsTable } from "#app/data/schema/archive.ts";
import type { Database } from "#app/data/schema/database.ts";
import { hashBytes } from "./entry-hash.server.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** A tenth larger than the best quality, in a fortieth of the time. */
const quality = 6;

/**
 * Stores bytes that are not stored yet.
 * @param bytesByHash uncompressed, by their SHA-256
 */
export async function storeContents(
  db: Kysely<Database>,
  bytesByHash: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const known = await findStoredHashes(db, [...bytesByHash.keys()]);
  // One statement for each, because all of them together could exceed the limit of a statement.
  for (const [hash, bytes] of bytesByHash) {
    if (known.has(hash)) continue;
    await db
      .insertInto("archiveContents")
      .values({ hash, ...(await encode(bytes)) })
      .onConflict((conflict) => conflict.column("hash").doNothing())
      .execute();
  }
}

/** Returns those of the hashes whose bytes are stored. */
export async function findStoredHashes(
  db: Kysely<Database>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const stored = await db.selectFrom("archiveContents").select("hash").where("hash", "in", hashes).execute();
  return new Set(stored.map(({ hash }) => hash));
}

/** Returns the uncompressed bytes, or undefined if the archive does not contain them. */
export async function findContent(db: Kysely<Database>, hash: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("archiveContents")
    .select(["encoding", "bytes"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row === undefined ? undefined : decode(row);
}

/** Returns texts by the hash of their bytes. @throws if one is missing, which the foreign keys prevent */
export async function loadTexts(
  db: Kysely<Database>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const hash of new Set(hashes)) {
    const bytes = await findContent(db, hash);
    if (bytes === undefined) throw new Error(`The archive lacks the content ${hash}.`);
    texts.set(hash, bytes.toString("utf8"));
  }
  return texts;
}

/** @throws if the bytes cannot be decompressed */
export async function decode({
  encoding,
  bytes,
}: Pick<ArchiveContentsTable, "encoding" | "bytes">): Promise<Buffer> {
  return encoding === "br" ? decompress(bytes) : bytes;
}

/** Whether stored bytes are those that their hash names. */
export async function isIntact({
  hash,
  ...content
}: Pick<ArchiveContentsTable, "hash" | "encoding" | "bytes">): Promise<boolean> {
  const bytes = await decode(content).catch(() => undefined);
  return bytes !== undefined && hashBytes(bytes) === hash;
}

/** Fonts and pictures do not become smaller, so they stay as they are. */
async function encode(bytes: Uint8Array): Promise<Pick<ArchiveContentsTable, "encoding" | "bytes">> {
  const compressed = await compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
  return compressed.byteLength < bytes.byteLength
    ? { encoding: "br", bytes: compressed }
    : { encoding: "identity", bytes: Buffer.from(bytes) };
}
