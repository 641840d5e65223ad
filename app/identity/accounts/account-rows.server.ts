import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { canManageTeam } from "./permissions.ts";
import { isRole, type Role } from "./staff.ts";

/** Identifies an account. */
export type AccountKey = { id: string } | { email: string };

export type AccountRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  mayViewLeads: boolean;
  isConfirmed: boolean;
};

/** Better Auth's provider id for password sign-in. */
const credential = "credential";

/** Email addresses are stored and compared in lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

export async function findAccount(db: Kysely<Database>, key: AccountKey): Promise<AccountRow | undefined> {
  const found = await db
    .selectFrom("staffUsers")
    .select(["id", "email", "name", "role", "mayViewLeads", "emailVerified as isConfirmed"])
    .where((eb) => ("id" in key ? eb("id", "=", key.id) : eb("email", "=", normalizeEmail(key.email))))
    .executeTakeFirst();
  return found && { ...found, role: isRole(found.role) ? found.role : "pending" };
}

/**
 * Whether a stranger may have requested the account with another person's address. Such an account has no permissions and does not prevent the
 * owner of the address from creating one.
 */
export function isUnclaimed({ role, isConfirmed }: AccountRow): boolean {
  return role === "pending" && !isConfirmed;
}

/** Whether the row `account` of `staff_users` has a role that has not ended. */
export const hasCurrentRole = sql<boolean>`(account.role <> 'pending' and coalesce(account.role_ends_at > now(), true))`;

/** Blocks concurrent changes of accounts and roles until the end of the transaction. */
export async function lockRoles(trx: Transaction<Database>): Promise<void> {
  await sql`lock table staff_users in share row exclusive mode`.execute(trx);
}

/** Who manages accounts: a staff member in a session, or the command line. */
export type TeamManager = (StaffActor & { sessionId: string }) | Extract<Actor, { kind: "shell" }>;

/**
 * Whether the actor can still manage the team. The endpoint checks this before the transaction takes its lock (`lockRoles`). In between, the
 * actor's role can change, and a password reset can end the actor's session. The command line is always permitted.
 */
export async function isTeamManager(trx: Transaction<Database>, actor: TeamManager): Promise<boolean> {
  if (actor.kind === "shell") return true;
  const session = await trx
    .selectFrom("staffSessions")
    .select("id")
    .where("id", "=", actor.sessionId)
    .where("userId", "=", actor.id)
    .executeTakeFirst();
  if (session === undefined) return false;
  const account = await findAccount(trx, { id: actor.id });
  return account !== undefined && canManageTeam(account);
}

/** Locks the roles, checks the actor's permission and finds the account. Every command on another person's account starts with it. */
export async function findToManage(
  trx: Transaction<Database>,
  { actor, ...key }: AccountKey & { actor: TeamManager },
): Promise<{ ok: true; account: AccountRow } | { ok: false; reason: "not-allowed" | "unknown" }> {
  await lockRoles(trx);
  if (!(await isTeamManager(trx, actor))) return { ok: false, reason: "not-allowed" };
  const account = await findAccount(trx, key);
  return account === undefined ? { ok: false, reason: "unknown" } : { ok: true, account };
}

/** Counts the owners who can sign in, which requires a confirmed address. */
export async function countOwners(db: Kysely<Database>): Promise<number> {
  const { owners } = await db
    .selectFrom("staffUsers")
    .select((eb) => eb.fn.countAll<number>().as("owners"))
    .where("role", "=", "owner")
    .where("emailVerified", "=", true)
    .executeTakeFirstOrThrow();
  return owners;
}

/** The last owner cannot be removed or demoted, because only an owner can approve accounts. */
export async function isLastOwner(trx: Transaction<Database>, account: AccountRow): Promise<boolean> {
  return account.role === "owner" && account.isConfirmed && (await countOwners(trx)) === 1;
}

type NewPassword = { passwordHash: string; hasLongPassword: boolean };

/**
 * Adds an account, which has no password if the person signs in at the firm's provider.
 * @returns undefined if the address already has an account
 */
