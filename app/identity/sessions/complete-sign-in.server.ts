import { type Kysely, sql } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { endSessions, type StaffSession } from "./find-session.server.ts";

/** A session that the library has just created. */
export type NewSession = {
  token: string;
  account: { id: string; email: string };
  with: "password" | "passkey";
  /** The session that this browser had before. */
  before: StaffSession | null;
  /** The hash that the password was verified with, unless a passkey was used. */
  passwordHash?: string | null;
  clientAddress: string;
};

/**
 * Completes every kind of sign-in: ends the browser's previous session, whose cookie is being replaced, and records the sign-in.
 * @returns false if the password was changed in the meantime, in which case the new session is deleted
 */
export async function completeSignIn(db: Kysely<Database>, session: NewSession): Promise<boolean> {
  const { token, account, before, passwordHash, clientAddress } = session;
  return db.transaction().execute(async (trx) => {
    if (passwordHash !== undefined) {
      // A shared lock: concurrent sign-ins continue, and a password change either has finished or ends this session too.
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
      details: { with: session.with },
      clientAddress,
    });
    return true;
  });
}
