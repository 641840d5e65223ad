import { type Kysely, sql, type Transaction } from "kysely";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { checkClocks, clockRefused } from "#app/data/maintenance/check-clocks.server.ts";
import { hasLegalHold, lockLegalHold } from "#app/compliance/records/records.server.ts";
import { countAffected } from "#app/data/connection/count-affected.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { isOutdated } from "#app/data/maintenance/refused-clock-periods.server.ts";
import { claimRun, endRun, findLastRun } from "#app/data/maintenance/job-runs.server.ts";
import { maxDeletions } from "#app/data/maintenance/max-deletions.server.ts";
import { dropRateLimits } from "#app/data/rate-limits/rate-limits.server.ts";
import {
  deleteConfirmationEmails,
  deleteOldConfirmationEmails,
  deleteOldEmails,
} from "#app/email/outbox/delete-emails.server.ts";
import { deleteOldUndeliverable } from "#app/email/bounces/undeliverable-addresses.server.ts";
import { undoDays } from "#app/people/merge/undo-days.ts";
import { eraseOutdatedPeople } from "./erase-outdated-people.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { deleteOldDeliveries } from "#app/integrations/deliveries/delete-old-deliveries.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { RetentionHealth } from "#app/platform/health.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { leadsKeptFor } from "#content/disclosures/retention.ts";

/**
 * The retention periods, except those of accounts, which are in `delete-expired-accounts.server.ts`. The audit log is never deleted.
 * docs/privacy.md and the privacy notice state the same periods, and a test compares them.
 */
export const retentionPeriods = {
  /** Counted from the last contact with a person. `content/disclosures/retention.ts` has the period, because the privacy notice states it. */
  people: leadsKeptFor,
  /** Anonymous visits with their events. */
  visits: "13 months",
  quarantinedSubmissions: "90 days",
  /** Deleted with the submission that they asked to confirm, and after this period at the latest. */
  confirmationEmails: "90 days",
  /** Emails to addresses that have neither a lead nor an account, and emails to the firm that are not about a lead. */
  otherEmails: leadsKeptFor,
  /** Marks of undeliverable addresses without a form. The others are kept as long as the person. */
  undeliverableAddresses: "90 days",
  /** Bookings without a person. The others are kept as long as the person. */
  unmatchedBookings: "90 days",
  /** What is needed to undo a merge. */
  merges: `${undoDays} days`,
  /** The log of what was sent to other systems. */
  deliveries: "90 days",
  spentTokens: "7 days",
  rateLimits: "1 day",
} as const satisfies Record<string, `${number} ${"years" | "months" | "days" | "day"}`>;

type Kept = keyof typeof retentionPeriods;

/** Deleted rows per table; for people, the number of people. */
export type Removed = Readonly<Record<Kept | "events", number>>;

export type RetentionDeps = {
  db: Kysely<Database>;
  outbox: Outbox;
  persons: PersonKeys;
  log: Log;
};

/** What a run deleted, the number of people whose erasure failed, and whether a legal hold kept the data of leads. */
export type RetentionRun = { removed: Removed; failedErasures: number; isHeld: boolean };

type Batch = Partial<Record<keyof Removed, number>>;

const checkIntervalMs = 60 * 60_000;
const job = "retention";

/** Limits each statement, so that it holds its locks only briefly. */
const maxRowsPerStatement = 5_000;
/** Fewer visits per statement, because each deletes its events too. */
const maxVisitsPerStatement = 500;

type Rows = Exclude<Kept, "people">;

/** A condition on rows of `letters`: the email belongs to a lead, with which it is deleted, or to a staff account. */
const hasLeadOrAccount = sql<boolean>`
  exists (select from pre_loi_assessments as lead where lead.email = letters.recipient)
  or exists (select from pre_loi_assessments as lead where lead.id = letters.about)
  or exists (select from linkedin_live_signups as lead where lead.email = letters.recipient)
  or exists (select from linkedin_live_signups as lead where lead.id = letters.about)
  or exists (select from staff_users as account where account.email = letters.recipient)`;

/** A condition on rows of `undeliverable_addresses`: a form with the address is stored. */
const hasForm = sql<boolean>`
  exists (select from pre_loi_assessments as lead where lead.email = undeliverable_addresses.email)
  or exists (select from linkedin_live_signups as lead where lead.email = undeliverable_addresses.email)`;

