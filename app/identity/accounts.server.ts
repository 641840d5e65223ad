import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/database.ts";
import { isRole, type Role } from "./staff.ts";

export type NewAccount = { name: string; email: string; password: string; role: Role };

/** Whether anybody can administer the site yet. */
export async function hasOwner(db: Kysely<Database>): Promise<boolean> {
  const owner = await db
    .selectFrom("staffUsers")
    .select("id")
    .where("role", "=", "owner")
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
}

/**
 * Adds an account that may sign in at once: used by the shell, whose user already owns the machine.
 * The password is hashed; e-mail addresses are compared in lower case.
 */
export async function addAccount(
  db: Kysely<Database>,
  account: NewAccount,
): Promise<{ ok: true; id: string } | { ok: false; reason: "already-there" }> {
  const hash = await hashPassword(account.password);
  return db.transaction().execute((trx) => insertAccount(trx, account, hash));
}

/**
 * Adds the first owner through the set-up link. Exactly one of several people who redeem the link at once succeeds.
 */
export async function addFirstOwner(
  db: Kysely<Database>,
  account: Omit<NewAccount, "role">,
): Promise<{ ok: true; id: string } | { ok: false; reason: "already-there" | "has-owner" }> {
  const hash = await hashPassword(account.password);
  return db.transaction().execute(async (trx) => {
    // Nobody else may look for an owner, or become one, until this is decided.
    await sql`lock table staff_users in share row exclusive mode`.execute(trx);
    if (await hasOwner(trx)) return { ok: false, reason: "has-owner" } as const;
    return insertAccount(trx, { ...account, role: "owner" }, hash);
  });
}

/** Everybody who has an account, oldest first. */
export async function listAccounts(
  db: Kysely<Database>,
): Promise<{ email: string; name: string; role: Role }[]> {
  const rows = await db
    .selectFrom("staffUsers")
    .select(["email", "name", "role"])
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1_000)
    .execute();
  return rows.map((row) => ({ ...row, role: isRole(row.role) ? row.role : "pending" }));
}

/** Gives an account another role. The last owner stays one: otherwise nobody could let anybody in. */
export async function changeRole(
  db: Kysely<Database>,
  email: string,
  role: Role,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "last-owner" }> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, email);
    if (account === undefined) return { ok: false, reason: "unknown" } as const;
    if (account.role === "owner" && role !== "owner" && (await countOwners(trx)) === 1) {
      return { ok: false, reason: "last-owner" } as const;
    }
    await trx
      .updateTable("staffUsers")
      .set({ role, updatedAt: sql`now()` })
      .where("id", "=", account.id)
      .execute();
    return { ok: true } as const;
  });
}

/** Removes an account with its sessions and passkeys; the last owner cannot be removed. */
export async function removeAccount(
  db: Kysely<Database>,
  email: string,
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "last-owner" }> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, email);
    if (account === undefined) return { ok: false, reason: "unknown" } as const;
    if (account.role === "owner" && (await countOwners(trx)) === 1) {
      return { ok: false, reason: "last-owner" } as const;
    }
    await trx.deleteFrom("staffUsers").where("id", "=", account.id).execute();
    return { ok: true } as const;
  });
}

async function insertAccount(
  trx: Transaction<Database>,
  account: NewAccount,
  passwordHash: string,
): Promise<{ ok: true; id: string } | { ok: false; reason: "already-there" }> {
  const id = randomUUID();
  const added = await trx
    .insertInto("staffUsers")
    .values({
      id,
      name: account.name,
      email: account.email.toLowerCase(),
      emailVerified: true,
      image: null,
      role: account.role,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) return { ok: false, reason: "already-there" };
  await trx
    .insertInto("staffAccounts")
    .values({
      id: randomUUID(),
      accountId: id,
      // Better Auth's name for "signs in with a password".
      providerId: "credential",
      userId: id,
      password: passwordHash,
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
      scope: null,
    })
    .execute();
  return { ok: true, id };
}

async function lockAccount(trx: Transaction<Database>, email: string) {
  await sql`lock table staff_users in share row exclusive mode`.execute(trx);
  return trx
    .selectFrom("staffUsers")
    .select(["id", "role"])
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
}

async function countOwners(trx: Transaction<Database>): Promise<number> {
  const { owners } = await trx
    .selectFrom("staffUsers")
    .select((eb) => eb.fn.countAll<number>().as("owners"))
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return owners;
}