export async function insertAccount(
  trx: Transaction<Database>,
  account: {
    name: string;
    email: string;
    role: Role;
    roleEndsAt?: Date | null;
    isConfirmed: boolean;
  } & Partial<NewPassword>,
): Promise<{ id: string } | undefined> {
  const id = randomUUID();
  const added = await trx
    .insertInto("staffUsers")
    .values({
      id,
      name: account.name,
      email: account.email,
      emailVerified: account.isConfirmed,
      image: null,
      role: account.role,
      roleEndsAt: account.roleEndsAt ?? null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) return undefined;
  const { passwordHash, hasLongPassword = false } = account;
  if (passwordHash !== undefined) await insertPassword(trx, id, { passwordHash, hasLongPassword });
  return { id };
}

/** Deletes an unclaimed account (`isUnclaimed`), so that it does not keep the verified owner of the address from getting an account. */
export async function removeUnclaimed(
  trx: Transaction<Database>,
  email: string,
  audit: {
    actor: Actor;
    by: "invitation" | "set-up link" | "shell" | "single sign-on";
    clientAddress?: string | undefined;
  },
): Promise<void> {
  const removed = await trx
    .deleteFrom("staffUsers")
    .where("email", "=", email)
    .where("role", "=", "pending")
    .where("emailVerified", "=", false)
    .returning("id")
    .executeTakeFirst();
  if (removed === undefined) return;
  await recordAudit(trx, {
    action: "account-removed",
    actor: audit.actor,
    subject: `account:${removed.id}`,
    details: { role: "pending", by: audit.by },
    clientAddress: audit.clientAddress,
  });
}

/** The columns of an account row that only a provider with stored tokens uses. */
export const withoutTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
} as const;

async function insertPassword(
  trx: Transaction<Database>,
  accountId: string,
  { passwordHash, hasLongPassword }: NewPassword,
): Promise<void> {
  await trx
    .insertInto("staffAccounts")
    .values({
      id: randomUUID(),
      accountId,
      providerId: credential,
      userId: accountId,
      password: passwordHash,
      hasLongPassword,
      ...withoutTokens,
    })
    .execute();
}

export async function findPasswordHash(db: Kysely<Database>, accountId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("staffAccounts")
    .select("password")
    .where("userId", "=", accountId)
    .where("providerId", "=", credential)
    .executeTakeFirst();
  return found?.password ?? undefined;
}

/**
 * Sets an account's password, also if it has none yet. The caller has verified that it is long enough for a role (`isAcceptablePassword`).
 * @param knownHash the hash that the current password was verified against, if it was required
 * @returns false if the password was changed in the meantime
 */
export async function replacePassword(
  trx: Transaction<Database>,
  accountId: string,
  hash: string,
  knownHash?: string,
): Promise<boolean> {
  const replaced = await trx
    .updateTable("staffAccounts")
    .set({ password: hash, hasLongPassword: true, updatedAt: sql`now()` })
    .where("userId", "=", accountId)
    .where("providerId", "=", credential)
    .where((eb) => (knownHash === undefined ? eb.lit(true) : eb("password", "=", knownHash)))
    .executeTakeFirst();
  if (replaced.numUpdatedRows > 0n) return true;
  if (knownHash !== undefined || (await findPasswordHash(trx, accountId)) !== undefined) return false;
  await insertPassword(trx, accountId, { passwordHash: hash, hasLongPassword: true });
  return true;
}

/** Signs an account out everywhere. @param except the session to keep. @returns the number of ended sessions */
export async function endAccountSessions(
  trx: Transaction<Database>,
  accountId: string,
  except?: string,
): Promise<number> {
  const ended = await trx
    .deleteFrom("staffSessions")
    .where("userId", "=", accountId)
    .where((eb) => (except === undefined ? eb.lit(true) : eb("id", "<>", except)))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/**
 * Waits for what the sessions of an account are storing, such as a confirmed authenticator, and makes later requests of these sessions wait.
 * A command that ends the sessions and deletes what they stored takes this lock first.
 */
export async function lockAccountSessions(trx: Transaction<Database>, accountId: string): Promise<void> {
  await sql`select from staff_sessions where user_id = ${accountId} order by id for update`.execute(trx);
}
