import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { canManageTeam } from "./permissions.ts";
import { isRole, type Role } from "./staff.ts";

// What the commands on accounts share.

/** Which account is meant. */
export type AccountKey = { id: string } | { email: string };

export type AccountRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  isConfirmed: boolean;
};

/** Better Auth's name for “signs in with a password”. */
const credential = "credential";

/** Addresses are compared in lower case. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase();
}

export async function findAccount(db: Kysely<Database>, key: AccountKey): Promise<AccountRow | undefined> {
  const found = await db
    .selectFrom("staffUsers")
    .select(["id", "email", "name", "role", "emailVerified as isConfirmed"])
    .where((eb) => ("id" in key ? eb("id", "=", key.id) : eb("email", "=", emailOf(key.email))))
    .executeTakeFirst();
  return found && { ...found, role: isRole(found.role) ? found.role : "pending" };
}

/**
 * Whether it is an account that somebody asked for with an address which may be another's: it gives no right, and keeps nobody from
 * making theirs.
 */
export function isUnclaimed({ role, isConfirmed }: AccountRow): boolean {
  return role === "pending" && !isConfirmed;
}

/** Whether the row `account` of `staff_users` has a role that has not ended. */
export const hasCurrentRole = sql<boolean>`(account.role <> 'pending' and coalesce(account.role_ends_at > now(), true))`;

/** Nobody else may look for an owner, or become or cease to be one, or get an account, until this transaction is over. */
export async function lockRoles(trx: Transaction<Database>): Promise<void> {
  await sql`lock table staff_users in share row exclusive mode`.execute(trx);
}

/**
 * Whether who changes the team may do so still: the door asked before this transaction had its lock (`lockRoles`), and somebody else can
 * have taken the right away since. The shell always may.
 */
export async function mayManageTeam(trx: Transaction<Database>, actor: Actor): Promise<boolean> {
  if (actor.kind !== "staff") return actor.kind === "shell";
  const account = await findAccount(trx, { id: actor.id });
  return account !== undefined && canManageTeam(account);
}

/**
 * The account that somebody is about to change for another, with nobody else at it until the transaction is over. Asked by every command of
 * one person on the account of another.
 */
export async function findToManage(
  trx: Transaction<Database>,
  order: AccountKey & { actor: Actor },
): Promise<{ ok: true; account: AccountRow } | { ok: false; reason: "not-allowed" | "unknown" }> {
  await lockRoles(trx);
  if (!(await mayManageTeam(trx, order.actor))) return { ok: false, reason: "not-allowed" };
  const account = await findAccount(trx, order);
  return account === undefined ? { ok: false, reason: "unknown" } : { ok: true, account };
}

/** An owner whose address nobody confirmed cannot sign in, and lets nobody in. */
export async function countOwners(db: Kysely<Database>): Promise<number> {
  const { owners } = await db
    .selectFrom("staffUsers")
    .select((eb) => eb.fn.countAll<number>().as("owners"))
    .where("role", "=", "owner")
    .where("emailVerified", "=", true)
    .executeTakeFirstOrThrow();
  return owners;
}

/** The last owner stays one: otherwise nobody could let anybody in. */
export async function isLastOwner(trx: Transaction<Database>, account: AccountRow): Promise<boolean> {
  return account.role === "owner" && account.isConfirmed && (await countOwners(trx)) === 1;
}

/** @returns undefined where the address has an account already */
export async function insertAccount(
  trx: Transaction<Database>,
  account: {
    name: string;
    email: string;
    role: Role;
    roleEndsAt?: Date | null;
    isConfirmed: boolean;
    passwordHash: string;
    hasLongPassword: boolean;
  },
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
  await insertPassword(trx, id, account);
  return { id };
}

/**
 * Makes room for the account of whoever has shown that an address is theirs: what a stranger asked for with it goes (`isUnclaimed`).
 * Else a sign-up with somebody's address would keep that somebody out.
 */
export async function removeUnclaimed(
  trx: Transaction<Database>,
  email: string,
  told: { actor: Actor; by: "invitation" | "set-up link" | "shell"; clientAddress?: string | undefined },
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
    actor: told.actor,
    subject: `account:${removed.id}`,
    details: { role: "pending", by: told.by },
    clientAddress: told.clientAddress,
  });
}

async function insertPassword(
  trx: Transaction<Database>,
  accountId: string,
  { passwordHash, hasLongPassword }: { passwordHash: string; hasLongPassword: boolean },
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
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
      scope: null,
    })
    .execute();
}

export async function passwordHashOf(db: Kysely<Database>, accountId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("staffAccounts")
    .select("password")
    .where("userId", "=", accountId)
    .where("providerId", "=", credential)
    .executeTakeFirst();
  return found?.password ?? undefined;
}

/**
 * Sets an account's password. The caller has verified that it is long enough for a role (`canBeChosen`).
 * @param knownHash where the old password was asked for: the hash that it was compared with
 * @returns false where it is another by now
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
  return replaced.numUpdatedRows > 0n;
}

/** Signs an account out everywhere. @param except the session that stays */
export async function endSessionsOf(
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
