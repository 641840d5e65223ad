import { sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

/** The letters to people who signed up; `app/leads/event-letters` has a writer for each. */
export type SignupEmailKind =
  | "event-place"
  | "event-place-again"
  | "event-promoted"
  | "event-changed"
  | "event-cancelled"
  | "place-given-up"
  | "event-reminder-day"
  | "event-reminder-hour"
  | "next-date-noted"
  | "next-date";

/** Puts a letter to each of some sign-ups into the transaction that causes it. */
export async function writeToSignups(
  outbox: Outbox,
  trx: Transaction<Database>,
  kind: SignupEmailKind,
  signupIds: readonly string[],
): Promise<void> {
  if (signupIds.length === 0) return;
  await outbox.putAll(
    trx,
    sql`select ${kind}, email, id, null, null::timestamptz from linkedin_live_signups
      where id = any(${[...signupIds]})`,
  );
}
