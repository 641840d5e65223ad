import { type Kysely, sql } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import { checkClocks, clockRefused } from "#app/data/maintenance/check-clocks.server.ts";
import { isOutdated } from "#app/data/maintenance/refused-clock-periods.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { claimRun } from "#app/data/maintenance/job-runs.server.ts";
import { maxDeletions } from "#app/data/maintenance/max-deletions.server.ts";
import { isLiveSession } from "#app/identity/sessions/live-session.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";

/** Retention periods, as stated in docs/privacy.md. */
export const accountRetention = {
  /** After the link expired or was used. */
  links: "30 days",
  /** After the sign-up, if the address was not confirmed and no role was assigned. */
  unconfirmedAccounts: "30 days",
  /** After the sign-up, if the address was confirmed and no owner decided about the account. */
  undecidedAccounts: "90 days",
} as const;

/** Runs as often as the other jobs, because each run deletes a bounded share of a table. */
const intervalMs = 60 * 60_000;

/** Numbers of deleted rows. */
type DeletedRows = { links: number; waitingAccounts: number; sessions: number; challenges: number };

/**
 * Deletes expired accounts and links, a bounded share of each table per run, and all expired sessions and unfinished passkey ceremonies. These
 * can no longer be used, and anyone can begin a ceremony, so a bounded share could be less than what is added. Two processes can run this at
 * the same time.
 * @param now the database time, from `checkClocks`
 */
export async function deleteExpiredAccounts(db: Kysely<Database>, now: Date): Promise<DeletedRows> {
  const before = (period: string) => sql`${now}::timestamptz - ${period}::interval`;
  return db.transaction().execute(async (trx) => {
    const accounts = await sql<{ id: string }>`
      delete from staff_users where id in (
        select id from staff_users
        where role = 'pending' and (
          not email_verified and ${isOutdated(sql`created_at`, before(accountRetention.unconfirmedAccounts))}
          or ${isOutdated(sql`created_at`, before(accountRetention.undecidedAccounts))}
        )
        limit ${await maxDeletions(trx, "staff_users")}
      )
      returning id`.execute(trx);
    for (const { id } of accounts.rows) {
      await recordAudit(trx, {
        action: "account-removed",
        actor: { kind: "nobody" },
        subject: `account:${id}`,
        details: { role: "pending", by: "time" },
      });
    }
    const links = await sql`
      delete from staff_links where ctid = any(array(
        select ctid from staff_links
        where ${isOutdated(sql`expires_at`, before(accountRetention.links))}
          and ${isOutdated(sql`created_at`, before(accountRetention.links))}
        limit ${await maxDeletions(trx, "staff_links")}
      ))`.execute(trx);
    const sessions = await sql`
      delete from staff_sessions
      where not ${isLiveSession("staff_sessions", sql`${now}::timestamptz`)}`.execute(trx);
    const challenges = await sql`delete from staff_verifications where expires_at < ${now}`.execute(trx);
    return {
      links: Number(links.numAffectedRows ?? 0),
      waitingAccounts: accounts.rows.length,
      sessions: Number(sessions.numAffectedRows ?? 0),
      challenges: Number(challenges.numAffectedRows ?? 0),
    };
  });
}

/** Runs the job now and every hour, in one process. It deletes nothing while a clock is implausible. */
export function startAccountExpiry(deps: {
  db: Kysely<Database>;
  clock: Clock;
  builtAt: Date | undefined;
  log: Log;
}): Pick<RepeatingTask, "stop"> {
  const { db, log } = deps;
  return repeat({
    pauseMs: intervalMs,
    async run() {
      const checked = await checkClocks(deps);
      if (!checked.ok) {
        log.error(clockRefused, { job: "accounts", ...checked.problem });
        return;
      }
      if (!(await claimRun(db, "accounts"))) return;
      const removed = await deleteExpiredAccounts(db, checked.now);
      if (Object.values(removed).some((rows) => rows > 0)) {
        log.info("retention.accounts_deleted", removed);
      }
    },
    onError(error) {
      log.warn("retention.accounts_failed", { error });
    },
  });
}
