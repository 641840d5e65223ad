import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/database.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { digestOfAddress, letterTopics, namesOf, suppressTopics } from "#app/mail/suppressions.server.ts";
import type { Clock } from "#app/platform/clock.ts";

/**
 * Records that somebody takes a consent back. By e-mail this stops every letter that can be done without as well, as the link in a
 * letter does: who says stop does not mean one list of several.
 * @param email in lower case, without spaces around it
 * @param channels one at least
 */
export async function withdrawConsent(
  { db, clock, persons, actor }: { db: Kysely<Database>; clock: Clock; persons: PersonKeys; actor: Actor },
  email: string,
  channels: readonly ConsentChannel[],
): Promise<void> {
  const at = clock.now();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("consentWithdrawals")
      .values(channels.map((channel) => ({ email, channel, at })))
      .onConflict((conflict) => conflict.columns(["email", "channel", "at"]).doNothing())
      .execute();
    if (channels.includes("email")) await suppressTopics(trx, email, letterTopics);
    await recordAudit(trx, {
      action: "consent-withdrawn",
      actor,
      subject: persons.subjectOf(email),
      details: { channels: channels.join(" ") },
    });
  });
}

/** What an address has taken back and when, the oldest first. */
export async function listWithdrawals(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("consentWithdrawals")
    .select(["channel", "at"])
    .where("email", "in", namesOf(email))
    .orderBy("at")
    .orderBy("channel")
    .execute();
}

/**
 * Puts the digest of an address in its place: who asked to be forgotten is not called for all that.
 * @returns how many rows now stand under the digest
 */
export async function hideWithdrawnAddress(trx: Transaction<Database>, email: string): Promise<number> {
  await sql`
    with plain as (
      delete from consent_withdrawals where email = ${email} returning channel, at
    )
    insert into consent_withdrawals (email, channel, at)
    select ${digestOfAddress(email)}, channel, at from plain
    on conflict (email, channel, at) do nothing`.execute(trx);
  const hidden = await trx
    .selectFrom("consentWithdrawals")
    .select("at")
    .where("email", "=", digestOfAddress(email))
    .execute();
  return hidden.length;
}
