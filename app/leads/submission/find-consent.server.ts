import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { listSuppressions } from "#app/mail/suppressions.server.ts";
import { shortDayIn } from "#app/platform/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { listWithdrawals } from "./withdraw-consent.server.ts";

/** Whether somebody may be reached in a way that was never needed to answer the form. */
export type ChannelConsent =
  /** `not-asked`: sent without a form of ours. */
  { state: "yes" | "no" | "not-asked" } | { state: "taken-back"; at: Date };

export type LeadConsent = Readonly<Record<ConsentChannel, ChannelConsent>>;

/**
 * What the sender of a form agrees to at this moment: the latest receipt of the lead counts, unless it was taken back since. Of
 * e-mail, letters that are stopped count too, since when does not matter: nothing is sent until their owner lets them come again.
 */
export async function findConsent(
  db: Kysely<Database>,
  { leadId, email }: { leadId: string; email: string },
): Promise<LeadConsent> {
  const receipt = await db
    .selectFrom("consentReceipts")
    .select(["givenAt", "basis", "byEmail", "byPhone"])
    .where("leadId", "=", leadId)
    .orderBy("givenAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const withdrawals = await listWithdrawals(db, email);
  const stopped = (await listSuppressions(db, email)).find(({ topic }) => topic === "announcements");
  const consentBy = (channel: ConsentChannel, isGiven: boolean): ChannelConsent => {
    const last = withdrawals.findLast((withdrawal) => withdrawal.channel === channel);
    const isGivenSince =
      isGiven && receipt !== undefined && (last === undefined || receipt.givenAt > last.at);
    if (isGivenSince) return { state: "yes" };
    // Also where nothing was given after it: "was not asked" would read as if nobody had ever said stop.
    if (last !== undefined) return { state: "taken-back", at: last.at };
    return { state: receipt?.basis === "boxes-shown" ? "no" : "not-asked" };
  };
  return {
    email:
      stopped === undefined
        ? consentBy("email", receipt?.byEmail ?? false)
        : { state: "taken-back", at: stopped.since },
    phone: consentBy("phone", receipt?.byPhone ?? false),
  };
}

/** The same as facts for whoever calls and writes, in the practice's time. */
export function consentFacts({
  email,
  phone,
}: LeadConsent): (readonly [term: string, description: string])[] {
  return [
    ["May be called", inWords(phone)],
    ["May be sent articles and invitations", inWords(email)],
  ];
}

function inWords(consent: ChannelConsent): string {
  switch (consent.state) {
    case "yes":
      return "Yes";
    case "no":
      return "No";
    case "not-asked":
      return "Was not asked";
    case "taken-back":
      return `No, taken back on ${shortDayIn(practice.timeZone, consent.at)}`;
  }
}
