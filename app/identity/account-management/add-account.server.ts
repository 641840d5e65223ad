import type { Kysely } from "kysely";
import { type Actor, actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { isAcceptablePassword } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import {
  countOwners,
  normalizeEmail,
  insertAccount,
  lockRoles,
  removeUnclaimed,
} from "#app/identity/accounts/account-rows.server.ts";

type Deps = { db: Kysely<Database>; passwords: Pick<Passwords, "hash"> };

export type NewAccount = { name: string; email: string; password: string };

/** Whether an owner exists who can sign in. */
export async function hasOwner(db: Kysely<Database>): Promise<boolean> {
  return (await countOwners(db)) > 0;
}

/** Adds a confirmed account. Only the command line uses it, whose user controls the server anyway. */
export async function addAccount(
  { db, passwords }: Deps,
  account: NewAccount & { role: Role; actor: Actor },
): Promise<{ ok: true; id: string } | { ok: false; reason: "account-exists" | "common-password" }> {
  const { name, role, actor } = account;
  const email = normalizeEmail(account.email);
  if (!(await isAcceptablePassword(account.password, email))) return { ok: false, reason: "common-password" };
  const passwordHash = await passwords.hash(account.password, "staff");
  return db.transaction().execute(async (trx) => {
    await removeUnclaimed(trx, email, { actor, by: "shell" });
    const added = await insertAccount(trx, {
      name,
      email,
      role,
      isConfirmed: true,
      passwordHash,
      hasLongPassword: true,
    });
    if (added === undefined) return { ok: false, reason: "account-exists" } as const;
    await recordAudit(trx, {
      action: "account-added",
      actor,
      subject: `account:${added.id}`,
      details: { role },
    });
    return { ok: true, id: added.id } as const;
  });
}

/** Adds the first owner through the set-up link. Exactly one of several concurrent requests succeeds. */
export async function addFirstOwner(
  { db, passwords }: Deps,
  account: NewAccount & { clientAddress?: string | undefined },
): Promise<
  { ok: true; id: string } | { ok: false; reason: "account-exists" | "has-owner" | "common-password" }
> {
  const { name, clientAddress } = account;
  const email = normalizeEmail(account.email);
  if (!(await isAcceptablePassword(account.password, email))) return { ok: false, reason: "common-password" };
  const passwordHash = await passwords.hash(account.password, "staff");
  return db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    if (await hasOwner(trx)) return { ok: false, reason: "has-owner" } as const;
    await removeUnclaimed(trx, email, { actor: { kind: "nobody" }, by: "set-up link", clientAddress });
    const owner = {
      name,
      email,
      role: "owner",
      isConfirmed: true,
      passwordHash,
      hasLongPassword: true,
    } as const;
    const added = await insertAccount(trx, owner);
    if (added === undefined) return { ok: false, reason: "account-exists" } as const;
    await recordAudit(trx, {
      action: "account-added",
      actor: actorOf({ id: added.id, email }),
      subject: `account:${added.id}`,
      details: { role: "owner", by: "set-up link" },
      clientAddress,
    });
    return { ok: true, id: added.id } as const;
  });
}
