import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findTextRelease } from "#app/compliance/archive/find-text-release.ts";
import { listSite, readResponse, type SiteCapture } from "#app/compliance/archive/find-captures.server.ts";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import { type ExportFile, exportPages } from "./export-file.ts";
import { describeAuthors } from "./entry-authors.ts";
import { formatExportTitle, type ExportFacts, renderExportIndex } from "./export-index.tsx";
import { listPeriodFiles } from "./export-period.server.ts";
import { type ChainEntry, findRelease } from "./list-changes.ts";
import { loadBytes } from "./load-bytes.server.ts";
import { loadChain } from "./load-chain.server.ts";
import type { Period } from "./period.server.ts";
import { type ArchivedResponse, createWebArchive } from "./web-archive.server.ts";
import { replayPage } from "#app/compliance/archive/replay-page.server.ts";

/** Folders of an export. */
const folders = {
  /** The bytes as they were sent. */
  captured: "captured",
  /** The same site for reading without a server: links are relative, scripts and forms are removed. */
  site: "site",
} as const;

/** The source of the program that verifies an export. */
const verifiers = import.meta.glob<string>("./verify-export.server.mjs", {
  query: "?raw",
  import: "default",
  eager: true,
});
const [verifier = ""] = Object.values(verifiers);

/** A file as the manifest lists it. */
export type ListedFile = { file: string; sha256: string };

/** The name of the file whose hash covers all others. */
export const manifestName = "manifest.json";

/** An entry, and the time that was asked for, when it was the latest one. */
export type ExportedMoment = {
  position: number;
  at: Date;
  exportedAt: Date;
  siteUrl: string;
  /** Files about the site that are not part of the record, such as its claims. The manifest contains their hashes. */
  attachments: readonly ExportFile[];
  /** Files that the caller has written to the export, such as the audit log, which can be too large for memory. */
  written?: readonly ListedFile[];
  /** The paths of the pages with a section in claims.html. */
  pagesWithClaims?: ReadonlySet<string>;
  /** Adds all versions of the pages in this period, which ends with the same entry. */
  period?: Period | undefined;
};

/**
 * Writes the site after an entry into a folder. @param folder a new or empty folder
 * @returns the number of pages and of other files of the site, and the hash of the manifest
 */
export async function exportSite(
  db: Kysely<Database>,
  { folder, ...moment }: ExportedMoment & { folder: string },
): Promise<{ pages: number; files: number; manifest: string }> {
  let manifest = "";
  for await (const { name, content } of listExport(db, moment)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    if (name === manifestName) manifest = hashBytes(content);
  }
  const captures = await listSite(db, moment.position);
  const pages = captures.filter(({ title }) => title !== null).length;
  return { pages, files: captures.length - pages, manifest };
}

/**
 * The files of an export: the site after an entry, a list of its pages, the attachments, the site as a web archive, the chain up to this
 * entry, a program that verifies them, and the manifest with the hashes of all files. With a period, it also contains the versions in this
 * period and a page with the changes.
 */
export async function* listExport(
  db: Kysely<Database>,
  { position, at, exportedAt, siteUrl, attachments, written = [], ...moment }: ExportedMoment,
): AsyncGenerator<ExportFile> {
  const { pagesWithClaims = new Set(), period } = moment;
  const captures = await listSite(db, position);
  const chain = await loadChain(db, position);
  const webArchive = await createWebArchive({ title: formatExportTitle(at), createdAt: exportedAt });
  const recorded = new Map(chain.map((entry) => [entry.position, entry.recordedAt]));
  const { listed, pages, places } = yield* listSiteFiles(db, captures, {
    siteUrl,
    onResponse: (capture, response) =>
      webArchive.add({ ...response, at: recorded.get(capture.position) ?? at }),
  });
  const versions = period && (yield* listPeriodFiles(db, { chain, period, pagesWithClaims, places }));
  const names = [...attachments.map(({ name }) => name), ...written.map(({ file }) => file)];
  const facts = { at, period, pagesWithClaims, others: names };
  const others: ExportFile[] = [
    { name: exportPages.index, content: Buffer.from(describeExport(chain, pages, facts)) },
    ...(versions === undefined ? [] : [versions.page]),
    ...attachments,
    { name: "website.wacz", content: await webArchive.finish() },
    { name: "chain.json", content: toJson(chain) },
    { name: "verify.mjs", content: Buffer.from(verifier) },
  ];
  yield* others;
  const files = [
    ...others.map(({ name, content }) => ({ file: name, sha256: hashBytes(content) })),
    ...written,
  ];
  yield {
    name: manifestName,
    content: toJson({ position, files, captures: listed, period: versions?.listed }),
  };
}

