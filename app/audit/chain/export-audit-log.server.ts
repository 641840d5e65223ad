import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Kysely, sql } from "kysely";
import type { AuditLinksTable } from "#app/data/schema/audit-chain.ts";
import type { Database } from "#app/data/schema/database.ts";
import { type DayRange, inDays } from "#app/data/lists/days.server.ts";
import { type ExactEvent, exactEventColumns, formatTime, type ListedSeal } from "./chain-hash.server.ts";

/** The links that contain all events of a period. They can contain others, so that each link can be verified as a whole. */
export type ExportedLinks = { firstLink: number; lastLink: number };

/** An event with the salt of its digest. */
export type ExportedAuditEvent = Omit<ExactEvent, "at"> & { at: string; salt: string | null };

/** Creates the page of the events, in parts. */
type PageOfEvents = (events: AsyncIterable<ExportedAuditEvent>) => AsyncIterable<string>;

const linksPerQuery = 20;
const eventsPerQuery = 1_000;

/** A file of an export, which can be too large for memory. */
type AuditFile = { name: string; lines: AsyncIterable<string> };

/** The files of an export with the links of some days, and their number of seals. */
type AuditExport = ExportedLinks & { seals: number; files: readonly AuditFile[] };

/** The days of an export as the audit log records them. */
export function listAuditDayDetails({ from, to }: Pick<DayRange, "from" | "to">): Record<string, string> {
  return {
    ...(from !== undefined && { auditSince: from }),
    ...(to !== undefined && { auditUntil: to }),
  };
}

/**
 * Prepares the audit log of some days for the folder `audit` of an export: the links that contain these days with all their events, and the
 * digests of all later links, which lead to the last hash. The verifier of the export (`verify-export.server.mjs`) reads these files. Links
 * that are added during the export are not in it.
 * @param createPage creates a page for reading
 * @returns undefined if no event of these days is sealed
 */
export async function prepareAuditLog(
  db: Kysely<Database>,
  days: DayRange,
  createPage: PageOfEvents,
): Promise<AuditExport | undefined> {
  const found = await findLinks(db, days);
  if (found === undefined) return undefined;
  const { head, ...links } = found;
  const { from: since, to: until } = days;
  const { rows } = await sql<{ seals: number }>`
    select count(*) as seals from audit_seals where position >= ${links.firstLink}`.execute(db);
  const range = `${JSON.stringify({ since, until, ...links }, null, 2)}\n`;
  return {
    ...links,
    seals: rows[0]?.seals ?? 0,
    files: [
      { name: "audit/range.json", lines: Readable.from([range]) },
      { name: "audit/links.jsonl", lines: toLines(listLinks(db, { firstLink: links.firstLink, head })) },
      { name: "audit/events.jsonl", lines: toLines(listEvents(db, links)) },
      { name: "audit/index.html", lines: createPage(listEvents(db, links)) },
    ],
  };
}

/**
 * Writes the audit log of some days into the folder `audit` of an export.
 * @returns undefined if no event of these days is sealed; otherwise the links, and the SHA-256 of each file
 */
export async function exportAuditLog(
  db: Kysely<Database>,
  folder: string,
  days: DayRange,
  createPage: PageOfEvents,
): Promise<(ExportedLinks & { written: { file: string; sha256: string }[] }) | undefined> {
  const prepared = await prepareAuditLog(db, days, createPage);
  if (prepared === undefined) return undefined;
  await mkdir(join(folder, "audit"), { recursive: true });
  const written = [];
  for (const { name, lines } of prepared.files) {
    const hash = createHash("sha256");
    await pipeline(
      Readable.from(lines),
      async function* (texts: AsyncIterable<string>) {
        for await (const text of texts) {
          hash.update(text);
          yield text;
        }
      },
      createWriteStream(join(folder, name)),
    );
    written.push({ file: name, sha256: hash.digest("hex") });
  }
  return { ...prepared, written };
}

async function* toLines(rows: AsyncGenerator<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** A later link can seal an event again, to explain it. */
async function findLinks(
  db: Kysely<Database>,
  days: DayRange,
): Promise<(ExportedLinks & { head: number }) | undefined> {
  const isWithin = sql.join([sql`true`, ...inDays(sql.ref<Date>("event.at"), days)], sql` and `);
  const { rows } = await sql<{ firstLink: number | null; lastLink: number | null; head: number }>`
    select min(position) as first_link, max(position) as last_link,
      (select max(position) from audit_links) as head
    from (
      select min(seal.position) as position
      from audit_events as event join audit_seals as seal on seal.event_id = event.id
      where ${isWithin} group by event.id
    ) as sealed`.execute(db);
  const { firstLink = null, lastLink = null, head = 0 } = rows[0] ?? {};
  return firstLink === null || lastLink === null ? undefined : { firstLink, lastLink, head };
}

/** @param range.head the last link when the export began */
async function* listLinks(
  db: Kysely<Database>,
  { firstLink, head }: { firstLink: number; head: number },
): AsyncGenerator<object> {
  let next = firstLink;
  for (;;) {
    const { rows } = await sql<AuditLinksTable & { seals: readonly ListedSeal[] }>`
      select link.*, (
        select coalesce(jsonb_agg(jsonb_build_array(event_id::text, digest, reason) order by event_id), '[]')
        from audit_seals as seal where seal.position = link.position
      ) as seals
      from audit_links as link where link.position between ${next} and ${head}
      order by link.position limit ${linksPerQuery}`.execute(db);
    for (const { seals, ...link } of rows) yield { ...link, seals };
    const last = rows.at(-1);
    if (last === undefined) return;
    next = last.position + 1;
  }
}

async function* listEvents(
  db: Kysely<Database>,
  { firstLink, lastLink }: ExportedLinks,
): AsyncGenerator<ExportedAuditEvent> {
  let after: string | undefined;
  for (;;) {
    const isAfter = after === undefined ? sql`true` : sql`event_id > ${after}::bigint`;
    const { rows } = await sql<ExactEvent & { salt: string | null }>`
      select latest.salt, ${exactEventColumns}
      from (
        select distinct event_id from audit_seals
        where position between ${firstLink} and ${lastLink} and ${isAfter}
        order by event_id limit ${eventsPerQuery}
      ) as listed
      join audit_events as event on event.id = listed.event_id
      join lateral (
        select salt from audit_seals where event_id = listed.event_id order by position desc limit 1
      ) as latest on true
      order by event.id`.execute(db);
    for (const { at, ...row } of rows) yield { ...row, at: formatTime(at) };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
