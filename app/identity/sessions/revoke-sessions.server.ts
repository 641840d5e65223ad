import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  type AccountKey,
  endAccountSessions,
  findToManage,
  type TeamManager,
} from "#app/identity/accounts/account-rows.server.ts";
import { endInvitationsBy } from "#app/identity/links/one-time-links.server.ts";
import { getAuditContext, type OwnAccount } from "#app/identity/account-changes/own-account.server.ts";

type Deps = { db: Kysely<Database> };

/**
 * Ends one of a person's own sessions. What else ends a session, including its time limits, is listed at `isLiveSession` in
 * `live-session.server.ts`.
 */
export async function revokeSession(
  { db }: Deps,
  account: OwnAccount,
  sessionId: string,
): Promise<{ ok: true } | { ok: false; reason: "unknown" }> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom("staffSessions")
      .where("id", "=", sessionId)
      .where("userId", "=", account.id)
      .returning("id")
      .executeTakeFirst();
    if (ended === undefined) return { ok: false, reason: "unknown" } as const;
    await recordAudit(trx, {
      action: "session-revoked",
      ...getAuditContext(account),
      subject: `session:${sessionId}`,
    });
    return { ok: true } as const;
  });
}

/** Ends all of a person's sessions except one. @returns their number */
export async function revokeOtherSessions(
  { db }: Deps,
  account: OwnAccount,
  keepSessionId: string,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom("staffSessions")
      .where("userId", "=", account.id)
      .where("id", "!=", keepSessionId)
      .returning("id")
      .execute();
    if (ended.length > 0) {
      await recordAudit(trx, {
        action: "session-revoked",
        ...getAuditContext(account),
        details: { sessions: ended.length },
      });
    }
    return ended.length;
  });
}

/**
 * Ends all sessions and open invitations of another account. The person can sign in again; to prevent that, remove the account or change
 * its role.
 * @returns `not-allowed` if the caller is no longer a signed-in owner
 */
export async function endColleagueSessions(
  { db }: Deps,
  order: AccountKey & { actor: TeamManager; clientAddress?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "not-allowed" }> {
  return db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, order);
    if (!found.ok) return found;
    const { id } = found.account;
    const sessions = await endAccountSessions(trx, id);
    await endInvitationsBy(trx, id);
    const { actor, clientAddress } = order;
    const ended = { action: "sessions-ended", subject: `account:${id}`, details: { sessions } } as const;
    await recordAudit(trx, { ...ended, actor, clientAddress });
    return { ok: true } as const;
  });
}
