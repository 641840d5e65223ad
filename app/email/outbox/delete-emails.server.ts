import { type RawBuilder, sql, type Transaction } from "kysely";
import { isOutdated } from "#app/data/maintenance/refused-clock-periods.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailKind } from "#app/email/definition/email-kinds.ts";

const kindsAboutSubmissions = [
  "confirm-submission",
  "confirmed-form",
] as const satisfies readonly EmailKind[];

/** Deletes the emails about quarantined submissions, to their senders and to the firm. @returns how many were deleted */
export async function deleteConfirmationEmails(
  trx: Transaction<Database>,
  submissionIds: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("letters")
    .where("kind", "in", kindsAboutSubmissions)
    .where(sql<boolean>`about = any(${[...submissionIds]}::uuid[])`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Deletes the emails about a quarantined submission that staff deleted. Of an email that may have reached its recipient, only the content is
 * deleted, because its unsubscribe link must work. `deleteOldConfirmationEmails` deletes the row.
 */
export async function clearConfirmationEmails(
  trx: Transaction<Database>,
  submissionId: string,
): Promise<void> {
  // An email that is being sent gets its content afterward, so it keeps it until it is deleted.
  const mayBeReceived = sql<boolean>`(kind = 'confirm-submission' and (state in ('sent', 'sending') or unclear_attempts > 0))`;
  await trx
    .deleteFrom("letters")
    .where("kind", "in", kindsAboutSubmissions)
    .where("about", "=", submissionId)
    .where(sql<boolean>`not ${mayBeReceived}`)
    .execute();
  await trx
    .updateTable("letters")
    .set({ subject: null, bodyText: null, bodyHtml: null })
    .where("about", "=", submissionId)
    .where(mayBeReceived)
    .execute();
}

/** Deletes old emails of the same kind, whose submissions may have been deleted before. @returns how many were deleted */
export async function deleteOldConfirmationEmails(
  trx: Transaction<Database>,
  before: Date,
  most: number,
): Promise<number> {
  return deleteOldest(trx, {
    before,
    most,
    condition: sql`kind = any(${[...kindsAboutSubmissions]}::text[])`,
  });
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
