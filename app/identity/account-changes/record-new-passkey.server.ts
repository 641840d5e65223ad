import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { recordAccountChange } from "./record-account-change.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

/** A passkey that was verified and is about to be kept. */
export type NewPasskey = { accountId: string; userAgent: string | null; clientAddress: string | null };

/**
 * Tells the audit log and the account's owner of a new passkey, before it is kept: where this fails there is none, and where keeping it
 * fails too much was told and not too little.
 */
export async function recordNewPasskey(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "put"> },
  { accountId, userAgent, clientAddress }: NewPasskey,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { email } = await trx
      .selectFrom("staffUsers")
      .select("email")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    await recordAccountChange(
      trx,
      { outbox },
      {
        accountId,
        email,
        change: "passkey-added",
        browser: deviceName(userAgent),
        clientAddress: clientAddress ?? undefined,
      },
    );
  });
}
