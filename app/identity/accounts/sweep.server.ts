import { type Kysely, sql } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/database.ts";
import { idleMinutes } from "#app/identity/sessions/find-session.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type Repetition } from "#app/platform/repeat.server.ts";

/** What does not stay for good, and how long it stays. docs/privacy.md says the same. */
export const accountsKeptFor = {
  /** From the end of a link on. */
  links: "30 days",
  /** From sign-up on, where nobody confirmed the address and nobody gave a role. */
  unconfirmedAccounts: "30 days",
} as const;

const lookEveryMs = 24 * 60 * 60_000;

/** How many rows of each went. */
export type Swept = { links: number; unconfirmedAccounts: number; sessions: number; challenges: number };

/** Removes what is past its time: that of sessions, and of passkey ceremonies that were begun, as soon as they are over. Two processes may do it at once. */
export async function sweepAccounts(db: Kysely<Database>): Promise<Swept> {
  return db.transaction().execute(async (trx) => {
    const gone = await sql<{ id: string }>`
      delete from staff_users
      where not email_verified and role = 'pending'
        and created_at < now() - ${accountsKeptFor.unconfirmedAccounts}::interval
      returning id`.execute(trx);
    for (const { id } of gone.rows) {
      await recordAudit(trx, {
        action: "account-removed",
        actor: { kind: "nobody" },
        subject: `account:${id}`,
        details: { role: "pending", by: "time" },
      });
    }
    const links = await sql`
      delete from staff_links
      where expires_at < now() - ${accountsKeptFor.links}::interval`.execute(trx);
    const sessions = await sql`
      delete from staff_sessions
      where expires_at < now() or last_used_at < now() - make_interval(mins => ${idleMinutes})`.execute(trx);
    const challenges = await sql`delete from staff_verifications where expires_at < now()`.execute(trx);
    return {
      links: Number(links.numAffectedRows ?? 0),
      unconfirmedAccounts: gone.rows.length,
      sessions: Number(sessions.numAffectedRows ?? 0),
      challenges: Number(challenges.numAffectedRows ?? 0),
    };
  });
}

/** Does so now, and every day from now on. */
export function startAccountSweep({ db, log }: { db: Kysely<Database>; log: Log }): Pick<Repetition, "stop"> {
  return repeat({
    pauseMs: lookEveryMs,
    async run() {
      const removed = await sweepAccounts(db);
      if (Object.values(removed).some((rows) => rows > 0)) {
        log.info("what is past its time about accounts was removed", removed);
      }
    },
    onError(error) {
      log.warn("what is past its time about accounts could not be removed", { error });
    },
  });
}
