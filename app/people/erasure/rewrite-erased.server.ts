import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { findPendingErasures } from "#app/audit/pending-erasures.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { removeOrphanedFiles } from "#app/data/maintenance/remove-orphaned-files.server.ts";
import { rewriteTables } from "#app/data/maintenance/rewrite-tables.server.ts";
import { isLockTimeout } from "#app/data/connection/postgres-errors.server.ts";
import { hourNumberIn } from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { practice } from "#content/practice.ts";

/** The hours, in the firm’s time zone, in which files are rewritten. docs/privacy.md states them. */
export const quietHours = { from: 2, until: 5 } as const;

/** After this time, a rewrite runs at any hour. */
const maxWaitHours = 24;

/** A form waits ten seconds for a lock, so the nightly rewrite does not make forms fail. */
const maxLockMs = 8_000;

/** Events contain no names. An events table larger than this is not rewritten, so that visitors do not wait. */
const maxEventsBytes = 500_000_000;

const checkIntervalMs = 10 * 60_000;
const claimMinutes = 30;

/** The rewrite is repeated at this interval while a transaction uses a table. After other failures, it is repeated in the next night. */
const lockRetryMinutes = 10;

/** All tables that named an erased person, or that lose rows in an erasure. */
const tables = [
  "pre_loi_assessments",
  "linkedin_live_signups",
  "event_message_recipients",
  "people",
  "person_addresses",
  "person_notes",
  "bookings",
  "person_merges",
  "merged_people",
  "integration_deliveries",
  "wealthbox_contacts",
  "consent_receipts",
  "consent_withdrawals",
  "visitors",
  "visit_counts",
  "source_names",
  "quarantined_submissions",
  "letters",
  "letter_suppressions",
  "undeliverable_addresses",
] as const;

type Deps = {
  db: Kysely<Database>;
  pool: Pool;
  /** Folder of the embedded database; undefined for an external database, whose files this program cannot see. */
  dataDir?: string | undefined;
};

export type RewriteOutcome =
  | { kind: "done"; isLogCleared: boolean }
  /** Also if a rewrite failed, and its next attempt is not due. */
  | { kind: "nothing-due" }
  /** Another process is rewriting, or rewrote a moment ago. */
  | { kind: "claimed" }
  /** A transaction can still see the erased rows, so a rewrite would copy them. */
  | { kind: "still-visible" };

/**
 * Rewrites the database files if anyone was erased since the last rewrite. After a failure, the next attempt continues with the tables that
 * are not rewritten yet.
 * @param options.maxLockMs how long a table may be locked; undefined for no limit
 * @param options.isDue called with the time of the earliest erasure that awaits a rewrite; undefined to rewrite now, also shortly after a
 * failure
 */
export async function rewriteErased(
  deps: Deps,
  options: { maxLockMs?: number | undefined; isDue?: (first: Date) => boolean } = {},
): Promise<RewriteOutcome> {
  const { db } = deps;
  const rewritten = await countRewritten(db);
  const waiting = await findPendingErasures(db, rewritten);
  if (waiting === undefined || options.isDue?.(waiting.first) === false) return { kind: "nothing-due" };
  if (options.isDue !== undefined && (await isPostponed(db, rewritten))) return { kind: "nothing-due" };
  const { count, youngestTransaction } = waiting;
  if (await isStillVisible(db, youngestTransaction)) return { kind: "still-visible" };
  const claimed = await claim(db, count);
  if (claimed === undefined) return { kind: "claimed" };
  try {
    return { kind: "done", ...(await rewriteLeft(deps, { erasures: count, ...claimed }, options.maxLockMs)) };
  } catch (error) {
    await release(db, count, error);
    throw error;
  }
}

async function rewriteLeft(
  { db, pool, dataDir }: Deps,
  { erasures, doneTables }: { erasures: number; doneTables: readonly string[] },
  maxLock: number | undefined,
): Promise<{ isLogCleared: boolean }> {
  const chosen = await chooseTables(db, maxLock);
  const { isLogCleared } = await rewriteTables(
    pool,
    chosen.filter((table) => !doneTables.includes(table)),
    { maxLockMs: maxLock, onRewritten: (table) => storeRewritten(db, erasures, table) },
  );
  // The checkpoint that cleared the log is a precondition.
  if (dataDir !== undefined && isLogCleared) await removeOrphanedFiles(pool, dataDir);
  await db
    .updateTable("erasedDataRewrites")
    .set({ doneAt: sql<Date>`now()` })
    .where("erasures", "=", erasures)
    .execute();
  return { isLogCleared };
}

