import { type Kysely, sql } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { endSessions, type StaffSession } from "./find-session.server.ts";

/** A session that the library has just begun. */
export type BegunSession = {
  token: string;
  account: { id: string; email: string };
  with: "password" | "passkey";
  /** The session that this browser had before. */
  before: StaffSession | null;
  /** The hash of the password that was shown, where one was. */
  passwordHash?: string | null;
  clientAddress: string;
};

/**
 * How every way in ends: what the browser held before is over, for it would go on living unseen, and the audit log is told.
 * @returns false where the password was changed in the meantime: whoever showed the old one is out again
 */
export async function completeSignIn(db: Kysely<Database>, begun: BegunSession): Promise<boolean> {
  const { token, account, before, passwordHash, clientAddress } = begun;
  return db.transaction().execute(async (trx) => {
    if (passwordHash !== undefined) {
      // Shared with other sign-ins, and not with a change: that one has ended before, or ends this session as well.
      const { rows } = await sql<{ password: string | null }>`
        select password from staff_accounts
        where user_id = ${account.id} and provider_id = 'credential' for share`.execute(trx);
      if (rows[0]?.password !== passwordHash) {
        await trx.deleteFrom("staffSessions").where("token", "=", token).execute();
        return false;
      }
    }
    if (before !== null) await endSessions(trx, [before.id]);
    await recordAudit(trx, {
      action: "signed-in",
      actor: actorOf(account),
      details: { with: begun.with },
      clientAddress,
    });
    return true;
  });
}
