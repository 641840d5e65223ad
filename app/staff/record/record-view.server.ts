import { shortDate } from "#app/platform/calendar/long-date.ts";
import {
  type Comparison,
  compareTexts,
  createTimeBudget,
  type TimeBudget,
} from "#app/compliance/archive/compare-texts.ts";
import { findContent, loadTexts } from "#app/compliance/archive/content-store.server.ts";
import {
  type ArchiveRange,
  endOfMinute,
  findMinute,
  findPositionAt,
  findRange,
  findVersionAt,
  findVersionSent,
  listPages,
  listSite,
  listVersions,
  type PageVersion,
} from "#app/compliance/archive/find-captures.server.ts";
import { isCaptureIntact } from "#app/compliance/archive/verify-record.server.ts";
import { findRetentionEnd } from "#app/compliance/records/fiscal-year.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import {
  exactMomentIn,
  exactTimeIn,
  momentIn,
  timeIn as timeWithZone,
} from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import { archivedFilePath, replayPath, sitePackagePath } from "#app/staff/paths/record-path.ts";
import { timeIn } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import {
  type ClaimsOfVersionView,
  viewClaimsOfVersion,
} from "#app/staff/claims-of-version/claims-view.server.ts";
import { recordTexts } from "./record.messages.ts";
import { describeAuthor, describeAuthors } from "./version-authors.server.ts";
import type { RecordQuery } from "./record-query.ts";

type Deps = { db: Parameters<typeof findRange>[0]; clock: Clock; siteUrl: string };

/** What the screen displays. */
export type RecordView = {
  /** Every page that was ever published. */
  pages: readonly { path: string; title: string }[];
  fields: { page: string; date: string; time: string; zone: string };
  problem: string | undefined;
  /** A sentence beside the fields. */
  note: string | undefined;
  /** Why there is nothing to show; undefined with a version. */
  unknown: string | undefined;
  shown: ShownVersion | undefined;
  versions: VersionList;
  changes: ChangesView | undefined;
};

export type ShownVersion = {
  number: number;
  position: number;
  title: string;
  url: string;
  moment: string;
  replayPath: string;
  sourcePath: string;
  /** Downloads the whole site at this time. */
  packagePath: string;
  isIntact: boolean;
  documents: readonly { name: string; path: string }[];
  facts: readonly (readonly [name: string, value: string])[];
  claims: ClaimsOfVersionView;
};

export type VersionList = {
  total: number;
  /** Newest first. */
  rows: readonly VersionRow[];
  hasNewer: boolean;
  /** The list continues before this version. */
  olderThan: number | undefined;
};

export type VersionRow = {
  number: number;
  captured: string;
  reason: string;
  by: string;
  hash: string;
  change: string;
  isLive: boolean;
  isShown: boolean;
};

export type ChangesView = {
  from: ComparedVersion;
  to: ComparedVersion;
  comparison: Pick<Comparison, "passages">;
  hidden: number;
};

export type ComparedVersion = { number: number; captured: string; replayPath: string };

const maxVersions = 10;
const maxPassages = 40;

/** Loads the version of a page at the chosen time, with its versions and what changed. */
export async function viewRecord(
  deps: Deps,
  query: RecordQuery,
  problem: string | undefined,
): Promise<RecordView> {
  const { db, clock } = deps;
  const range = await findRange(db);
  const versions = range === undefined ? [] : await listVersions(db, query.page);
  const chosen = await chooseMoment(deps, query, versions);
  const isFuture = chosen.at > endOfMinute(clock.now());
  const shown = chosen.version ?? (isFuture ? undefined : findVersionAt(versions, chosen.at, clock.now()));
  const view = {
    pages: await listPages(db),
    fields: createFields(query.page, chosen.at),
    problem: problem ?? chosen.problem,
  };
  const list = await viewVersions(deps, versions, shown, query.before);
  if (range === undefined || shown === undefined) {
    const unknown = explainUnknown(range, chosen.at, isFuture);
    return { ...view, note: undefined, unknown, shown: undefined, versions: list, changes: undefined };
  }
  return {
    ...view,
    note: [
      describeSent(query, shown),
      describePeriod(shown, range),
      describeMinute(shown, versions, chosen.at),
    ]
      .filter(Boolean)
      .join(" "),
    unknown: undefined,
    shown: await viewShown(deps, shown, versions, range, chosen.at),
    versions: list,
    changes: await viewChanges(deps, versions, shown, query),
  };
}

