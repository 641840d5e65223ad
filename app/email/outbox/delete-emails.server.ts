import { type RawBuilder, sql, type Transaction } from "kysely";
import { isOutdated } from "#app/data/maintenance/refused-clock-periods.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/** Deletes the emails that asked the owners of mailboxes to confirm these submissions. @returns how many were deleted */
export async function deleteConfirmationEmails(
  trx: Transaction<Database>,
  submissionIds: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("letters")
    .where("kind", "=", "confirm-submission")
    .where(sql<boolean>`about = any(${[...submissionIds]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes old emails of the same kind, whose submissions may have been deleted before. @returns how many were deleted */
export async function deleteOldConfirmationEmails(
  trx: Transaction<Database>,
  before: Date,
  most: number,
): Promise<number> {
  return deleteOldest(trx, { before, most, condition: sql`kind = 'confirm-submission'` });
}

/**
 * Deletes old emails of all kinds.
 * @param old.isKept a condition on rows of `letters`
 * @returns how many were deleted
 */
export async function deleteOldEmails(
  trx: Transaction<Database>,
  { before, most, isKept }: { before: Date; most: number; isKept: RawBuilder<boolean> },
): Promise<number> {
  return deleteOldest(trx, { before, most, condition: sql`not (${isKept})` });
}

async function deleteOldest(
  trx: Transaction<Database>,
  { before, most, condition }: { before: Date; most: number; condition: RawBuilder<unknown> },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from letters where id in (
      select id from letters where ${isOutdated(sql`created_at`, sql`${before}`)}
        and (settled_at is null or ${isOutdated(sql`settled_at`, sql`${before}`)}) and ${condition}
      order by created_at limit ${most})`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
