import type { Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Submission } from "#app/intake/submission/submission.ts";

/** Thrown when a quarantined submission was deleted while it was being accepted. The caller's transaction must store nothing. */
export class QuarantinedDeleted extends Error {
  override readonly name = "QuarantinedDeleted";
}

/**
 * Locks the quarantined row that a command is about to store as a lead, until the end of the transaction. Erasure and deletion lock the
 * row too, so they either wait and then find the lead, or the row is gone here. The row is locked before events, as everywhere.
 * @throws QuarantinedDeleted if the row is gone
 */
export async function lockQuarantined(
  trx: Transaction<Database>,
  { quarantinedId }: Pick<Submission, "quarantinedId">,
): Promise<void> {
  if (quarantinedId === undefined) return;
  const row = await trx
    .selectFrom("quarantinedSubmissions")
    .select("id")
    .where("id", "=", quarantinedId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new QuarantinedDeleted();
}