type Chosen = { at: Date; version?: PageVersion | undefined; problem?: string };

/** The time that the parameters name: that of a version, of a form, or of the fields. Now by default. */
async function chooseMoment(
  { db, clock }: Deps,
  query: RecordQuery,
  versions: readonly PageVersion[],
): Promise<Chosen> {
  const { version: number, sent, sentAt, date, time } = query;
  const now = endOfMinute(clock.now());
  const version =
    versions.find((each) => each.number === number) ??
    (sent === undefined ? undefined : findVersionSent(versions, sent));
  if (version !== undefined) return { at: version.recordedAt, version };
  if (sentAt !== undefined) return { at: sentAt };
  if (date === undefined && time === undefined) return { at: now };
  const today = dayIn(practice.timeZone, now);
  const at = await findMinute(db, `${date ?? today}T${time ?? "23:59"}`);
  return at === undefined ? { at: now, problem: recordTexts.skippedHour } : { at };
}

function createFields(page: string, at: Date): RecordView["fields"] {
  const { timeZone } = practice;
  // “10:00 AM CST”
  const zone = timeWithZone(timeZone, at).split(" ").at(-1) ?? "";
  return { page, date: dayIn(timeZone, at), time: timeIn(timeZone, at), zone };
}

function explainUnknown(range: ArchiveRange | undefined, at: Date, isFuture: boolean): string {
  if (range === undefined) return recordTexts.nothing;
  if (at < range.first) return recordTexts.beforeFirst(formatMoment(range.first));
  return isFuture ? recordTexts.future : recordTexts.notPublished;
}

function describeSent({ sent, sentAt }: RecordQuery, shown: PageVersion): string {
  if (sent === undefined || sentAt === undefined) return "";
  return findVersionSent([shown], sent) === undefined ? recordTexts.nearestSent : recordTexts.exactlySent;
}

function describePeriod({ number, recordedAt, until }: PageVersion, { checkedAt }: ArchiveRange): string {
  const since = formatMoment(recordedAt);
  if (until !== null) return recordTexts.past(number, since, formatMoment(until));
  const checked = checkedAt === null ? "" : ` ${recordTexts.checked(formatMoment(checkedAt))}`;
  return recordTexts.live(number, since) + checked;
}

/** Both versions of a minute were live in it. The later one is shown. */
function describeMinute(shown: PageVersion, versions: readonly PageVersion[], at: Date): string {
  const previous = versions[shown.number - 2];
  const isInMinute = endOfMinute(shown.recordedAt).getTime() === endOfMinute(at).getTime();
  if (!isInMinute || previous?.until === null || previous === undefined) return "";
  return recordTexts.inMinute(previous.number, exactTimeIn(practice.timeZone, previous.until));
}

async function viewShown(
  { db, clock, siteUrl }: Deps,
  shown: PageVersion,
  versions: readonly PageVersion[],
  range: ArchiveRange,
  at: Date,
): Promise<ShownVersion> {
  const { path, title, number, position, contentHash } = shown;
  const { facts } = recordTexts;
  // Links in the frame lead to the pages as they were at the same time.
  const moment = Math.max(position, (await findPositionAt(db, at, clock.now())) ?? position);
  const kind = shown.kind === "state" ? `, ${recordTexts.state(shown.release)}` : "";
  return {
    number,
    position,
    title,
    url: siteUrl + path,
    moment: formatMoment(at),
    replayPath: replayPath(moment, path),
    sourcePath: archivedFilePath(contentHash),
    packagePath: sitePackagePath(moment, at),
    isIntact: await isCaptureIntact(db, shown),
    documents: await listDocuments(db, shown),
    claims: await viewClaimsOfVersion({ db, clock }, { path, contentHash, position: moment, at }),
    facts: [
      [facts.captured, exactMomentIn(practice.timeZone, shown.recordedAt)],
      ...(await describeAuthors(db, shown, versions)),
      [facts.reason, shown.reason],
      ...(shown.build === null ? [] : [[facts.build, shown.build] as const]),
      [facts.entry, recordTexts.entry(position, range.last) + kind],
      [facts.entryHash, shown.hash],
      [facts.contentHash, contentHash],
      [facts.retention, describeRetention(shown, clock.now())],
    ],
  };
}

