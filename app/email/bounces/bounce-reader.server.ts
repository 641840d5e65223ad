import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { BounceHealth } from "#app/platform/health.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { applyReport } from "./apply-report.server.ts";
import type { BounceKeys } from "./bounce-keys.server.ts";
import {
  type BounceMailbox,
  MailboxError,
  type MailboxPosition,
  type ReadMessage,
} from "./bounce-mailbox.ts";

export type BounceReaderDeps = {
  db: Kysely<Database>;
  bounceKeys: BounceKeys;
  /** Undefined without BOUNCE_URL. */
  mailbox: BounceMailbox | undefined;
  log: Log;
};

/** How often each process checks whether the mailbox is due. */
const checkIntervalMs = 5_000;
/** The time between two reads, and between attempts after failures: it doubles up to the maximum. */
const readIntervalSeconds = 60;
const maxRetrySeconds = 1_800;
/** A run ends before its lease does. */
const leaseSeconds = 180;
const maxRunMs = 120_000;

/** Reads the mailbox until it is stopped. */
export type BounceReader = Pick<RepeatingTask, "stop"> & {
  /** The state for the status page, from the database, because another process may be reading. Undefined without a mailbox. */
  health(): Promise<BounceHealth | undefined>;
};

export function startBounceReader(deps: BounceReaderDeps): BounceReader {
  const { mailbox, log } = deps;
  if (mailbox === undefined) {
    return { health: () => Promise.resolve(undefined), stop: () => Promise.resolve() };
  }
  const stopping = new AbortController();
  const repetition = repeat({
    pauseMs: checkIntervalMs,
    run: () => readBounces({ ...deps, mailbox }, stopping.signal),
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) log.warn("bounces.state_not_stored", { error });
    },
  });
  return {
    health: () => readBounceHealth(deps.db, mailbox.id),
    stop() {
      stopping.abort();
      return repetition.stop();
    },
  };
}

type Deps = BounceReaderDeps & { mailbox: BounceMailbox };

/**
 * Reads the mailbox if it is due and no other process is reading it. A failure is stored and retried later. A run that takes too long is no
 * failure if it has read messages: the next one continues after them.
 * @param maxMs tests use a shorter time
 */
export async function readBounces(deps: Deps, stopping?: AbortSignal, maxMs = maxRunMs): Promise<void> {
  const { db, mailbox, log } = deps;
  const lease = await claimMailbox(db, mailbox.id);
  if (lease === undefined) return;
  const timeout = AbortSignal.timeout(maxMs);
  const signal = stopping === undefined ? timeout : AbortSignal.any([stopping, timeout]);
  let hasRead = false;
  try {
    for await (const message of mailbox.read(lease.position, signal)) {
      await handleMessage(deps, lease.claim, message);
      hasRead = true;
    }
    await releaseMailbox(db, lease.claim, undefined);
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    // This process is stopping and has closed the connection. Another process continues after the last message.
    if (stopping?.aborted === true) return endLease(db, lease.claim);
    const failures = await releaseMailbox(db, lease.claim, findProblem(error, { timeout, hasRead }));
    if (failures === 1) log.warn("bounces.read_failed", { reason: error.message });
  }
}

/** @returns why a run failed; undefined if it only ran out of time after it had read messages */
function findProblem(
  { message }: MailboxError,
  { timeout, hasRead }: { timeout: AbortSignal; hasRead: boolean },
): string | undefined {
  return timeout.aborted && hasRead ? undefined : message;
}

/** The claim of a process that was killed expires. */
async function claimMailbox(
  db: Kysely<Database>,
  mailbox: string,
): Promise<{ claim: string; position: MailboxPosition } | undefined> {
  await db
    .insertInto("bounceMailboxes")
    .values({ mailbox, nextReadAt: new Date(0) })
    .onConflict((conflict) => conflict.column("mailbox").doNothing())
    .execute();
  const claim = randomUUID();
  const { rows } = await sql<MailboxPosition>`
    update bounce_mailboxes set claim = ${claim}, claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where mailbox = ${mailbox} and (claimed_until is null or claimed_until < now())
      -- A clock that was corrected can leave a time far ahead.
      and (next_read_at <= now() or next_read_at > now() + make_interval(secs => ${maxRetrySeconds}))
    returning uid_validity, last_uid`.execute(db);
  const [position] = rows;
  return position && { claim, position };
}

/** Applies a report and stores the position in the mailbox together, so that no process applies it again. */
async function handleMessage(deps: Deps, claim: string, { position, report }: ReadMessage): Promise<void> {
  const applied = await deps.db.transaction().execute(async (trx) => {
    const result = report.kind === "report" ? await applyReport(trx, deps.bounceKeys, report) : undefined;
    await storePosition(trx, claim, { position, outcome: result?.result ?? report.kind });
    return result;
  });
  if (applied?.result !== "returned") return;
  const { emailId, status, isMarked } = applied;
  deps.log.info("mail.returned", { emailId, status, isUndeliverable: isMarked });
}

async function storePosition(
  trx: Transaction<Database>,
  claim: string,
  { position, outcome }: Pick<ReadMessage, "position"> & { outcome: string },
): Promise<void> {
  await trx
    .updateTable("bounceMailboxes")
    .set((eb) => ({
      ...position,
      ...(outcome === "returned" || outcome === "delayed" ? { applied: eb("applied", "+", 1) } : {}),
      ...(outcome === "ignored" ? { ignored: eb("ignored", "+", 1) } : {}),
      ...(outcome === "unreadable" ? { unreadable: eb("unreadable", "+", 1) } : {}),
    }))
    .where("claim", "=", claim)
    .execute();
}

async function endLease(db: Kysely<Database>, claim: string): Promise<void> {
  await db
    .updateTable("bounceMailboxes")
    .set({ claim: null, claimedUntil: null })
    .where("claim", "=", claim)
    .execute();
}

/** @param problem undefined after a success @returns the number of consecutive failures */
async function releaseMailbox(
  db: Kysely<Database>,
  claim: string,
  problem: string | undefined,
): Promise<number> {
  const isFailure = problem !== undefined;
  const { rows } = await sql<{ failures: number }>`
    update bounce_mailboxes set claim = null, claimed_until = null, last_error = ${problem ?? null},
      failures = ${isFailure ? sql`failures + 1` : sql`0`},
      last_read_at = ${isFailure ? sql`last_read_at` : sql`now()`},
      next_read_at = now() + make_interval(secs => ${
        isFailure
          ? sql`least(${readIntervalSeconds} * power(2, least(failures, 10)), ${maxRetrySeconds})`
          : sql`${readIntervalSeconds}`
      })
    where claim = ${claim} returning failures`.execute(db);
  return rows[0]?.failures ?? 0;
}

async function readBounceHealth(db: Kysely<Database>, mailbox: string): Promise<BounceHealth> {
  const { rows } = await sql<BounceHealth>`
    select state.last_read_at, state.last_error as problem, state.next_read_at, coalesce(state.applied, 0) as applied,
      coalesce(state.ignored, 0) as ignored, coalesce(state.unreadable, 0) as unreadable,
      (select count(*) from undeliverable_addresses) as undeliverable
    from (values (${mailbox}::text)) as wanted (mailbox) left join bounce_mailboxes as state using (mailbox)`.execute(
    db,
  );
  const [health] = rows;
  if (health === undefined) throw new Error("The database returned no state of the mailbox.");
  return health;
}
