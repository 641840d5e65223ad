import { type Kysely, type NotNull, sql } from "kysely";
import type { ArchiveCapturesTable, ArchiveEntriesTable } from "#app/data/schema/archive.ts";
import type { Database } from "#app/data/schema/database.ts";
import { toInstant } from "#app/data/time/to-instant.server.ts";
import { practice } from "#content/practice.ts";
import { findContent } from "./content-store.server.ts";

/** How far the archive reaches. */
export type ArchiveRange = {
  /** The first capture; before it, the archive knows nothing. */
  first: Date;
  /** The position of the last entry. */
  last: number;
  /** The latest release, and when a server last compared its site with it. */
  release: number;
  checkedAt: Date | null;
};

/** @returns undefined while nothing was captured */
export async function findRange(db: Kysely<Database>): Promise<ArchiveRange | undefined> {
  const { rows } = await sql<ArchiveRange>`
    select earliest.recorded_at as first, latest.position as last, latest.release, archive_checks.checked_at
    from (select recorded_at from archive_entries order by position limit 1) as earliest,
      (select position, release from archive_entries order by position desc limit 1) as latest
      left join archive_checks on archive_checks.release = latest.release`.execute(db);
  return rows[0];
}

/** When the site was captured for the first time; undefined if it was not. */
export async function findFirstCapture(db: Kysely<Database>): Promise<Date | undefined> {
  return (await findRange(db))?.first;
}

/** People choose a minute. It includes what was captured in it. */
export function endOfMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 60_000) * 60_000 + 59_999);
}

/**
 * The end of a minute in the firm's time zone. Undefined for a time that the change to daylight saving time skips.
 * @param local a real day with a time, like 2026-03-03T10:00
 */
export async function findMinute(db: Kysely<Database>, local: string): Promise<Date | undefined> {
  const at = await toInstant(db, local, practice.timeZone);
  return at === undefined ? undefined : endOfMinute(at);
}

/**
 * Returns the position of the last entry at a time, or undefined before the first capture. Now, and until the current minute ends, that is the
 * last of all entries, even if it was dated in the future by a clock that was ahead.
 */
export async function findPositionAt(db: Kysely<Database>, at: Date, now: Date): Promise<number | undefined> {
  const entry = await db
    .selectFrom("archiveEntries")
    .select("position")
    .$if(at < now, (query) => query.where("recordedAt", "<=", at))
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return entry?.position;
}

/** Every page that was ever published, with its latest title, in the order of the paths. */
export async function listPages(db: Kysely<Database>): Promise<{ path: string; title: string }[]> {
  const { rows } = await sql<{ path: string; title: string }>`
    select distinct on (path) path, title from archive_captures
    where title is not null
    order by path, position desc`.execute(db);
  return rows;
}

export type SiteCapture = ArchiveCapturesTable;

/** The pages and files of the site after an entry, in the order of the paths. */
export async function listSite(db: Kysely<Database>, position: number): Promise<SiteCapture[]> {
  const { rows } = await sql<SiteCapture>`
    select distinct on (capture.path) capture.*
    from archive_captures as capture join archive_entries as entry using (position)
    where entry.release = (select release from archive_entries where position = ${position})
      and entry.position <= ${position}
    order by capture.path, capture.position desc`.execute(db);
  return rows;
}

/** When an entry was recorded, and when the next one was; undefined if it does not exist. */
export async function findEntryTimes(
  db: Kysely<Database>,
  position: number,
): Promise<{ recordedAt: Date; until: Date | null } | undefined> {
  return db
    .selectFrom("archiveEntries as entry")
    .leftJoin("archiveEntries as next", (join) =>
      join.on(({ eb }) => eb("next.position", "=", eb("entry.position", "+", 1))),
    )
    .select(["entry.recordedAt", "next.recordedAt as until"])
    .where("entry.position", "=", position)
    .executeTakeFirst();
}

/** What was published at one path between two changes. */
export type PageVersion = Omit<ArchiveEntriesTable, "position" | "siteDigest" | "previousHash"> &
  Omit<ArchiveCapturesTable, "title" | "textHash"> & {
    title: string;
    textHash: string;
    /** 1 for the first captured version of the page. */
    number: number;
    /** When the next version was captured or the page was removed; null for a version that is still published. */
    until: Date | null;
  };