/** Each statement deletes a limited number of expired rows, and returns none when nothing is left. */
const batches: readonly {
  kept: Rows;
  table: string;
  remove(trx: Transaction<Database>, before: Date, most: number): Promise<Batch>;
}[] = [
  { kept: "visits", table: "visitors", remove: removeVisits },
  {
    kept: "quarantinedSubmissions",
    table: "quarantined_submissions",
    remove: removeQuarantined,
  },
  {
    kept: "confirmationEmails",
    table: "letters",
    remove: async (trx, before, most) => ({
      confirmationEmails: await deleteOldConfirmationEmails(trx, before, most),
    }),
  },
  {
    kept: "otherEmails",
    table: "letters",
    remove: async (trx, before, most) => ({
      otherEmails: await deleteOldEmails(trx, { before, most, isKept: hasLeadOrAccount }),
    }),
  },
  {
    kept: "undeliverableAddresses",
    table: "undeliverable_addresses",
    remove: async (trx, before, most) => ({
      undeliverableAddresses: await deleteOldUndeliverable(trx, { before, most, isKept: hasForm }),
    }),
  },
  {
    kept: "unmatchedBookings",
    table: "bookings",
    remove: async (trx, before, most) => ({
      unmatchedBookings: await countAffected(
        trx,
        sql`delete from bookings where uid in (
          select uid from bookings where person_email is null and ${isOutdated(sql`received_at`, sql`${before}`)} limit ${most})`,
      ),
    }),
  },
  {
    kept: "merges",
    table: "person_merges",
    remove: async (trx, before, most) => ({
      merges: await countAffected(
        trx,
        sql`delete from person_merges where id in (
          select id from person_merges where ${isOutdated(sql`merged_at`, sql`${before}`)} limit ${most})`,
      ),
    }),
  },
  {
    kept: "deliveries",
    table: "integration_deliveries",
    remove: async (trx, before, most) => ({ deliveries: await deleteOldDeliveries(trx, before, most) }),
  },
  {
    kept: "spentTokens",
    table: "spent_tokens",
    remove: async (trx, before, most) => ({
      spentTokens: await countAffected(
        trx,
        sql`delete from spent_tokens where token in (
          select token from spent_tokens where ${isOutdated(sql`spent_at`, sql`${before}`)} limit ${most})`,
      ),
    }),
  },
  {
    kept: "rateLimits",
    table: "rate_limits",
    remove: async (trx, before, most) => ({ rateLimits: await dropRateLimits(trx, before, most) }),
  },
];

/** Counters against abuse, which are deleted during a legal hold too: they say nothing about a lead, and would grow without limit. */
const deletedDespiteHold: ReadonlySet<Rows> = new Set<Rows>(["spentTokens", "rateLimits"]);

/**
 * Deletes expired rows, a limited share of each table. Several processes may run it concurrently: one process takes each batch, and the
 * others skip it. During a legal hold, it deletes no data of leads.
 * @param now the database's time, from `checkClocks`
 * @param isStopping checked between two batches
 */
export async function deleteExpired(
  deps: RetentionDeps,
  now: Date,
  isStopping = (): boolean => false,
): Promise<RetentionRun> {
  const { db } = deps;
  const removed = {
    people: 0,
    visits: 0,
    events: 0,
    quarantinedSubmissions: 0,
    confirmationEmails: 0,
    otherEmails: 0,
    undeliverableAddresses: 0,
    unmatchedBookings: 0,
    merges: 0,
    deliveries: 0,
    spentTokens: 0,
    rateLimits: 0,
  };
  const isHeld = await hasLegalHold(db);
  for (const { kept, table, remove } of batches) {
    if (isHeld && !deletedDespiteHold.has(kept)) continue;
    const before = await computeCutoff(db, now, retentionPeriods[kept]);
    const most = await maxDeletions(db, table);
    let rows = 1;
    while (rows > 0 && removed[kept] < most && !isStopping()) {
      const left = Math.min(most - removed[kept], maxRowsPerStatement);
      const batch = await runExclusively(db, async (trx) =>
        !deletedDespiteHold.has(kept) && (await lockLegalHold(trx)) ? {} : remove(trx, before, left),
      );
      rows = 0;
      for (const [what, count] of countsIn(batch)) {
        removed[what] += count;
        rows += count;
      }
    }
  }
  if (isHeld) return { removed, failedErasures: 0, isHeld };
  const before = await computeCutoff(db, now, retentionPeriods.people);
  const people = await eraseOutdatedPeople({ ...deps, clock: { now: () => now } }, before, isStopping);
  removed.people = people.erased;
  await sql`select remove_unused_source_names()`.execute(db);
  return { removed, failedErasures: people.failed, isHeld };
}

/** Deletes expired rows until the program stops. */
export type Retention = Pick<RepeatingTask, "stop"> & {
  /** The time and the counts of the last run, for the status page. */
  health(): RetentionHealth;
};

/**
 * Runs immediately and then every hour, in one process, because the limits of a run hold for all processes. It deletes nothing while a clock
 * is implausible.
 */
