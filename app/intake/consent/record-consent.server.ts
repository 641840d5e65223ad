import type { Kysely, Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { allowTopics, emailTopics, suppressTopics } from "#app/email/outbox/suppressions.server.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { currentPreferenceVersion } from "#content/consent.ts";
import { chooseConsentTime } from "./consent-time.server.ts";
import { type AddressCheck, isAlwaysCurrent, keepEmailOptOut } from "./withdraw-consent.server.ts";
import { findConsent, shellName } from "./find-consent.server.ts";

type Recorder = { persons: PersonKeys; actor: Actor };

/**
 * Records that a person asked staff to resume contact, and lifts an opt-out. By email, this resumes every email that the opt-out stopped.
 * @param emails all addresses of the person, in lower case, without surrounding spaces
 * @param channels at least one
 * @param isCurrent called after changes in progress of these addresses have ended
 * @returns false if nothing was stored
 */
export async function giveConsent(
  { db, clock, ...recorder }: { db: Kysely<Database>; clock: Clock } & Recorder,
  emails: readonly string[],
  channels: readonly ConsentChannel[],
  isCurrent: AddressCheck = isAlwaysCurrent,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // All callers lock several addresses in this order, which prevents deadlocks.
    for (const email of emails.toSorted()) await lockAddress(trx, email);
    if (!(await isCurrent(trx))) return false;
    const at = await chooseConsentTime(trx, emails, clock.now());
    for (const email of emails) {
      const before = await findConsent(trx, email);
      await insertConsent(trx, recorder, { email, channels, at });
      if (!channels.includes("email")) continue;
      if (before.email.state === "opted-out") await keepEmailOptOut(trx, email, before.email.at);
      await allowTopics(trx, email, emailTopics);
    }
    return true;
  });
}

/**
 * Deletes the consent that staff recorded for addresses. An opt-out that it had lifted stands again, and stops every optional email, because
 * the topics that were stopped before are not known.
 * @param emails locked by the transaction
 * @returns the number of deleted receipts
 */
export async function removeStaffConsent(
  trx: Transaction<Database>,
  emails: readonly string[],
  since: Date,
): Promise<number> {
  const removed = await trx
    .deleteFrom("consentReceipts")
    .where("email", "in", [...emails])
    .where("basis", "=", "staff")
    .where("givenAt", ">=", since)
    .returning(["email", "byEmail"])
    .execute();
  const resumed = new Set(
    removed.flatMap(({ email, byEmail }) => (byEmail && email !== null ? [email] : [])),
  );
  for (const email of resumed) {
    const { email: consent } = await findConsent(trx, email);
    if (consent.state === "opted-out") await suppressTopics(trx, email, emailTopics, consent.at);
  }
  return removed.length;
}

/** Adds a receipt for an address. An actor without a session means that it came from the preference page. */
export async function insertConsent(
  trx: Transaction<Database>,
  { persons, actor }: Recorder,
  { email, channels, at }: { email: string; channels: readonly ConsentChannel[]; at: Date },
): Promise<void> {
  await trx
    .insertInto("consentReceipts")
    .values({
      email,
      givenAt: at,
      byEmail: channels.includes("email"),
      byPhone: channels.includes("phone"),
      optsOut: false,
      ...getConsentEvidence(actor),
    })
    .execute();
  await recordAudit(trx, {
    action: "consent-given",
    actor,
    subject: persons.subjectOf(email),
    details: { channels: channels.join(" ") },
  });
}

function getConsentEvidence(actor: Actor) {
  switch (actor.kind) {
    case "nobody":
      return { basis: "preference-page", wordingVersion: currentPreferenceVersion } as const;
    case "staff":
      return { basis: "staff", recordedBy: actor.email } as const;
    case "shell":
      return { basis: "staff", recordedBy: shellName } as const;
  }
}
