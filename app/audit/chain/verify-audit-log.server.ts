import { type Kysely, sql } from "kysely";
import type { AuditLinksTable } from "#app/data/schema/audit-chain.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  digestEvent,
  type ExactEvent,
  exactEventColumns,
  hashLink,
  type ListedSeal,
} from "./chain-hash.server.ts";
import { createProblemList, type ProblemList } from "./problem-list.ts";

export type AuditVerification = {
  /** A sentence for each defect, with its link and event. Links come first. */
  problems: readonly string[];
  links: number;
  events: number;
  /** Events that the next link will seal. */
  unsealed: number;
  /** Events that were changed, removed or explained with a reason. */
  changedEvents: number;
  /** A sentence for each of them, up to a limit. */
  changes: readonly string[];
  first: AuditLinksTable | undefined;
  /** A copy of its hash outside the database shows whether later links were removed. */
  last: AuditLinksTable | undefined;
};

export type AuditVerifyOptions = {
  formatTime: (at: Date) => string;
  /** Ends the verification with an error. */
  signal?: AbortSignal | undefined;
};

/** A link contains up to 1,000 events. */
const linksPerQuery = 20;
const eventsPerQuery = 1_000;

/** Longer than a transaction can take. Events of an earlier time were added behind the program, or the clock was wrong. */
const maxHoursInFlight = 1;

/** Many defects can have one cause, such as a changed column. Further ones are counted. */
const maxListed = 100;

/**
 * Recomputes the chain, and compares every event with its digest. Each query is consistent, so events and links can be added at the same
 * time.
 */
export async function verifyAuditLog(
  db: Kysely<Database>,
  { formatTime, signal = new AbortController().signal }: AuditVerifyOptions,
): Promise<AuditVerification> {
  const problems = createProblemList(maxListed);
  const reading = { formatTime, signal, problems };
  const chain = await verifyLinks(db, reading);
  const events = await verifyEvents(db, reading);
  return {
    problems: problems.list(),
    links: chain.links,
    events: events.count,
    unsealed: await countUnsealed(db),
    changedEvents: events.changedEvents,
    changes: events.changes,
    first: chain.first,
    last: chain.last,
  };
}

type Reading = Required<AuditVerifyOptions> & { signal: AbortSignal; problems: ProblemList };

type LinkRow = AuditLinksTable & {
  /** As `hashLink` expects them. */
  seals: readonly ListedSeal[];
  /** Infinite if an administrator stored that. */
  earliest: Date | number | null;
};

async function verifyLinks(db: Kysely<Database>, { formatTime, signal, problems }: Reading) {
  let links = 0;
  let first: AuditLinksTable | undefined;
  let last: AuditLinksTable | undefined;
  /** All events committed before this time were sealed. */
  let completeAt: Date | undefined;
  for (;;) {
    signal.throwIfAborted();
    const rows = await listLinks(db, last?.position ?? 0);
    for (const { seals, earliest, ...link } of rows) {
      const { position } = link;
      problems.add(describeDefects(link, seals, last).map((defect) => `Link ${position}: ${defect}`));
      problems.add(await describeLateEvents(db, { ...link, earliest }, completeAt, formatTime));
      if (link.isComplete) completeAt = link.sealedAt;
      first ??= link;
      last = link;
    }
    links += rows.length;
    if (rows.length < linksPerQuery) return { links, first, last };
  }
}