/** A live version counts as last published today. */
function describeRetention({ until }: PageVersion, now: Date): string {
  const end = findRetentionEnd(dayIn(practice.timeZone, until ?? now));
  return recordTexts.keepUntil(shortDate(end), until === null);
}

/** The PDF files that the page links to or displays in a frame. */
async function listDocuments(
  db: Deps["db"],
  { position, contentHash }: PageVersion,
): Promise<{ name: string; path: string }[]> {
  const html = (await findContent(db, contentHash))?.toString("utf8") ?? "";
  const site = await listSite(db, position);
  return site
    .filter(({ path }) => path.endsWith(".pdf") && html.includes(`"${path}`))
    .map((file) => ({ name: file.path.slice(1), path: archivedFilePath(file.contentHash) }));
}

async function viewVersions(
  { db }: Deps,
  versions: readonly PageVersion[],
  shown: PageVersion | undefined,
  before: number | undefined,
): Promise<VersionList> {
  const total = versions.length;
  const end = before === undefined ? chooseEnd(total, shown) : Math.min(total, before - 1);
  const start = Math.max(0, end - maxVersions);
  const listed = versions.slice(start, end);
  const texts = await loadTexts(
    db,
    versions.slice(Math.max(0, start - 1), end).map(({ textHash }) => textHash),
  );
  const budget = createTimeBudget();
  return {
    total,
    rows: listed
      .map((version) => {
        const previous = versions[version.number - 2];
        return viewVersion(version, shown, describeChange(texts, previous, version, budget));
      })
      .toReversed(),
    hasNewer: end < total,
    olderThan: start > 0 ? start + 1 : undefined,
  };
}

/** The end of a list that contains the shown version: the newest one, if the list reaches that far. */
function chooseEnd(total: number, shown: PageVersion | undefined): number {
  if (shown === undefined || shown.number > total - maxVersions) return total;
  return Math.min(total, shown.number + maxVersions / 2);
}

function viewVersion(version: PageVersion, shown: PageVersion | undefined, change: string): VersionRow {
  const { number, recordedAt, reason, hash, until } = version;
  return {
    number,
    captured: formatMoment(recordedAt),
    reason,
    by: describeAuthor(version),
    hash: `${hash.slice(0, 4)}…${hash.slice(-4)}`,
    change,
    isLive: until === null,
    isShown: number === shown?.number,
  };
}

function describeChange(
  texts: ReadonlyMap<string, string>,
  previous: PageVersion | undefined,
  version: PageVersion,
  budget: TimeBudget,
): string {
  if (previous === undefined) return recordTexts.first;
  if (previous.textHash === version.textHash) return recordTexts.sameWords;
  const read = ({ textHash }: PageVersion) => texts.get(textHash) ?? "";
  const { added, removed } = compareTexts(read(previous), read(version), budget);
  return recordTexts.words(added, removed);
}

/** Compares the chosen versions, or else the shown one with the one before it. */
async function viewChanges(
  { db }: Deps,
  versions: readonly PageVersion[],
  shown: PageVersion,
  query: RecordQuery,
): Promise<ChangesView | undefined> {
  const find = (number: number | undefined) => versions.find((version) => version.number === number);
  const to = find(query.to) ?? shown;
  const from = find(query.from) ?? find(to.number - 1);
  if (from === undefined || from === to) return undefined;
  const texts = await loadTexts(db, [from.textHash, to.textHash]);
  const { passages } = compareTexts(texts.get(from.textHash) ?? "", texts.get(to.textHash) ?? "");
  return {
    from: viewCompared(from),
    to: viewCompared(to),
    comparison: { passages: passages.slice(0, maxPassages) },
    hidden: Math.max(0, passages.length - maxPassages),
  };
}

function viewCompared({ number, recordedAt, position, path }: PageVersion): ComparedVersion {
  return { number, captured: formatMoment(recordedAt), replayPath: replayPath(position, path) };
}

function formatMoment(at: Date): string {
  return momentIn(practice.timeZone, at);
}