/** Checks every ten minutes whether a rewrite is due: during the firm’s quiet hours, or a day after an erasure. */
export function startErasedRewrites(deps: Deps & { clock: Clock; log: Log }): Pick<RepeatingTask, "stop"> {
  const { clock, log } = deps;
  return repeat({
    pauseMs: checkIntervalMs,
    async run() {
      const now = clock.now();
      const outcome = await rewriteErased(deps, { maxLockMs, isDue: (first) => isDue(first, now) });
      const { kind, ...details } = outcome;
      if (kind === "done") log.info("erasure.files_rewritten", details);
      if (kind === "still-visible") log.info("erasure.rewrite_postponed");
    },
    onError(error) {
      log.error("erasure.rewrite_failed", { error });
    },
  });
}

/** Whether a rewrite is due for an erasure. */
export function isDue(erasedAt: Date, now: Date): boolean {
  if (now.getTime() - erasedAt.getTime() >= maxWaitHours * 3_600_000) return true;
  const hour = hourNumberIn(practice.timeZone, now);
  return hour >= quietHours.from && hour < quietHours.until;
}

async function countRewritten(db: Kysely<Database>): Promise<number> {
  const { erasures } = await db
    .selectFrom("erasedDataRewrites")
    .select((eb) => eb.fn.max("erasures").as("erasures"))
    .where("doneAt", "is not", null)
    .executeTakeFirstOrThrow();
  return erasures ?? 0;
}

/**
 * Whether PostgreSQL must keep erased rows for a transaction that is at least as old as the erasure. The snapshot of a rewrite reaches back
 * to the oldest transaction of the server that has an id, also in another database or prepared. Snapshots of other databases do not matter.
 * A role without pg_read_all_stats does not see when the transactions of other roles started, but sees their ids. A replication slot
 * keeps rows without a session. The age of an id grows with each later transaction.
 */
async function isStillVisible(db: Kysely<Database>, erasure: string): Promise<boolean> {
  const { rows } = await sql<{ isVisible: boolean }>`
    with open as (
      select pg_snapshot_xmin(pg_current_snapshot())::xid as xid
      union all select backend_xmin from pg_stat_activity
      where pid <> pg_backend_pid() and (datname = current_database() or datname is null)
      union all select xmin from pg_replication_slots
      -- Planner statistics are in the catalog.
      union all select catalog_xmin from pg_replication_slots where database = current_database() or database is null
    )
    select exists (
      select from open where xid is not null and age(xid) >= age(${erasure}::text::xid)
    ) as is_visible`.execute(db);
  return rows[0]?.isVisible !== false;
}

/** Also after another erasure, because that rewrite would fail too. */
async function isPostponed(db: Kysely<Database>, rewritten: number): Promise<boolean> {
  const failed = await db
    .selectFrom("erasedDataRewrites")
    .select("erasures")
    .where("erasures", ">", rewritten)
    .where("retryAt", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return failed !== undefined;
}

/** @returns the tables that an earlier attempt has rewritten, or undefined if another process is rewriting or has finished */
async function claim(
  db: Kysely<Database>,
  erasures: number,
): Promise<{ doneTables: readonly string[] } | undefined> {
  const { rows } = await sql<{ doneTables: string[] }>`
    insert into erased_data_rewrites as known (erasures, claimed_until)
    values (${erasures}, now() + make_interval(mins => ${claimMinutes}))
    on conflict (erasures) do update set claimed_until = excluded.claimed_until
      where known.done_at is null and known.claimed_until <= now()
    returning done_tables`.execute(db);
  return rows[0];
}

async function storeRewritten(db: Kysely<Database>, erasures: number, table: string): Promise<void> {
  await sql`
    update erased_data_rewrites set done_tables = array_append(done_tables, ${table})
    where erasures = ${erasures}`.execute(db);
}

/** A table that takes too long is locked once a night for the limit, and not in every check of every process. */
async function release(db: Kysely<Database>, erasures: number, error: unknown): Promise<void> {
  const from = sql`make_interval(hours => ${quietHours.from})`;
  const nextNight = sql`
    (date_trunc('day', now() at time zone ${practice.timeZone} - ${from}) + interval '1 day' + ${from})
      at time zone ${practice.timeZone}`;
  const retryAt = isLockTimeout(error) ? sql`now() + make_interval(mins => ${lockRetryMinutes})` : nextNight;
  await sql`
    update erased_data_rewrites set claimed_until = now(), retry_at = ${retryAt}
    where erasures = ${erasures}`.execute(db);
}

async function chooseTables(db: Kysely<Database>, maxLock: number | undefined): Promise<readonly string[]> {
  const canTakeLong = maxLock === undefined;
  return canTakeLong || (await sizeOfEvents(db)) <= maxEventsBytes ? [...tables, "tracking_events"] : tables;
}

async function sizeOfEvents(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('tracking_events') as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
