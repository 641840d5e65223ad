import { type Kysely, type RawBuilder, sql } from "kysely";
import type { OrderedRows } from "#app/data/lists/ordered-rows.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { ConsentBasis, LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import type { EmailTopic } from "#app/data/schema/letter-suppressions.ts";
import { listSuppressions } from "#app/email/outbox/suppressions.server.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { listWithdrawals } from "./withdraw-consent.server.ts";

/** Whether a person may be contacted on a channel beyond the response to a form, with the evidence. */
export type ChannelConsent =
  | { state: "yes"; at: Date; basis: GivingBasis; recordedBy: string | null }
  /** `not-asked`: none of our forms displayed the box. */
  | { state: "no" | "not-asked" }
  /** `checkedSince`: when a later form checked the box. That does not lift an opt-out. */
  | { state: "opted-out"; at: Date; checkedSince: Date | null };

type GivingBasis = Exclude<ConsentBasis, "none-given">;

export type PersonConsent = Readonly<Record<ConsentChannel, ChannelConsent>>;

/** Invented consent for email previews. */
export const sampleConsent: PersonConsent = {
  email: { state: "yes", at: new Date("2030-01-14T16:00:00Z"), basis: "boxes-shown", recordedBy: null },
  phone: { state: "no" },
};

/** The consent history of an address, oldest first. */
type ConsentHistory = {
  /** At least those of `listDecisiveReceipts`. */
  receipts: readonly Pick<
    ConsentReceipt,
    "givenAt" | "basis" | "byEmail" | "byPhone" | "pageVersion" | "recordedBy"
  >[];
  withdrawals: readonly { channel: ConsentChannel; at: Date }[];
  suppressions: readonly { topic: EmailTopic; since: Date }[];
};

/**
 * The current consent of an address. The database computes the same for the columns of `people` (`consent_of_address`, migration 0024).
 * @param email in lower case, without spaces around it
 */
export async function findConsent(db: Kysely<Database>, email: string): Promise<PersonConsent> {
  return currentConsent({
    receipts: await listDecisiveReceipts(db, email),
    withdrawals: await listWithdrawals(db, email),
    suppressions: await listSuppressions(db, email),
  });
}

/** The current consent of the person with an address. Of several addresses, the most restrictive consent holds. */
export async function findPersonConsent(db: Kysely<Database>, email: string): Promise<PersonConsent> {
  const consents: PersonConsent[] = [];
  for (const address of await listDecidingAddresses(db, email)) consents.push(await findConsent(db, address));
  return chooseMostRestrictive(consents);
}

/**
 * The addresses that determine the consent of the person with an address. One that staff entered counts only after a form, consent or an
 * opt-out comes with it; otherwise it would end the consent to calls.
 */
