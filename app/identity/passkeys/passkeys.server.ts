import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  getAuditContext,
  type OwnAccount,
  recordOwnChange,
} from "#app/identity/account-changes/own-account.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

type Deps = { db: Kysely<Database>; outbox: Pick<Outbox, "put" | "wake"> };

export type ListedPasskey = {
  id: string;
  /** Null until its owner names it. */
  name: string | null;
  createdAt: Date | null;
  /** Whether it is synced between devices; otherwise it stays on one device. */
  isSynced: boolean;
};

/** Far more than any account has. */
const maxListed = 100;

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Kysely<Database>, accountId: string): Promise<ListedPasskey[]> {
  const rows = await db
    .selectFrom("staffPasskeys")
    .select(["id", "name", "createdAt", "deviceType"])
    .where("userId", "=", accountId)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(maxListed)
    .execute();
  return rows.map(({ deviceType, ...row }) => ({
    ...row,
    // WebAuthn level 3, section 6.1.3: a `multiDevice` passkey may be backed up.
    isSynced: deviceType === "multiDevice",
  }));
}

export async function renamePasskey(
  { db }: Pick<Deps, "db">,
  account: OwnAccount,
  passkey: { id: string; name: string },
): Promise<{ ok: true } | { ok: false; reason: "unknown" }> {
  return db.transaction().execute(async (trx) => {
    const renamed = await trx
      .updateTable("staffPasskeys")
      .set({ name: passkey.name })
      .where("id", "=", passkey.id)
      .where("userId", "=", account.id)
      .returning("id")
      .executeTakeFirst();
    if (renamed === undefined) return { ok: false, reason: "unknown" } as const;
    await recordAudit(trx, {
      action: "passkey-renamed",
      ...getAuditContext(account),
      subject: `account:${account.id}`,
    });
    return { ok: true } as const;
  });
}

/** Removes a passkey. Sessions that were started with it continue. */
export async function removePasskey(
  { db, outbox }: Deps,
  account: OwnAccount,
  passkeyId: string,
): Promise<{ ok: true } | { ok: false; reason: "unknown" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom("staffPasskeys")
      .where("id", "=", passkeyId)
      .where("userId", "=", account.id)
      .returning("id")
      .executeTakeFirst();
    if (removed === undefined) return { ok: false, reason: "unknown" } as const;
    await recordOwnChange(trx, outbox, account, "passkey-removed");
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}
