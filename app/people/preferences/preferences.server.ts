import type { Kysely, Transaction } from "kysely";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailTopic } from "#app/data/schema/letter-suppressions.ts";
import { channels, type Channel } from "#app/people/profile/consent-channels.messages.ts";
import { findConsent, type PersonConsent } from "#app/intake/consent/find-consent.server.ts";
import { insertConsent } from "#app/intake/consent/record-consent.server.ts";
import { insertWithdrawals, keepEmailOptOut } from "#app/intake/consent/withdraw-consent.server.ts";
import {
  findRecipient,
  emailTopics,
  listSuppressions,
  setTopics,
} from "#app/email/outbox/suppressions.server.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { chooseConsentTime } from "#app/intake/consent/consent-time.server.ts";
import type { Clock } from "#app/platform/clock.ts";

/** Limits the stored rows, because each consent adds a permanent row and can be withdrawn and given repeatedly. */
const maxConsentsPerDay = 10;

export type Preferences = { topics: EmailTopic[]; consents: Channel[] };

/** The preferences of the recipient who has this preferences key; undefined for an unknown key. */
export async function findPreferences(db: Kysely<Database>, key: string): Promise<Preferences | undefined> {
  const email = await findRecipient(db, key);
  if (email === undefined) return undefined;
  const stopped = new Set((await listSuppressions(db, email)).map(({ topic }) => topic));
  const consent = await findConsent(db, email);
  return {
    topics: emailTopics.filter((topic) => !stopped.has(topic)),
    consents: channels.filter((channel) => consent[channel].state === "yes"),
  };
}

export type PreferenceChange = {
  /** The optional emails that the person wants from now on. */
  topics: readonly EmailTopic[];
  /** `keep`: the box was checked when the page was displayed and still is. A channel without an entry does not change. */
  consents: Partial<Record<Channel, "give" | "keep" | "stop">>;
};

type Deps = { db: Kysely<Database>; clock: Clock; persons: PersonKeys };

/** Saves the preferences of the recipient of an email. An opt-out is always saved; consent has a daily limit. */
export async function savePreferences(
  { db, clock, persons }: Deps,
  key: string,
  { topics, consents }: PreferenceChange,
): Promise<"saved" | "unknown" | "too-many"> {
  const recorder = { persons, actor: { kind: "nobody" } } as const;
  return db.transaction().execute(async (trx) => {
    const email = await findRecipient(trx, key);
    if (email === undefined) return "unknown";
    await lockAddress(trx, email);
    // An erasure may have deleted the email meanwhile.
    if ((await findRecipient(trx, key)) === undefined) return "unknown";
    const at = await chooseConsentTime(trx, [email], clock.now());
    const givesConsent = Object.values(consents).includes("give");
    const mayConsent = (await countConsents(trx, email, at)) < maxConsentsPerDay;
    if (givesConsent && !mayConsent) return "too-many";
    const before = await findConsent(trx, email);
    const isOptedOut = (channel: Channel): boolean => before[channel].state === "opted-out";
    await setTopics(trx, email, topics, at);
    const { email: afterTopics } = await findConsent(trx, email);
    // Only then, because stopping and resuming announcements repeatedly would otherwise add a permanent row each time.
    if (before.email.state === "opted-out" && afterTopics.state !== "opted-out") {
      await keepEmailOptOut(trx, email, before.email.at);
    }
    const stopped = channels.filter((channel) => consents[channel] === "stop" && !isOptedOut(channel));
    if (stopped.length > 0) await insertWithdrawals(trx, recorder, { email, channels: stopped, at });
    const given = mayConsent ? findNewConsents(consents, before, await findConsent(trx, email)) : [];
    if (given.length > 0) await insertConsent(trx, recorder, { email, channels: given, at });
    return "saved";
  });
}

/**
 * Stopping announcements ends consent to email. If the consent box stays checked, consent is recorded again, up to the daily limit; beyond
 * it, the stop is saved and the box appears unchecked.
 */
function findNewConsents(
  consents: PreferenceChange["consents"],
  before: PersonConsent,
  after: PersonConsent,
): Channel[] {
  return channels.filter((channel) => {
    const wants =
      consents[channel] === "give" || (consents[channel] === "keep" && before[channel].state === "yes");
    return wants && after[channel].state !== "yes";
  });
}

async function countConsents(trx: Transaction<Database>, email: string, at: Date): Promise<number> {
  const { count } = await trx
    .selectFrom("consentReceipts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("email", "=", email)
    .where("basis", "=", "preference-page")
    .where("givenAt", ">", new Date(at.getTime() - 24 * 3_600_000))
    .executeTakeFirstOrThrow();
  return count;
}
