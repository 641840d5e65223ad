import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import {
  digestOfAddress,
  emailTopics,
  namesOf,
  suppressTopics,
} from "#app/email/outbox/suppressions.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { chooseConsentTime } from "./consent-time.server.ts";

/** Whether an address that was read before the transaction may still be stored. */
export type AddressCheck = (trx: Transaction<Database>) => Promise<boolean>;

export const isAlwaysCurrent: AddressCheck = () => Promise.resolve(true);

/**
 * Records an opt-out. By email, it stops every optional email, because a person who opts out does not mean only one list.
 * @param email in lower case, without spaces around it
 * @param channels at least one
 * @param isCurrent called after an erasure in progress has ended, which would not reach what is stored here
 * @returns false if nothing was stored, because the address is no longer current
 */
export async function withdrawConsent(
  { db, clock, ...recorder }: { db: Kysely<Database>; clock: Clock } & Recorder,
  email: string,
  channels: readonly ConsentChannel[],
  isCurrent: AddressCheck = isAlwaysCurrent,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockAddress(trx, email);
    if (!(await isCurrent(trx))) return false;
    const at = await chooseConsentTime(trx, [email], clock.now());
    await insertWithdrawals(trx, recorder, { email, channels, at });
    if (channels.includes("email")) await suppressTopics(trx, email, emailTopics, at);
    return true;
  });
}

type Recorder = { persons: PersonKeys; actor: Actor };

export async function insertWithdrawals(
  trx: Transaction<Database>,
  { persons, actor }: Recorder,
  { email, channels, at }: { email: string; channels: readonly ConsentChannel[]; at: Date },
): Promise<void> {
  await insertOnce(trx, email, channels, at);
  await recordAudit(trx, {
    action: "consent-withdrawn",
    actor,
    subject: persons.subjectOf(email),
    details: { channels: channels.join(" ") },
  });
}

/** Stores an email opt-out that was stored only as stopped announcements, whose row was deleted when they resumed. */
export async function keepEmailOptOut(trx: Transaction<Database>, email: string, at: Date): Promise<void> {
  await insertOnce(trx, email, ["email"], at);
}

async function insertOnce(
  trx: Transaction<Database>,
  email: string,
  channels: readonly ConsentChannel[],
  at: Date,
): Promise<void> {
  await trx
    .insertInto("consentWithdrawals")
    .values(channels.map((channel) => ({ email, channel, at })))
    .onConflict((conflict) => conflict.columns(["email", "channel", "at"]).doNothing())
    .execute();
}

/** The opt-outs of an address, oldest first. */
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
 * Replaces an erased address by its digest, so that the opt-out still applies.
 * @returns the number of rows with the digest
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