export async function listDecidingAddresses(db: Kysely<Database>, email: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from deciding_addresses(${email}) as address order by address`.execute(db);
  return rows.map(({ address }) => address);
}

/** An expression for the state of `findPersonConsent` for email. @param email an expression for an address of the person */
export function selectEmailConsent(email: RawBuilder<unknown>): RawBuilder<ChannelConsent["state"]> {
  return sql`(
    select consent from (
      select consent_of_address(own.address, 'email') as consent from deciding_addresses(${email}) as own (address)
    ) as of_address
    order by array_position(${[...restrictiveness]}::text[], consent) limit 1
  )`;
}

/** The states of `people.call_consent`, the most restrictive first. */
const restrictiveness = ["opted-out", "no", "not-asked", "yes"] as const;

/** Of equal states, the latest one is chosen. @param consents of the addresses of a person, at least one */
export function chooseMostRestrictive(consents: readonly PersonConsent[]): PersonConsent {
  const choose = (channel: ConsentChannel): ChannelConsent => {
    const [first] = consents
      .map((consent) => consent[channel])
      .toSorted(
        (one, other) =>
          restrictiveness.indexOf(one.state) - restrictiveness.indexOf(other.state) ||
          getConsentTime(other) - getConsentTime(one),
      );
    return first ?? { state: "not-asked" };
  };
  return { email: choose("email"), phone: choose("phone") };
}

function getConsentTime(consent: ChannelConsent): number {
  return "at" in consent ? consent.at.getTime() : 0;
}

/**
 * Computes current consent from the history. Anyone can send a form, so an opt-out stands until the owner of the mailbox or staff
 * lift it. An unchecked box changes nothing.
 */
export function currentConsent(history: ConsentHistory): PersonConsent {
  return { email: channelConsent("email", history), phone: channelConsent("phone", history) };
}

function channelConsent(channel: ConsentChannel, history: ConsentHistory): ChannelConsent {
  // Receipts without a page version predate the rule that consent requires a form token.
  const proven = history.receipts.filter(
    ({ basis, pageVersion }) => basis !== "boxes-shown" || pageVersion !== null,
  );
  const given = proven.filter(({ byEmail, byPhone }) => (channel === "email" ? byEmail : byPhone));
  const lift = given.findLast(({ basis }) => basis !== "boxes-shown");
  const liftedAt = lift?.givenAt;
  const optOut = listOptOuts(channel, history).findLast(
    ({ at, isSuppression }) => liftedAt === undefined || !(isSuppression ? liftedAt >= at : liftedAt > at),
  );
  if (optOut !== undefined) {
    const { at } = optOut;
    const checked = given.findLast(({ givenAt }) => givenAt > at);
    return { state: "opted-out", at, checkedSince: checked?.givenAt ?? null };
  }
  // A record from the owner of the mailbox or from staff outranks a form, which anyone can send.
  const evidence = lift ?? given.at(-1);
  if (evidence !== undefined && evidence.basis !== "none-given") {
    const { givenAt, basis, recordedBy } = evidence;
    return { state: "yes", at: givenAt, basis, recordedBy };
  }
  return { state: proven.some(({ basis }) => basis === "boxes-shown") ? "no" : "not-asked" };
}

type OptOut = { at: Date; isSuppression: boolean };

/** Stopped announcements count as an opt-out of email, because they are the only promotional email that the program sends. */
function listOptOuts(channel: ConsentChannel, { withdrawals, suppressions }: ConsentHistory): OptOut[] {
  const withdrawn = withdrawals
    .filter((withdrawal) => withdrawal.channel === channel)
    .map(({ at }) => ({ at, isSuppression: false }));
  // One “Save” can stop announcements and keep articles. Both records then have the same time.
  const suppressed = suppressions
    .filter(({ topic }) => channel === "email" && topic === "announcements")
    .map(({ since }) => ({ at: since, isSuppression: true }));
  return [...withdrawn, ...suppressed].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

export type ConsentReceipt = {
  id: string;
  leadId: string | null;
  form: LeadForm | null;
  givenAt: Date;
  basis: ConsentBasis;
  byEmail: boolean;
  byPhone: boolean;
  wordingVersion: string | null;
  pageVersion: string | null;
  optsOut: boolean;
  recordedBy: string | null;
};

/** The receipts of some addresses, by form and by address. */
export function selectReceipts(emails: readonly string[]): OrderedRows<ConsentReceipt> {
  const own = sql`any(${[...emails]}::text[])`;
  const query = sql<ConsentReceipt>`(
    select id, lead_id, form, given_at, basis, by_email, by_phone, wording_version, page_version, opts_out, recorded_by
    from (
      select * from consent_receipts where email = ${own}
      union all
      select * from consent_receipts where lead_id in (
        select id from pre_loi_assessments where email = ${own}
        union all select id from linkedin_live_signups where email = ${own}
      )
    ) as receipt
  )`;
  return { query, time: "givenAt" };
}

/**
 * The receipts that determine the current consent, oldest first: the latest of each kind. A stranger can add any number of receipts, one
 * with each form.
 */
export async function listDecisiveReceipts(db: Kysely<Database>, email: string): Promise<ConsentReceipt[]> {
  const { rows } = await sql<ConsentReceipt>`
    select decisive.* from (
      select distinct on (by_email, by_phone, basis, page_version is null) receipt.*
      from ${selectReceipts([email]).query} as receipt
      order by by_email, by_phone, basis, page_version is null, given_at desc, id desc
    ) as decisive
    order by given_at, id`.execute(db);
  return rows;
}

/** The current consent as facts for staff who call and write, in the firm’s time zone. */
export function consentFacts({
  email,
  phone,
}: PersonConsent): (readonly [term: string, description: string])[] {
  return [
    ["May be called", describeConsent(phone)],
    ["May be sent articles and invitations", describeConsent(email)],
  ];
}

function describeConsent(consent: ChannelConsent): string {
  switch (consent.state) {
    case "yes":
      return `Yes, ${describeEvidence(consent)} on ${dayOf(consent.at)}`;
    case "no":
      return "No, box not checked";
    case "not-asked":
      return "Not asked";
    case "opted-out": {
      const { at, checkedSince } = consent;
      const optedOut = `No, opted out on ${dayOf(at)}`;
      return checkedSince === null
        ? optedOut
        : `${optedOut}. A form sent on ${dayOf(checkedSince)} checked this box; the opt-out still stands.`;
    }
  }
}

function describeEvidence({ basis, recordedBy }: Extract<ChannelConsent, { state: "yes" }>): string {
  switch (basis) {
    case "boxes-shown":
      return "box checked in a form";
    case "preference-page":
      return "given through the link in an email";
    case "staff":
      return `recorded by ${recordedBy === null || recordedBy === shellName ? "the administrator" : recordedBy}`;
  }
}

/** How `recorded_by` names the command line. */
export const shellName = "shell";

function dayOf(at: Date): string {
  return shortDayIn(practice.timeZone, at);
}
