import { randomBytes } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { AuditLinksTable, AuditSealsTable } from "#app/data/schema/audit-chain.ts";
import type { Database } from "#app/data/schema/database.ts";
import { digestEvent, type ExactEvent, exactEventColumns, hashLink } from "./chain-hash.server.ts";

/** Bounds the memory and the duration of a transaction. */
const maxEventsPerLink = 1_000;

export type SealOutcome = {
  /** The last link that this call added. */
  link: Pick<AuditLinksTable, "position" | "hash"> | undefined;
  events: number;
  /** False if another server was sealing. */
  isComplete: boolean;
};

/**
 * Adds links to the chain until every committed event is sealed. An event of any id is unsealed if it has no seal, so an event that
 * committed after one with a higher id is not skipped.
 * @param options.after only events with a higher id, to read a small part of the log
 */
export async function sealAuditLog(
  db: Kysely<Database>,
  options: { after?: string | undefined; maxEvents?: number } = {},
): Promise<SealOutcome> {
  const { maxEvents = maxEventsPerLink } = options;
  let { after } = options;
  let events = 0;
  let link: SealOutcome["link"];
  for (;;) {
    const batch = await sealBatch(db, after, maxEvents);
    if (batch === "busy") return { link, events, isComplete: false };
    if (batch === "nothing") return { link, events, isComplete: true };
    ({ link } = batch);
    events += batch.newEvents;
    if (batch.isComplete) return { link, events, isComplete: true };
    after = batch.lastId ?? after;
  }
}

type Batch = {
  link: NonNullable<SealOutcome["link"]>;
  newEvents: number;
  lastId: string | undefined;
  isComplete: boolean;
};

/** Adds one link in one transaction, so that a server that is killed leaves either all of it or nothing. */
async function sealBatch(
  db: Kysely<Database>,
  after: string | undefined,
  maxEvents: number,
): Promise<Batch | "busy" | "nothing"> {
  return db.transaction().execute(async (trx) => {
    if (!(await lock(trx))) return "busy";
    const events = await findUnsealed(trx, after, maxEvents);
    // Read after the events: what changed one of them in between is in this list.
    const changes = await findChanges(trx, maxEvents);
    if (events.length + changes.length === 0) return "nothing";
    const seals = createSeals(events, changes);
    const isComplete = Math.max(events.length, changes.length) < maxEvents;
    const link = await append(trx, seals, isComplete);
    await finishChanges(trx, changes, link.position);
    return { link, newEvents: events.length, lastId: events.at(-1)?.id, isComplete };
  });
}

/** Does not wait: the server that has the lock seals the same events. Writers of the log never use this lock. */
async function lock(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('audit chain', 0)) as is_locked`.execute(trx);
  return rows[0]?.isLocked === true;
}

/** Exported for the test of its query plan. */
export async function findUnsealed(
  trx: Kysely<Database>,
  after: string | undefined,
  limit: number,
): Promise<ExactEvent[]> {
  const isAfter = after === undefined ? sql`true` : sql`event.id > ${after}::bigint`;
  const { rows } = await sql<ExactEvent>`
    select ${exactEventColumns} from audit_events as event
    where ${isAfter} and not exists (select from audit_seals where event_id = event.id)
    order by event.id limit ${limit}`.execute(trx);
  return rows;
}

/** A permitted change, with the event as it is now; null if it was removed. */
type Change = { changeId: number; eventId: string; reason: string; event: ExactEvent | null };

async function findChanges(trx: Transaction<Database>, limit: number): Promise<Change[]> {
  type Row = Omit<Change, "event"> & { [Key in keyof ExactEvent]: ExactEvent[Key] | null };
  const { rows } = await sql<Row>`
    select change.id as change_id, change.event_id::text as event_id, change.reason, ${exactEventColumns}
    from (select * from audit_event_changes order by id limit ${limit}) as change
    left join audit_events as event on event.id = change.event_id
    order by change.id`.execute(trx);
  return rows.map(({ changeId, eventId, reason, ...event }) => ({
    changeId,
    eventId,
    reason,
    event: isPresent(event) ? event : null,
  }));
}

function isPresent(event: { [Key in keyof ExactEvent]: ExactEvent[Key] | null }): event is ExactEvent {
  return event.id !== null;
}

type NewSeal = Omit<AuditSealsTable, "position" | "eventId"> & { eventId: string };

/** One seal for each event, in the order of the ids. */
function createSeals(events: readonly ExactEvent[], changes: readonly Change[]): NewSeal[] {
  const seals = new Map(events.map((event) => [event.id, sealEvent(event.id, event, null)]));
  for (const { eventId, event, reason } of changes) {
    const earlier = seals.get(eventId)?.reason ?? undefined;
    const reasons = earlier === undefined || earlier === reason ? reason : `${earlier}; ${reason}`;
    seals.set(eventId, sealEvent(eventId, event, reasons));
  }
  return [...seals.values()].toSorted((one, other) => (BigInt(one.eventId) < BigInt(other.eventId) ? -1 : 1));
}

function sealEvent(eventId: string, event: ExactEvent | null, reason: string | null): NewSeal {
  if (event === null) return { eventId, digest: null, salt: null, reason };
  const salt = randomBytes(16).toString("hex");
  return { eventId, digest: digestEvent(event, salt), salt, reason };
}

/** Adds a link to the end of the chain. The caller has the lock. */
async function append(
  trx: Transaction<Database>,
  seals: readonly NewSeal[],
  isComplete: boolean,
): Promise<Batch["link"]> {
  const { rows } = await sql<{ sealedAt: Date; position: number | null; hash: string | null }>`
    select clock_timestamp()::timestamptz(3) as sealed_at, last.position, last.hash
    from (select) as always
    left join (select position, hash from audit_links order by position desc limit 1) as last on true`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The query for the time returned no row.");
  const link = {
    position: (row.position ?? 0) + 1,
    sealedAt: row.sealedAt,
    isComplete,
    previousHash: row.hash,
  };
  const listed = seals.map(({ eventId, digest, reason }) => [eventId, digest, reason] as const);
  const hash = hashLink(link, listed);
  await trx
    .insertInto("auditLinks")
    .values({ ...link, hash })
    .execute();
  await sql`
    insert into audit_seals (position, event_id, digest, salt, reason)
    select ${link.position}, seal.event_id, seal.digest, seal.salt, seal.reason
    from jsonb_to_recordset(${JSON.stringify(
      seals.map(({ eventId, ...seal }) => ({ event_id: eventId, ...seal })),
    )}::jsonb) as seal (event_id bigint, digest text, salt text, reason text)`.execute(trx);
  return { position: link.position, hash };
}

/** Deletes the changes that are now sealed, and the salts of the events' previous versions. */
async function finishChanges(
  trx: Transaction<Database>,
  changes: readonly Change[],
  position: number,
): Promise<void> {
  if (changes.length === 0) return;
  const eventIds = changes.map(({ eventId }) => eventId);
  await sql`
    update audit_seals set salt = null
    where event_id = any(${eventIds}::bigint[]) and position < ${position} and salt is not null`.execute(trx);
  await trx
    .deleteFrom("auditEventChanges")
    .where(
      "id",
      "in",
      changes.map(({ changeId }) => changeId),
    )
    .execute();
}