/** The versions of a page, oldest first. A capture that equals the one before it is no new version. */
export async function listVersions(db: Kysely<Database>, path: string): Promise<PageVersion[]> {
  const captures = await db
    .selectFrom("archiveCaptures as capture")
    .innerJoin("archiveEntries as entry", "entry.position", "capture.position")
    .select([
      "capture.position",
      "capture.path",
      "capture.title",
      "capture.contentHash",
      "capture.responseHash",
      "capture.textHash",
      "entry.kind",
      "entry.release",
      "entry.recordedAt",
      "entry.author",
      "entry.approver",
      "entry.reason",
      "entry.build",
      "entry.hash",
    ])
    .where("capture.path", "=", path)
    .where("capture.title", "is not", null)
    .orderBy("capture.position")
    .$narrowType<{ title: NotNull; textHash: NotNull }>()
    .execute();
  const { rows: removals } = await sql<{ position: number; recordedAt: Date }>`
    select position, recorded_at from archive_entries as entry
    where kind = 'release'
      and not exists (select from archive_captures where path = ${path} and position = entry.position)
    order by position`.execute(db);
  return numberVersions(captures, removals);
}

/** @param removals releases without the page, in the order of their positions */
function numberVersions(
  captures: readonly Omit<PageVersion, "number" | "until">[],
  removals: readonly { position: number; recordedAt: Date }[],
): PageVersion[] {
  const versions: PageVersion[] = [];
  for (const capture of captures) {
    const previous = versions.at(-1);
    const removal = removals.find(
      ({ position }) => position > (previous?.position ?? capture.position) && position < capture.position,
    );
    const isSame =
      removal === undefined &&
      previous?.contentHash === capture.contentHash &&
      previous.responseHash === capture.responseHash;
    if (isSame) continue;
    if (previous !== undefined) previous.until = (removal ?? capture).recordedAt;
    versions.push({ ...capture, number: versions.length + 1, until: null });
  }
  const last = versions.at(-1);
  const removal = removals.find(({ position }) => last !== undefined && position > last.position);
  if (last !== undefined && removal !== undefined) last.until = removal.recordedAt;
  return versions;
}

/**
 * The version that a form token names, with the state of the page that the visitor received.
 * @param pageVersion the first 132 bits of the hash in base64url, as receipts store it (`server/pages/pages.ts`)
 */
export function findVersionSent(
  versions: readonly PageVersion[],
  pageVersion: string,
): PageVersion | undefined {
  const digits = Buffer.from(`${pageVersion}AA`, "base64url").toString("hex").slice(0, 33);
  return versions.findLast(({ contentHash }) => digits.length === 33 && contentHash.startsWith(digits));
}

/**
 * The version that was published at a time; undefined before the first one and while the page was removed. Now, and until the current minute
 * ends, that is the one in force, even if a clock that was ahead dated it in the future.
 */
export function findVersionAt(
  versions: readonly PageVersion[],
  at: Date,
  now: Date,
): PageVersion | undefined {
  if (at >= now) return versions.findLast(({ until }) => until === null);
  return versions.findLast(({ recordedAt, until }) => recordedAt <= at && (until === null || until > at));
}

/** The status and headers of a capture. */
export type CapturedResponse = { status: number; headers: Readonly<Record<string, string>> };

/** A captured file by the hash of its bytes; undefined if nothing with these bytes was published. */
export async function findFile(
  db: Kysely<Database>,
  contentHash: string,
): Promise<{ bytes: Buffer; response: CapturedResponse; path: string } | undefined> {
  const capture = await db
    .selectFrom("archiveCaptures")
    .select(["path", "responseHash"])
    .where("contentHash", "=", contentHash)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  const bytes = capture === undefined ? undefined : await findContent(db, contentHash);
  if (capture === undefined || bytes === undefined) return undefined;
  return { bytes, response: await readResponse(db, capture.responseHash), path: capture.path };
}

/** @throws if the archive lacks the response, which the foreign keys prevent */
export async function readResponse(db: Kysely<Database>, responseHash: string): Promise<CapturedResponse> {
  const bytes = await findContent(db, responseHash);
  if (bytes === undefined) throw new Error(`The archive lacks the response ${responseHash}.`);
  return JSON.parse(bytes.toString("utf8")) as CapturedResponse; // written by `storeCaptures`
}