async function listLinks(db: Kysely<Database>, after: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select link.*,
      (
        select coalesce(jsonb_agg(jsonb_build_array(event_id::text, digest, reason) order by event_id), '[]')
        from audit_seals as seal where seal.position = link.position
      ) as seals,
      (
        select min(event.at) from audit_seals as seal join audit_events as event on event.id = seal.event_id
        where seal.position = link.position and seal.reason is null
      ) as earliest
    from audit_links as link where link.position > ${after}
    order by link.position limit ${linksPerQuery}`.execute(db);
  return rows;
}

function describeDefects(
  link: AuditLinksTable,
  seals: readonly ListedSeal[],
  previous: AuditLinksTable | undefined,
): string[] {
  const defects: string[] = [];
  if (link.position !== (previous?.position ?? 0) + 1) defects.push("links before it are missing.");
  if (link.previousHash !== (previous?.hash ?? null)) {
    defects.push("it does not follow the hash of the link before it.");
  }
  if (seals.length === 0) defects.push("it lists no events.");
  if (hashLink(link, seals) !== link.hash) {
    defects.push("its hash is not that of its time and the digests of its events.");
  }
  return defects;
}

/** Events that are much older than the time up to which everything was sealed, unless someone explained them. */
async function describeLateEvents(
  db: Kysely<Database>,
  { position, sealedAt, earliest }: Pick<LinkRow, "position" | "sealedAt" | "earliest">,
  completeAt: Date | undefined,
  formatTime: (at: Date) => string,
): Promise<string[]> {
  if (completeAt === undefined || earliest === null) return [];
  // After a clock was set back, the time of the link is earlier too.
  const reference = Math.min(completeAt.getTime(), sealedAt.getTime());
  const limit = new Date(reference - maxHoursInFlight * 3_600_000);
  if (Number(earliest) >= limit.getTime()) return [];
  const { rows } = await sql<{ id: string; at: string }>`
    select event.id::text as id, to_char(event.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at
    from audit_seals as seal join audit_events as event on event.id = seal.event_id
    where seal.position = ${position} and seal.reason is null and event.at < ${limit}
      and not exists (
        select from audit_seals as later
        where later.event_id = seal.event_id and later.position > ${position} and later.reason is not null
      )
      and not exists (select from audit_event_changes where event_id = seal.event_id)
    order by event.id limit ${maxListed}`.execute(db);
  return rows.map(
    ({ id, at }) =>
      `Link ${position}: event ${id} is dated ${at ?? "before all times"} UTC, but was not in the log when all events up to ${formatTime(completeAt)} were sealed. It was added later, or the clock was wrong.`,
  );
}

type SealedEvent = {
  sealId: string;
  position: number;
  digest: string | null;
  salt: string | null;
  reason: string | null;
  sealedAt: Date;
  /** A permitted change that no link has sealed yet. */
  isChanging: boolean;
} & { [Key in keyof ExactEvent]: ExactEvent[Key] | null };

async function verifyEvents(db: Kysely<Database>, { formatTime, signal, problems }: Reading) {
  const changes: string[] = [];
  let changedEvents = 0;
  let count = 0;
  let after: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const rows = await listSealedEvents(db, after);
    for (const row of rows) {
      const problem = describeDefect(row, formatTime);
      if (problem !== undefined) problems.add([problem]);
      if (row.reason !== null) changedEvents += 1;
      if (row.reason !== null && changedEvents <= maxListed) {
        changes.push(describeChange(row, row.reason, formatTime));
      }
      if (row.id !== null) count += 1;
    }
    if (rows.length < eventsPerQuery) return { changedEvents, changes, count };
    after = rows.at(-1)?.sealId;
  }
}

/** The latest seal of each event, with the event. */
async function listSealedEvents(db: Kysely<Database>, after: string | undefined): Promise<SealedEvent[]> {
  const isAfter = after === undefined ? sql`true` : sql`event_id > ${after}::bigint`;
  const { rows } = await sql<SealedEvent>`
    with seal as (
      select distinct on (event_id) event_id, position, digest, salt, reason from audit_seals
      where ${isAfter} order by event_id, position desc limit ${eventsPerQuery}
    )
    select seal.event_id::text as seal_id, seal.position, seal.digest, seal.salt, seal.reason, link.sealed_at,
      exists (select from audit_event_changes as change where change.event_id = seal.event_id) as is_changing,
      ${exactEventColumns}
    from seal
    join audit_links as link on link.position = seal.position
    left join audit_events as event on event.id = seal.event_id
    order by seal.event_id`.execute(db);
  return rows;
}

function describeDefect(row: SealedEvent, formatTime: (at: Date) => string): string | undefined {
  const { sealId, position, digest, salt, sealedAt, isChanging } = row;
  if (isChanging) return undefined;
  const place = `Link ${position}, event ${sealId}`;
  if (digest === null) {
    return isPresent(row) ? `${place}: it was removed with a reason, but is in the log.` : undefined;
  }
  if (!isPresent(row)) {
    return `${place}: it was sealed on ${formatTime(sealedAt)} and is missing, without a reason.`;
  }
  if (salt === null) return `${place}: it cannot be compared, because its salt is missing.`;
  if (digestEvent(row, salt) === digest) return undefined;
  return `${place}: it was changed after it was sealed on ${formatTime(sealedAt)}, without a reason.`;
}

function isPresent(row: SealedEvent): row is SealedEvent & ExactEvent {
  return row.id !== null;
}

function describeChange(
  { sealId, digest, sealedAt, position }: SealedEvent,
  reason: string,
  formatTime: (at: Date) => string,
): string {
  const verb = digest === null ? "removed" : "changed or explained";
  return `Event ${sealId} was ${verb} by ${formatTime(sealedAt)} (link ${position}): ${reason}`;
}

async function countUnsealed(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events as event
    where not exists (select from audit_seals where event_id = event.id)`.execute(db);
  return rows[0]?.count ?? 0;
}
