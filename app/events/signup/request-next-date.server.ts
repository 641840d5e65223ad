import { sql, type Transaction } from "kysely";
import { alertRecipient } from "#app/email/outbox/alert-recipient.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { readEvents } from "#app/events/schedule/find-events.server.ts";
import { lockNextDateRequests } from "#app/events/schedule/event-locks.server.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { lockQuarantined } from "#app/intake/quarantine/lock-quarantined.server.ts";
import { recordRepeatedSubmission } from "#app/intake/submission/record-submission.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import { announceEvent } from "./announce-event.server.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";
import type { Signup, SignUpForEventDeps } from "./reserve-seat.server.ts";
import { dailyKey, markConfirmed, storeRepeat } from "./store-repeat.server.ts";

/** The sign-up names an event that is not open, and another one is. Nothing is stored, so that the person can choose. */
export const eventClosed = "event-closed";

/** A sign-up and the event that it names. */
export type EventSignup = Signup & { eventId: string | undefined };

/**
 * Stores a request for the next date, once per address. If another event is open, the form is displayed again, so that the person can
 * choose. A quarantined submission is accepted without its form, so its request is stored and answered immediately.
 * @returns undefined if a seat or a waiting-list position is available at the event
 */
export async function requestNextDate(
  deps: SignUpForEventDeps,
  signup: EventSignup,
): Promise<"next-date" | typeof eventClosed | undefined> {
  const { eventId, input, submission } = signup;
  return deps.db.transaction().execute(async (trx) => {
    await lockAddress(trx, input.email);
    await lockQuarantined(trx, submission);
    // The person of a quarantined submission cannot choose another event.
    const isAnswered = eventId !== undefined && submission.quarantinedId !== undefined;
    // A concurrently added event either answers this request or is visible here.
    await lockNextDateRequests(trx, isAnswered ? "exclusive" : "shared");
    const open = (await readEvents({ db: trx, clock: deps.clock })).openEvents();
    const isBookable = open.some(({ event }) => eventId === undefined || event.id === eventId);
    if (isBookable) return undefined;
    const [next] = open;
    if (next !== undefined && !isAnswered) return eventClosed;
    await storeRequest(deps, trx, signup);
    if (next !== undefined) await announceEvent(deps.outbox, trx, next.event.id, deps.clock.now());
    return "next-date";
  });
}

async function storeRequest(
  deps: SignUpForEventDeps,
  trx: Transaction<Database>,
  { input, submission }: Signup,
): Promise<void> {
  const { name, email, phone, questions, topics } = input;
  const { unconfirmed, mailboxKey } = submission;
  const now = deps.clock.now();
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    with request as (
      insert into linkedin_live_signups (name, email, phone, questions, topics, created_at, state_since, state,
        unconfirmed_address_key, unconfirmed_mailbox_key, mailbox_key)
      values (${name}, ${email}, ${phone}, ${questions}, ${topics}, ${submission.at}, ${now}, 'next-date',
        ${unconfirmed?.addressKey ?? null}, ${unconfirmed?.mailboxKey ?? null}, ${mailboxKey})
      on conflict (email) where state = 'next-date' do nothing
      returning id
    )
    select id, true as is_new from request
    union all
    select id, false from linkedin_live_signups where email = ${email} and state = 'next-date'`.execute(trx);
  const [request] = rows;
  // A concurrent submission has stored the request.
  if (request === undefined) return;
  if (unconfirmed === null) await markConfirmed(trx, request.id, { heldSeat: null, mailboxKey });
  await notifyOfRequest(deps, trx, { ...request, email, submission, now });
  const isSame = await isSameRequest(trx, request.id, input);
  await recordRepeatedSubmission(
    trx,
    { form: "event-signup", leadId: request.id, contact: input, isSame },
    submission,
  );
  if (!isSame) await storeRepeat(trx, input, null, submission.at);
}

async function isSameRequest(
  trx: Transaction<Database>,
  id: string,
  { name, phone, questions, topics }: EventSignupInput,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from linkedin_live_signups
    where id = ${id} and (name, phone, questions, topics)
      is not distinct from (${name}, ${phone}::text, ${questions}::text, ${topics}::text)`.execute(trx);
  return rows.length > 0;
}

async function notifyOfRequest(
  { outbox }: SignUpForEventDeps,
  trx: Transaction<Database>,
  {
    id,
    email,
    isNew,
    submission,
    now,
  }: { id: string; email: string; isNew: boolean; submission: Submission; now: Date },
): Promise<void> {
  const message = sql`select 'next-date-noted', ${email}::text, ${id}::uuid, ${dailyKey(`next-date-noted ${id}`, now)}::text, null::timestamptz`;
  const limit = submission.unconfirmed && { ...submission.unconfirmed, now };
  if (!isNew) return outbox.putLimited(trx, message, limit);
  const alert = sql`select 'new-event-signup', ${alertRecipient(sql`${email}::text`)}, ${id}::uuid, null::text, null::timestamptz`;
  await outbox.putFormEmails(trx, { alert, message, limit });
}