export function startRetention(deps: RetentionDeps & { clock: Clock; builtAt: Date | undefined }): Retention {
  let isStopping = false;
  let health: RetentionHealth = { lastRun: undefined, isFailing: false };
  const repetition = repeat({
    pauseMs: checkIntervalMs,
    async run() {
      const checked = await checkClocks(deps);
      if (!checked.ok) {
        health = { ...health, isFailing: false, clockProblem: checked.problem };
        deps.log.error(clockRefused, { job: "retention", ...checked.problem });
        return;
      }
      if (!(await claimRun(deps.db, job))) {
        // The run of another process also shows whether the deletion works.
        const lastRun = await findLastRun(deps.db, job);
        const isHeld = await hasLegalHold(deps.db);
        health =
          lastRun === undefined
            ? { ...health, clockProblem: undefined }
            : { lastRun, isFailing: false, isHeld };
        return;
      }
      const { removed, failedErasures, isHeld } = await deleteExpired(deps, checked.now, () => isStopping);
      const rows = Object.values(removed).reduce((sum, count) => sum + count, 0);
      health = { lastRun: { at: checked.now, removed: rows }, isFailing: failedErasures > 0, isHeld };
      if (failedErasures === 0) await endRun(deps.db, job, rows);
      if (isHeld) deps.log.info("retention.held", { reason: "a legal hold is in effect" });
      if (rows > 0) {
        deps.log.info("retention.deleted", removed);
      }
      if (failedErasures > 0) deps.log.warn("retention.failed", { failedErasures });
    },
    onError(error) {
      health = { ...health, isFailing: true };
      deps.log.warn("retention.failed", { error });
    },
  });
  return {
    health: () => health,
    stop() {
      isStopping = true;
      return repetition.stop();
    },
  };
}

/**
 * Deletes the oldest anonymous visits and at most as many of their events as one statement may. A visit is kept as long as the lead whose
 * form was sent in it or from its browser, because it shows the source of the lead.
 */
async function removeVisits(trx: Transaction<Database>, before: Date, most: number): Promise<Batch> {
  const { rows } = await sql<{ visits: number; events: number }>`
    with outdated as (
      select id from visitors as visit
      where lead_id is null and ${isOutdated(sql`created_at`, sql`${before}`)}
        and not exists (select from visitors as known where known.lead_id is not null and known.visit_id = visit.id)
        and not exists (
          select from visitors as known where known.lead_id is not null and known.browser_key = visit.browser_key
        )
      order by created_at, id limit ${Math.min(most, maxVisitsPerStatement)}
    ), gone_events as (
      delete from tracking_events where id in (
        select id from tracking_events where visit_id in (select id from outdated) limit ${maxRowsPerStatement}
      ) returning 1
    ), gone_visits as (
      -- A visit is deleted together with the last of its events.
      delete from visitors
      where id in (select id from outdated) and (select count(*) from gone_events) < ${maxRowsPerStatement}
      returning 1
    )
    select (select count(*) from gone_visits) as visits, (select count(*) from gone_events) as events`.execute(
    trx,
  );
  return rows[0] ?? {};
}

/** Deletes the oldest quarantined submissions together with the emails about them. */
async function removeQuarantined(trx: Transaction<Database>, before: Date, most: number): Promise<Batch> {
  const { rows } = await sql<{ id: string }>`
    delete from quarantined_submissions where id in (
      select id from quarantined_submissions where ${isOutdated(sql`received_at`, sql`${before}`)}
        and (mailbox_confirmed_at is null or ${isOutdated(sql`mailbox_confirmed_at`, sql`${before}`)}) limit ${most}
    ) returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  return {
    quarantinedSubmissions: ids.length,
    confirmationEmails: await deleteConfirmationEmails(trx, ids),
  };
}

/** Runs unless another process is running at the same time. */
async function runExclusively(
  db: Kysely<Database>,
  removeBatch: (trx: Transaction<Database>) => Promise<Batch>,
): Promise<Batch> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('retention', 0)) as is_free`.execute(trx);
    return rows[0]?.isFree === true ? removeBatch(trx) : {};
  });
}

async function computeCutoff(db: Kysely<Database>, now: Date, kept: string): Promise<Date> {
  const { rows } = await sql<{ moment: Date }>`
    select ${now}::timestamptz - ${kept}::interval as moment`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The query for the cutoff returned no row.");
  return row.moment;
}

function countsIn(batch: Batch): (readonly [keyof Removed, number])[] {
  const names = [
    "people",
    "visits",
    "events",
    "quarantinedSubmissions",
    "confirmationEmails",
    "otherEmails",
    "undeliverableAddresses",
    "unmatchedBookings",
    "merges",
    "deliveries",
    "spentTokens",
    "rateLimits",
  ] as const;
  return names.map((name) => [name, batch[name] ?? 0] as const);
}
