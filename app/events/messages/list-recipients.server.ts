import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { MessageAudience } from "#app/data/schema/event-messages.ts";
import { undeliverableSince } from "#app/email/bounces/undeliverable-addresses.server.ts";
import { selectEmailConsent } from "#app/intake/consent/find-consent.server.ts";
import { normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";
import type { EventMessage } from "./find-messages.server.ts";
import type { LeftOut, LeftOutReason } from "./left-out.ts";
import { messageTemplates } from "./message-templates.ts";

/** A sign-up whose person gets the message. */
export type Recipient = { id: string; name: string; email: string };

type Candidate = Recipient & {
  /** The same for all addresses of a person. */
  person: string;
  reason: Exclude<LeftOutReason, "same-person"> | null;
};

type Addressed = Pick<
  EventMessage,
  "id" | "eventId" | "template" | "audience" | "repeats" | "invitedEventId"
>;

/**
 * The recipients of a message, in the order of their numbers, and who was left out. A person with several addresses or sign-ups gets it once.
 */
export async function listRecipients(
  db: Kysely<Database>,
  message: Addressed,
): Promise<{ recipients: Recipient[]; leftOut: LeftOut }> {
  const candidates = await findCandidates(db, message, {
    reason: leftOutReason(message, message.repeats ? sql`false` : hasReceived(message)),
  });
  const seen = new Set<string>();
  const recipients: Recipient[] = [];
  const leftOut: LeftOut = {};
  for (const { id, name, email, person, reason: ownReason } of candidates) {
    const keys = [`person ${person}`, `mailbox ${normalizeMailbox(email)}`];
    const reason = ownReason ?? (keys.some((key) => seen.has(key)) ? "same-person" : undefined);
    if (reason === undefined) {
      recipients.push({ id, name, email });
      for (const key of keys) seen.add(key);
    } else {
      leftOut[reason] = (leftOut[reason] ?? 0) + 1;
    }
  }
  return { recipients, leftOut };
}

/** Whether the person of a sign-up may still get a message that was sent before: sign-ups and consent change while an email waits. */
export async function isStillRecipient(
  db: Kysely<Database>,
  message: Addressed,
  signupId: string,
): Promise<boolean> {
  const candidates = await findCandidates(db, message, {
    reason: leftOutReason(message, sql`false`),
    signupId,
  });
  // The mail worker withholds email to an undeliverable address and stores that reason.
  return candidates.some(({ reason }) => reason === null || reason === "undeliverable");
}

async function findCandidates(
  db: Kysely<Database>,
  { eventId, audience }: Addressed,
  { reason, signupId }: { reason: RawBuilder<unknown>; signupId?: string },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select signup.id, signup.name, signup.email,
      (select min(address) from addresses_of_person(signup.email) as own (address)) as person,
      ${reason} as reason
    from linkedin_live_signups as signup
    where signup.event_id = ${eventId} and ${isInAudience[audience]}
      and ${signupId === undefined ? sql`true` : sql`signup.id = ${signupId}`}
    order by signup.place_number, signup.id`.execute(db);
  return rows;
}

const isInAudience: Readonly<Record<MessageAudience, RawBuilder<boolean>>> = {
  holders: sql`signup.state = 'seat'`,
  waiting: sql`signup.state = 'waiting'`,
  attended: sql`signup.state = 'seat' and signup.attended`,
  "no-shows": sql`signup.state = 'seat' and not signup.attended`,
};

/** The reason in the order of `leftOutReasons`; null for a recipient. */
function leftOutReason(
  { template, invitedEventId }: Addressed,
  isReceived: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { consent } = messageTemplates[template];
  const emailConsent = selectEmailConsent(sql`signup.email`);
  return sql`case
    when ${undeliverableSince(sql`signup.email`)} is not null then 'undeliverable'
    ${consent === "none" ? sql`` : sql`when ${emailConsent} = 'opted-out' then 'opted-out'`}
    ${consent === "required" ? sql`when ${emailConsent} <> 'yes' then 'no-consent'` : sql``}
    when exists (
      select from linkedin_live_signups as other
      where other.event_id = ${invitedEventId}::uuid and other.state in ('seat', 'waiting')
        and other.email in (select address from addresses_of_person(signup.email) as own (address))
    ) then 'signed-up'
    when ${isReceived} then 'already-received'
  end`;
}

/** Whether an earlier message with the template, if it is one that people get once, went to any address of the person. */
function hasReceived({ template, eventId }: Addressed): RawBuilder<unknown> {
  if (!messageTemplates[template].isOnce) return sql`false`;
  return sql`exists (
    select from event_messages as earlier
      join event_message_recipients as received on received.message_id = earlier.id
      join linkedin_live_signups as other on other.id = received.signup_id
    where earlier.event_id = ${eventId} and earlier.template = ${template}
      and other.email in (select address from addresses_of_person(signup.email) as own (address))
  )`;
}
