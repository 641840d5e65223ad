import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
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

const linksPerQuery = 20;
const eventsPerQuery = 1_000;

/**
 * Writes the audit log of some days into the folder `audit` of an export: the links that contain these days with all their events, and the
 * digests of all later links, which lead to the last hash. The verifier of the export (`verify-export.server.mjs`) reads these files.
 * @returns undefined if no event of these days is sealed
 */
export async function exportAuditLog(
  db: Kysely<Database>,
  folder: string,
  days: DayRange,
): Promise<ExportedLinks | undefined> {
  const links = await findLinks(db, days);
  if (links === undefined) return undefined;
  const target = join(folder, "audit");
  await mkdir(target, { recursive: true });
  const { from: since, to: until } = days;
  await writeFile(join(target, "range.json"), `${JSON.stringify({ since, until, ...links }, null, 2)}\n`);
  await writeLines(join(target, "links.jsonl"), listLinks(db, links));
  await writeLines(join(target, "events.jsonl"), listEvents(db, links));
  return links;
}

async function writeLines(file: string, rows: AsyncGenerator<object>): Promise<void> {
  async function* toLines() {
    for await (const row of rows) yield `${JSON.stringify(row)}\n`;
  }
  await pipeline(Readable.from(toLines()), createWriteStream(file));
}

/** A later link can seal an event again, to explain it. */
async function findLinks(db: Kysely<Database>, days: DayRange): Promise<ExportedLinks | undefined> {
  const isWithin = sql.join([sql`true`, ...inDays(sql.ref<Date>("event.at"), days)], sql` and `);
  const { rows } = await sql<{ firstLink: number | null; lastLink: number | null }>`
    select min(position) as first_link, max(position) as last_link from (
      select min(seal.position) as position
      from audit_events as event join audit_seals as seal on seal.event_id = event.id
      where ${isWithin} group by event.id
    ) as sealed`.execute(db);
  const { firstLink = null, lastLink = null } = rows[0] ?? {};
  return firstLink === null || lastLink === null ? undefined : { firstLink, lastLink };
}

async function* listLinks(db: Kysely<Database>, { firstLink }: ExportedLinks): AsyncGenerator<object> {
  let next = firstLink;
  for (;;) {
    const { rows } = await sql<AuditLinksTable & { seals: readonly ListedSeal[] }>`
      select link.*, (
        select coalesce(jsonb_agg(jsonb_build_array(event_id::text, digest, reason) order by event_id), '[]')
        from audit_seals as seal where seal.position = link.position
      ) as seals
      from audit_links as link where link.position >= ${next}
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
): AsyncGenerator<object> {
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
