import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  doneBy,
  type OwnAccount,
  recordOwnChange,
} from "#app/identity/account-changes/own-account.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

type Deps = { db: Kysely<Database>; outbox: Pick<Outbox, "put" | "wake"> };

/** A passkey as its owner sees it. */
export type ListedPasskey = {
  id: string;
  /** Null until its owner gave it one. */
  name: string | null;
  createdAt: Date | null;
  /** Whether it follows its owner from device to device; otherwise it stays in the one it was made in. */
  isSynced: boolean;
};

/** Far more than anybody makes. */
const mostListed = 100;

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Kysely<Database>, accountId: string): Promise<ListedPasskey[]> {
  const rows = await db
    .selectFrom("staffPasskeys")
    .select(["id", "name", "createdAt", "deviceType"])
    .where("userId", "=", accountId)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(mostListed)
    .execute();
  return rows.map(({ deviceType, ...row }) => ({
    ...row,
    // WebAuthn level 3, section 6.1.3: `multiDevice` is one that may be backed up.
    isSynced: deviceType === "multiDevice",
  }));
}

/** Calls a passkey by a name of its owner's. */
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
      ...doneBy(account),
      subject: `account:${account.id}`,
    });
    return { ok: true } as const;
  });
}

/** Takes a passkey away: it signs nobody in any more. Sessions that it began go on. */
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
