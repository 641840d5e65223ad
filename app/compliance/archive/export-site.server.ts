import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { decode } from "./content-store.server.ts";
import { listSite, readResponse, type SiteCapture } from "./find-captures.server.ts";
import { hashBytes } from "./entry-hash.server.ts";
import { replayPage } from "./replay-page.server.ts";
import { loadCaptures } from "./verify-record.server.ts";

/** Folders of an export. */
const folders = {
  /** The bytes as they were sent. */
  captured: "captured",
  /** The same site for reading without a server: links are relative, scripts and forms are removed. */
  site: "site",
} as const;

export type ExportedSite = { pages: number; files: number; bytes: number };

/**
 * Writes the site after an entry into a folder, with the hashes of all files and the chain up to this entry.
 * @param folder a new or empty folder
 */
export async function exportSite(
  db: Kysely<Database>,
  options: { folder: string; position: number; siteUrl: string },
): Promise<ExportedSite> {
  const { folder, position } = options;
  const captures = await listSite(db, position);
  const paths = new Set(captures.map(({ path }) => path));
  const counts = { pages: 0, files: 0, bytes: 0 };
  const listed: unknown[] = [];
  for (const capture of captures) {
    const bytes = await loadBytes(db, capture);
    const file = toFileName(capture.path, capture.title !== null);
    await write(join(folder, folders.captured, file), bytes);
    const readable = capture.title === null ? bytes : makeReadable(bytes, file, paths, options.siteUrl);
    await write(join(folder, folders.site, file), readable);
    counts[capture.title === null ? "files" : "pages"] += 1;
    counts.bytes += bytes.byteLength;
    listed.push({
      path: capture.path,
      title: capture.title,
      file: `${folders.captured}/${file}`,
      sha256: capture.contentHash,
      ...(await readResponse(db, capture.responseHash)),
      responseSha256: capture.responseHash,
      textSha256: capture.textHash,
      entry: capture.position,
    });
  }
  const chain = await loadChain(db, position);
  await write(join(folder, "manifest.json"), toJson({ position, captures: listed }));
  await write(join(folder, "chain.json"), toJson(chain));
  return counts;
}

async function loadBytes(db: Kysely<Database>, { contentHash, path }: SiteCapture): Promise<Buffer> {
  const content = await db
    .selectFrom("archiveContents")
    .select(["encoding", "bytes"])
    .where("hash", "=", contentHash)
    .executeTakeFirstOrThrow();
  const bytes = await decode(content);
  // A copy that is not what was published must not leave the archive.
  if (hashBytes(bytes) !== contentHash) throw new Error(`The bytes of ${path} are not those of its hash.`);
  return bytes;
}

/** Every entry with its fields and captures, from which its hash can be computed. */
async function loadChain(db: Kysely<Database>, position: number) {
  const entries = await db
    .selectFrom("archiveEntries")
    .selectAll()
    .where("position", "<=", position)
    .orderBy("position")
    .execute();
  const chain = [];
  for (const entry of entries) chain.push({ ...entry, captures: await loadCaptures(db, entry.position) });
  return chain;
}

/** @example toFileName("/about", true) // "about/index.html" */
function toFileName(path: string, isPage: boolean): string {
  // Paths come from our own routes, and `..` could only come from a changed database.
  const safe = posix.normalize(path).replace(/^\/+/, "");
  return isPage ? posix.join(safe, "index.html") : safe;
}

/** Replaces links by relative ones. */
function makeReadable(bytes: Buffer, file: string, paths: ReadonlySet<string>, siteUrl: string): string {
  const from = posix.dirname(file);
  return replayPage(bytes.toString("utf8"), siteUrl, (path) => {
    if (!paths.has(path)) return undefined;
    const isPage = posix.extname(path) === "";
    return posix.relative(from, toFileName(path, isPage));
  });
}

async function write(file: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
