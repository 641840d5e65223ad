import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { OwnAccount } from "#app/identity/account-changes/own-account.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { hasAuthenticator } from "./has-authenticator.server.ts";
import { authenticatorUri, newSecret } from "./totp.server.ts";

/** The secret for an authenticator app, and the `otpauth:` URI that contains it for the QR code. */
export type AuthenticatorSetup = { secret: string; uri: string };

/**
 * The session that sets up an authenticator. A setup belongs to one session, because a thief with the password could otherwise begin it and
 * wait until the owner of the account confirms the thief's secret.
 */
export type SetupOwner = Pick<OwnAccount, "id" | "email"> & { sessionId: string };

/** A setup that is not confirmed within this time must be started again. */
const maxSetupMinutes = 10;

/**
 * Creates a secret for an authenticator app, which has no effect until its first code is confirmed. Each call replaces the secret. A confirmed
 * authenticator must be removed first, so that a stranger at an unattended screen cannot replace it.
 */
export async function startAuthenticatorSetup(
  { db, keys }: { db: Kysely<Database>; keys: Pick<IdentityKeys, "seal"> },
  { id, email, sessionId }: SetupOwner,
): Promise<({ ok: true } & AuthenticatorSetup) | { ok: false; reason: "already-confirmed" }> {
  const { isConfirmed } = await db
    .selectNoFrom(hasAuthenticator(sql`${id}`).as("isConfirmed"))
    .executeTakeFirstOrThrow();
  if (isConfirmed) return { ok: false, reason: "already-confirmed" };
  const secret = newSecret();
  // The lock waits for a command that is ending the session, after which the session has no row.
  const { rows } = await sql`
    insert into staff_authenticator_setups (session_id, sealed_secret)
    select id, ${keys.seal(id, secret)} from staff_sessions where id = ${sessionId} and user_id = ${id} for key share
    on conflict (session_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
    returning session_id`.execute(db);
  if (rows.length === 0) throw new AppError("signed-out", "The session ended during the request.");
  return { ok: true, ...describeSetup(secret, email) };
}

/** Returns the unconfirmed setup of a session, so that a reload displays the same secret. */
export async function findAuthenticatorSetup(
  { db, keys }: { db: Kysely<Database>; keys: Pick<IdentityKeys, "open"> },
  { id, email, sessionId }: SetupOwner,
): Promise<AuthenticatorSetup | undefined> {
  const { rows } = await sql<{ sealedSecret: string }>`
    select setup.sealed_secret from staff_authenticator_setups as setup
    where setup.session_id = ${sessionId} and ${isCurrent}`.execute(db);
  // If the stored secret can no longer be opened, setup restarts with a new one.
  const opened = rows[0] && keys.open(id, rows[0].sealedSecret);
  return opened && describeSetup(opened.text, email);
}

/**
 * Finds and locks the setup of a session. The lock of the session waits for a command that is ending it.
 * @returns the secret, or undefined if the session has no setup
 */
export async function lockAuthenticatorSetup(
  trx: Transaction<Database>,
  keys: Pick<IdentityKeys, "open">,
  { id, sessionId }: SetupOwner,
): Promise<string | undefined> {
  await sql`select from staff_sessions where id = ${sessionId} for key share`.execute(trx);
  const { rows } = await sql<{ sealedSecret: string }>`
    select setup.sealed_secret from staff_authenticator_setups as setup
    where setup.session_id = ${sessionId} and ${isCurrent} for update`.execute(trx);
  return rows[0] && keys.open(id, rows[0].sealedSecret)?.text;
}

/** Deletes the setup of a session after its confirmation. */
export async function deleteAuthenticatorSetup(trx: Transaction<Database>, sessionId: string): Promise<void> {
  await trx.deleteFrom("staffAuthenticatorSetups").where("sessionId", "=", sessionId).execute();
}

/** Deletes the setups of all sessions of an account. The end of a session deletes its setup as well. */
export async function deleteAuthenticatorSetups(
  trx: Transaction<Database>,
  accountId: string,
): Promise<void> {
  await trx
    .deleteFrom("staffAuthenticatorSetups")
    .where("sessionId", "in", (eb) =>
      eb.selectFrom("staffSessions").select("staffSessions.id").where("userId", "=", accountId),
    )
    .execute();
}

/** The condition on the table `setup`. */
const isCurrent = sql<boolean>`setup.created_at > now() - make_interval(mins => ${maxSetupMinutes})`;

function describeSetup(secret: string, email: string): AuthenticatorSetup {
  return { secret, uri: authenticatorUri(secret, email) };
}
