import { type Kysely, sql } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/** Changes the display name of a person's own account. */
export async function renameAccount(
  { db }: { db: Kysely<Database> },
  {
    account,
    name,
    clientAddress,
  }: { account: { id: string; email: string }; name: string; clientAddress?: string | undefined },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const renamed = await trx
      .updateTable("staffUsers")
      .set({ name, updatedAt: sql`now()` })
      .where("id", "=", account.id)
      .where("name", "<>", name)
      .executeTakeFirst();
    if (renamed.numUpdatedRows === 0n) return;
    await recordAudit(trx, {
      action: "account-renamed",
      actor: actorOf(account),
      subject: `account:${account.id}`,
      clientAddress,
    });
  });
}
