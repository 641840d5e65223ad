import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { directionOf, liesBeyond, readPage, type SortKey, type Stretch } from "#app/data/keyset.server.ts";
import { plannedAnew } from "#app/data/prepared-statements.server.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import { auditConditions, type AuditFilter, type AuditLine } from "./list-audit-events.server.ts";

/** What is asked of the log, and in which order it is read. */
export type AuditLogQuery = AuditFilter & { sort: "newest" | "oldest" };

/** A page of the audit log, by when things were done. */
export function readAuditLog(
  db: Kysely<Database>,
  query: AuditLogQuery,
  page: PageRequest,
): Promise<PageOfRows<AuditLine>> {
  return readPage(page, auditLog(db, query));
}

/** All rows that fit, a batch at a time, so that an export of any size needs little memory. */
export async function* eachAuditEvent(db: Kysely<Database>, query: AuditLogQuery): AsyncGenerator<AuditLine> {
  const { select } = auditLog(db, query);
  let beyond: SortKey | undefined;
  for (;;) {
    const batch = await select({ isReversed: false, beyond, limit: batchSize });
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return;
    beyond = { value: last.at, id: last.id };
  }
}

/** How many rows fit. */
export async function countAuditEvents(db: Kysely<Database>, query: AuditLogQuery): Promise<number> {
  const { count } = await db
    .selectFrom("auditEvents")
    .modifyFront(plannedAnew)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where((eb) => eb.and(auditConditions(eb, query)))
    .executeTakeFirstOrThrow();
  return count;
}

const batchSize = 1_000;

function auditLog(db: Kysely<Database>, query: AuditLogQuery) {
  const order = query.sort === "newest" ? "desc" : "asc";
  return {
    findKey: (row: string) => findKey(db, row),
    select: (stretch: Stretch) =>
      selectEvents(db, { query, stretch, direction: directionOf(order, stretch) }),
  };
}

async function findKey(db: Kysely<Database>, row: string): Promise<SortKey | undefined> {
  // Whatever is longer is no number of a row.
  if (!/^\d{1,15}$/.test(row)) return undefined;
  const id = Number(row);
  const found = await db.selectFrom("auditEvents").select("at").where("id", "=", id).executeTakeFirst();
  return found && { value: found.at, id };
}

async function selectEvents(
  db: Kysely<Database>,
  { query, stretch, direction }: { query: AuditLogQuery; stretch: Stretch; direction: "asc" | "desc" },
): Promise<AuditLine[]> {
  const { beyond, limit } = stretch;
  const beyondKey =
    beyond === undefined ? [] : [liesBeyond(sql.ref("at"), sql.ref("id"), { key: beyond, direction })];
  return db
    .selectFrom("auditEvents")
    .modifyFront(plannedAnew)
    .select(["id", "at", "action", "actorKind", "actorId", "actorEmail", "subject", "details"])
    .select("clientAddress")
    .where((eb) => eb.and([...auditConditions(eb, query), ...beyondKey]))
    .orderBy("at", direction)
    .orderBy("id", direction)
    .limit(limit)
    .execute();
}
