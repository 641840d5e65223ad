import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { recordAccountChange } from "./record-account-change.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

/** A passkey that was verified but is not stored yet. */
export type NewPasskey = { accountId: string; userAgent: string | null; clientAddress: string | null };

/**
 * Records a new passkey and notifies its owner before the library stores it. A passkey is never stored without a record; if storing it
 * fails, an extra record remains.
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
