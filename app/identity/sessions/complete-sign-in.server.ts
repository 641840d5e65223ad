import { type Kysely, sql, type Transaction } from "kysely";
import { actorOf } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { recordAccountAction } from "#app/identity/accounts/record-account-action.server.ts";
import { mustUseProvider } from "#app/identity/connections/connections.server.ts";
import { endSessions, recentAuthenticationMinutes, type StaffSession } from "./find-session.server.ts";

/** A session that the library has just created. */
export type NewSession = {
  token: string;
  account: { id: string; email: string; isWaiting: boolean };
  with: "password" | "passkey" | "single sign-on";
  /** Set if a second factor was verified and the library does not know it. */
  assurance?: "aal2";
  /** The session that this browser had before. */
  before: StaffSession | null;
  /** The hash that the password was verified with, unless a passkey was used. */
  passwordHash?: string | null;
  /** The credential id of the passkey that was used, unless a password was. */
  credentialId?: string;
  /** Whether the provider only remembered the person, so that the sign-in is no recent authentication. */
  isRemembered?: boolean;
  /** The person at the firm's provider, unless a password or a passkey was used. */
  connection?: { issuer: string; subject: string };
  clientAddress: string;
};

/**
 * Completes every kind of sign-in: ends the browser's previous session, whose cookie is being replaced, and records the sign-in.
 * @param issuer the firm's provider; undefined without one
 * @returns false if the password was changed or the passkey removed in the meantime, or if the account must use the provider, in which case
 * the new session is deleted
 */
export async function completeSignIn(
  db: Kysely<Database>,
  issuer: string | undefined,
  session: NewSession,
): Promise<boolean> {
  const { token, account, before, clientAddress } = session;
  return db.transaction().execute(async (trx) => {
    if (!(await isStillValid(trx, session)) || !(await limitLocalSession(trx, issuer, session))) {
      await trx.deleteFrom("staffSessions").where("token", "=", token).execute();
      return false;
    }
    if (session.assurance !== undefined) {
      const { assurance } = session;
      await trx.updateTable("staffSessions").set({ assurance }).where("token", "=", token).execute();
    }
    if (session.isRemembered === true) {
      const provedAt = sql<Date>`now() - make_interval(mins => ${recentAuthenticationMinutes})`;
      await trx.updateTable("staffSessions").set({ provedAt }).where("token", "=", token).execute();
    }
    if (before !== null) await endSessions(trx, [before.id]);
    await recordAccountAction(trx, account, {
      action: "signed-in",
      actor: actorOf(account),
      details: { with: session.with },
      clientAddress,
    });
    return true;
  });
}

/**
 * Accounts that must use the firm's provider can re-authenticate with a passkey, but the new session ends with the one it replaces.
 * Otherwise a person who was removed at the provider could prolong the access.
 * @returns false if there is no session to replace
 */
async function limitLocalSession(
  trx: Transaction<Database>,
  issuer: string | undefined,
  { token, account, before, connection }: NewSession,
): Promise<boolean> {
  if (connection !== undefined || issuer === undefined) return true;
  const found = await trx
    .selectFrom("staffUsers as account")
    .select(mustUseProvider(issuer).as("isLimited"))
    .where("account.id", "=", account.id)
    .executeTakeFirst();
  if (found?.isLimited !== true) return true;
  if (before?.staff.id !== account.id) return false;
  await sql`
    update staff_sessions set expires_at = least(expires_at, ${before.endsAt}) where token = ${token}`.execute(
    trx,
  );
  return true;
}

/**
 * Whether the password or the passkey of a sign-in is still the account's. The shared locks let concurrent sign-ins continue, and a change of
 * the password or a removal of the passkey either has finished or ends this session too.
 */
async function isStillValid(
  trx: Transaction<Database>,
  { account, passwordHash, credentialId, connection }: NewSession,
): Promise<boolean> {
  if (passwordHash !== undefined) {
    const { rows } = await sql<{ password: string | null }>`
      select password from staff_accounts
      where user_id = ${account.id} and provider_id = 'credential' for share`.execute(trx);
    if (rows[0]?.password !== passwordHash) return false;
  }
  if (connection !== undefined) {
    const { rows } = await sql`
      select from staff_accounts
      where user_id = ${account.id} and provider_id = ${connection.issuer}
        and account_id = ${connection.subject} for key share`.execute(trx);
    return rows.length > 0;
  }
  if (credentialId === undefined) return true;
  const { rows } = await sql`
    select from staff_passkeys
    where user_id = ${account.id} and credential_id = ${credentialId} for key share`.execute(trx);
  return rows.length > 0;
}
