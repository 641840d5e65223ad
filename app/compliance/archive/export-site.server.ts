import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { decode } from "./content-store.server.ts";
import { listSite, readResponse, type SiteCapture } from "./find-captures.server.ts";
import { hashBytes } from "./entry-hash.server.ts";
import { renderExportIndex } from "./export-index.tsx";
import { replayPage } from "./replay-page.server.ts";
import { loadCaptures } from "./verify-record.server.ts";
import verifier from "./verify-export.mjs?raw";

/** Folders of an export. */
const folders = {
  /** The bytes as they were sent. */
  captured: "captured",
  /** The same site for reading without a server: links are relative, scripts and forms are removed. */
  site: "site",
} as const;

export type ExportedSite = { pages: number; files: number; bytes: number };

/**
 * Writes the site after an entry into a folder, with a list of its pages, the hashes of all files, the chain up to this entry, and a
 * program that verifies them.
 * @param options.folder a new or empty folder
 * @param options.position the entry
 * @param options.at the time that was asked for, when this was the latest entry
 */
export async function exportSite(
  db: Kysely<Database>,
  options: { folder: string; position: number; at: Date; siteUrl: string },
): Promise<ExportedSite> {
  const { folder, position } = options;
  const captures = await listSite(db, position);
  const paths = new Set(captures.map(({ path }) => path));
  const counts = { pages: 0, files: 0, bytes: 0 };
  const listed: unknown[] = [];
  const pages: (SiteCapture & { title: string; file: string })[] = [];
  for (const capture of captures) {
    const bytes = await loadBytes(db, capture);
    const file = toFileName(capture.path, capture.title !== null);
    await write(join(folder, folders.captured, file), bytes);
    const readable = capture.title === null ? bytes : makeReadable(bytes, file, paths, options.siteUrl);
    const readableFile = `${folders.site}/${file}`;
    await write(join(folder, readableFile), readable);
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
      readable: { file: readableFile, sha256: hashBytes(Buffer.from(readable)) },
    });
    if (capture.title !== null) {
      pages.push({ ...capture, title: capture.title, file: readableFile });
    }
  }
  const chain = await loadChain(db, position);
  const index = describeExport(chain, pages, options.at);
  await write(join(folder, indexFile), index);
  const listedIndex = { file: indexFile, sha256: hashBytes(Buffer.from(index)) };
  await write(join(folder, "manifest.json"), toJson({ position, index: listedIndex, captures: listed }));
  await write(join(folder, "chain.json"), toJson(chain));
  await write(join(folder, "verify.mjs"), verifier);
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

const indexFile = "index.html";

function describeExport(
  chain: Awaited<ReturnType<typeof loadChain>>,
  pages: readonly (SiteCapture & { title: string; file: string })[],
  at: Date,
): string {
  const times = new Map(chain.map(({ position, recordedAt }) => [position, recordedAt]));
  const entry = chain.at(-1);
  if (entry === undefined) throw new Error("The chain has no entries.");
  const listed = pages.map((page) => ({ ...page, since: times.get(page.position) ?? entry.recordedAt }));
  return renderExportIndex({ at, entry, pages: listed });
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
