import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { isOutdated } from "#app/data/maintenance/refused-clock-periods.server.ts";
import { type EmailCategory, emailKinds, isEmailKind } from "#app/email/definition/email-kinds.ts";

/** Why no email is sent to an address. */
export type Undeliverable = { email: string; since: Date; status: string; reply: string };

/**
 * Whether an address is marked as undeliverable after a failure, and whether emails of the category are then withheld. Emails to the firm
 * and its staff are always attempted: a wrong report would otherwise withhold new leads or the link that resets a password.
 */
export function concernsUndeliverable(category: EmailCategory): boolean {
  return category !== "account" && category !== "notifications" && category !== "digests";
}

/** Marks the recipient of an email as undeliverable, unless the email is to staff. A mark keeps its first date. */
export async function markUndeliverable(
  trx: Transaction<Database>,
  { kind, recipient, status, reply }: { kind: string; recipient: string; status: string; reply: string },
): Promise<boolean> {
  if (!isEmailKind(kind) || !concernsUndeliverable(emailKinds[kind].category)) return false;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("undeliverableAddresses")
    .values({ email: recipient, status, reply })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The marked addresses among these, oldest first. */
export async function listUndeliverable(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<Undeliverable[]> {
  return db
    .selectFrom("undeliverableAddresses")
    .select(["email", "since", "status", "reply"])
    .where("email", "in", [...emails])
    .orderBy("since")
    .orderBy("email")
    .execute();
}

/** An expression for the time since which an address is undeliverable; null if it is not. @param email an expression */
export function undeliverableSince(email: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`(select since from undeliverable_addresses where email = ${email})`;
}

/** Removes the mark of an address. @returns the removed mark; undefined if there was none */
export async function removeUndeliverable(
  trx: Transaction<Database>,
  email: string,
): Promise<Pick<Undeliverable, "since" | "status"> | undefined> {
  return trx
    .deleteFrom("undeliverableAddresses")
    .where("email", "=", email)
    .returning(["since", "status"])
    .executeTakeFirst();
}

/** Removes the marks of addresses. @returns their number */
export async function deleteUndeliverable(
  trx: Transaction<Database>,
  emails: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("undeliverableAddresses")
    .where("email", "in", [...emails])
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Deletes old marks of addresses without a form.
 * @param old.isKept a condition on rows of `undeliverable_addresses`
 * @returns their number
 */
export async function deleteOldUndeliverable(
  trx: Transaction<Database>,
  { before, most, isKept }: { before: Date; most: number; isKept: RawBuilder<boolean> },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from undeliverable_addresses where email in (
      select email from undeliverable_addresses where ${isOutdated(sql`since`, sql`${before}`)} and not (${isKept}) limit ${most})`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}