type ExportedPage = SiteCapture & { title: string; file: string };

/**
 * The pages and files of the site, each as it was sent and as a copy for reading.
 * @returns what the manifest lists about them, the pages, and the file of each capture by the hash of its bytes
 */
async function* listSiteFiles(
  db: Kysely<Database>,
  captures: readonly SiteCapture[],
  options: {
    siteUrl: string;
    onResponse: (capture: SiteCapture, response: Omit<ArchivedResponse, "at">) => Promise<void>;
  },
): AsyncGenerator<ExportFile, { listed: unknown[]; pages: ExportedPage[]; places: Map<string, string> }> {
  const { siteUrl, onResponse } = options;
  const paths = new Set(captures.map(({ path }) => path));
  const listed: unknown[] = [];
  const pages: ExportedPage[] = [];
  const places = new Map<string, string>();
  for (const capture of captures) {
    const { path, title } = capture;
    const bytes = await loadBytes(db, capture);
    const file = toFileName(path, title !== null);
    const captured = { name: `${folders.captured}/${file}`, content: bytes };
    const readable = {
      name: `${folders.site}/${file}`,
      content: title === null ? bytes : makeReadable(bytes, file, paths, siteUrl),
    };
    yield captured;
    yield readable;
    places.set(capture.contentHash, captured.name);
    const response = await readResponse(db, capture.responseHash);
    await onResponse(capture, { ...response, url: siteUrl + path, title, bytes });
    listed.push({
      path,
      title,
      file: captured.name,
      sha256: capture.contentHash,
      ...response,
      responseSha256: capture.responseHash,
      textSha256: capture.textHash,
      entry: capture.position,
      readable: { file: readable.name, sha256: hashBytes(readable.content) },
    });
    if (title !== null) pages.push({ ...capture, title, file: readable.name });
  }
  return { listed, pages, places };
}

function describeExport(
  chain: readonly ChainEntry[],
  pages: readonly ExportedPage[],
  facts: Omit<ExportFacts, "entry" | "release" | "pages">,
): string {
  const entry = chain.at(-1);
  if (entry === undefined) throw new Error("The chain has no entries.");
  const listed = pages.map((page) => ({
    ...page,
    since: findSince(chain, page) ?? entry.recordedAt,
    approver: describeApprover(chain, page),
  }));
  return renderExportIndex({ ...facts, entry, release: findRelease(chain, entry), pages: listed });
}

/** Who approved the words of a page, and in which entry. The page of a new live event needs no approval. */
function describeApprover(chain: readonly ChainEntry[], { path }: SiteCapture): string {
  const versions = chain.flatMap((entry) => {
    const captured = entry.captures.find((capture) => capture.path === path);
    return captured === undefined ? [] : { ...entry, textHash: captured.textHash };
  });
  const release = findTextRelease(versions);
  if (release === undefined) return "No separate approval";
  return `${describeAuthors(release, release).approver}, entry ${release.position}`;
}

/** When a page was first captured as it is now. A release lists all pages, also those that it did not change. */
function findSince(chain: readonly ChainEntry[], page: SiteCapture): Date | undefined {
  let since: Date | undefined;
  for (const { kind, captures, recordedAt } of chain.toReversed()) {
    const captured = captures.find(({ path }) => path === page.path);
    const isSame = captured?.contentHash === page.contentHash && captured.responseHash === page.responseHash;
    if (captured === undefined ? kind === "release" : !isSame) break;
    if (isSame) since = recordedAt;
  }
  return since;
}

/** @example toFileName("/about", true) // "about/index.html" */
function toFileName(path: string, isPage: boolean): string {
  // Paths come from our own routes, and `..` could only come from a changed database.
  const safe = posix.normalize(path).replace(/^\/+/, "");
  return isPage ? posix.join(safe, "index.html") : safe;
}

/** Replaces links by relative ones. */
function makeReadable(bytes: Buffer, file: string, paths: ReadonlySet<string>, siteUrl: string): Buffer {
  const from = posix.dirname(file);
  const page = replayPage(bytes.toString("utf8"), siteUrl, (path) => {
    if (!paths.has(path)) return undefined;
    const isPage = posix.extname(path) === "";
    return posix.relative(from, toFileName(path, isPage));
  });
  return Buffer.from(page);
}

function toJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
