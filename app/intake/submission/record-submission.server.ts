import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Touch } from "#app/data/schema/visitors.ts";
import { isFromOutside } from "#app/tracking/attribution/parse-touch.ts";
import { formSources } from "#app/tracking/attribution/visit-source.ts";
import type { Sender } from "#app/tracking/attribution/request-source.server.ts";
import type { Submission } from "./submission.ts";

/** Of the person who sends a form, what is written down besides the form. */
type SubmittedContact = { name: string; email: string; phone: string | null };

/** A submission with what is known of the way that led to it, frozen at this moment. */
export type TracedSubmission = Submission & {
  firstTouch: Touch | null;
  lastTouch: Touch | null;
  visitId: string | null;
};

/**
 * Finds out how the sender's browser came here: first, and last. Read before the transaction that stores the lead, which then
 * writes down what was found.
 */
export async function traceSubmission(
  db: Kysely<Database>,
  submission: Submission,
): Promise<TracedSubmission> {
  const { touch } = submission.sender;
  const known = await findTouches(db, submission.sender);
  // What stands in the address of the form's own page is later than anything that was recorded.
  const lastTouch = touch !== null && isFromOutside(touch) ? touch : (known.lastTouch ?? touch);
  return {
    ...submission,
    visitId: known.visitId,
    firstTouch: known.firstTouch ?? lastTouch,
    lastTouch,
  };
}

type KnownTouches = Pick<TracedSubmission, "visitId" | "firstTouch" | "lastTouch">;

/** What the recorded visits of a browser say. Visits of somebody identified are none of its ways here. */
async function findTouches(db: Kysely<Database>, { visitId, browserKey }: Sender): Promise<KnownTouches> {
  const unknown = { visitId: null, firstTouch: null, lastTouch: null };
  if (visitId === null && browserKey === null) return unknown;
  const { rows } = await sql<KnownTouches>`
    select
      (select id from visitors where id = ${visitId}::uuid and lead_id is null) as visit_id,
      (select last_touch from visitors
        where browser_key = ${browserKey}::uuid and lead_id is null order by created_at limit 1) as first_touch,
      coalesce(
        (select touch from tracking_events
          where visit_id = ${visitId}::uuid and touch is not null order by timestamp desc limit 1),
        (select last_touch from visitors where id = ${visitId}::uuid and lead_id is null)
      ) as last_touch`.execute(db);
  return rows[0] ?? unknown;
}

/** For how long the same content is the same submission, sent twice. */
const sameSubmissionMinutes = 10;

/**
 * Writes down, with the lead, that its sender is now known by name (specification section 7) and what was agreed to. A browser
 * that asks not to be followed gets a receipt alone. What was sent twice, or is released twice, is written down once.
 * @param of.isSame the lead says the same already
 */
export async function recordSubmission(
  trx: Kysely<Database>,
  { form, leadId, contact, isSame = false }: RecordedLead & { isSame?: boolean },
  submission: TracedSubmission,
): Promise<void> {
  const lead = sql`
    select ${leadId}::uuid as id
    where not exists (
      select from consent_receipts
      where lead_id = ${leadId}::uuid and ${isSameConsent(submission, contact)}
        and abs(extract(epoch from given_at - ${submission.at}::timestamptz)) <= ${isSame ? sameSubmissionMinutes * 60 : 0}
    )`;
  await sql`with ${recordsOf(form, lead, contact, submission)} select 1`.execute(trx);
}

/** Adds a receipt to a resubmitted lead if its boxes differ from those of the latest receipt. */
export async function recordChangedConsent(
  trx: Kysely<Database>,
  { form, leadId, contact }: RecordedLead,
  submission: Submission,
): Promise<void> {
  if (submission.consent.basis === "none-given") return;
  const lead = sql`
    select lead_id as id
    from (
      select * from consent_receipts where lead_id = ${leadId}::uuid order by given_at desc, id desc limit 1
    ) as last
    where not (${isSameConsent(submission, contact)})`;
  await sql`with ${receiptOf(form, lead, contact, submission)} select 1`.execute(trx);
}

type RecordedLead = { form: LeadForm; leadId: string; contact: SubmittedContact };

function isSameConsent(submission: Submission, contact: SubmittedContact): RawBuilder<unknown> {
  const given = givenIn(submission, contact);
  return sql`by_email = ${given.byEmail}::boolean and by_phone = ${given.byPhone}::boolean
    and basis = ${submission.consent.basis}`;
}

/**
 * The same as parts of a caller's own `with`.
 * @param lead a query that gives the lead's `id`, or no row where there is none
 */
export function recordsOf(
  form: LeadForm,
  lead: RawBuilder<unknown>,
  contact: SubmittedContact,
  submission: TracedSubmission,
): RawBuilder<unknown> {
  const receipt = receiptOf(form, lead, contact, submission);
  if (submission.sender.optsOut) return receipt;
  const { sender, at, visitId, firstTouch, lastTouch } = submission;
  const { firstName, lastName } = splitName(contact.name);
  return sql`${receipt}, identified_visit as (
    insert into visitors
      (first_name, last_name, email, source, ip_address, user_agent, created_at, browser_key, lead_id, visit_id, first_touch,
       last_touch, traffic_class, class_reason)
    select ${firstName}, ${lastName}, ${contact.email}, ${formSources[form]}, ${sender.ipAddress}::text, ${sender.userAgent}::text,
      ${at}::timestamptz, ${sender.browserKey}::uuid, id, ${visitId}::uuid, ${json(firstTouch)}::jsonb, ${json(lastTouch)}::jsonb,
      ${sender.trafficClass}, ${sender.classReason}::text
    from (${lead}) as lead
  )`;
}

function receiptOf(
  form: LeadForm,
  lead: RawBuilder<unknown>,
  contact: SubmittedContact,
  submission: Submission,
): RawBuilder<unknown> {
  const given = givenIn(submission, contact);
  return sql`consent_receipt as (
    insert into consent_receipts
      (lead_id, form, given_at, basis, by_email, by_phone, wording_version, page_version, opts_out)
    select id, ${form}, ${submission.at}::timestamptz, ${submission.consent.basis}, ${given.byEmail}::boolean,
      ${given.byPhone}::boolean, ${wordingOf(submission)}::text, ${submission.pageVersion}::text,
      ${submission.sender.optsOut}::boolean
    from (${lead}) as lead
  )`;
}

/** First word and the rest (specification section 7); of one word, the rest is empty. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/u);
  return { firstName, lastName: rest.join(" ") };
}

/** Nobody agrees to calls without a number at which to be called: one that is found elsewhere was not meant. */
function givenIn(
  { consent }: Submission,
  { phone }: SubmittedContact,
): { byEmail: boolean; byPhone: boolean } {
  if (consent.basis !== "boxes-shown") return { byEmail: false, byPhone: false };
  return { byEmail: consent.byEmail, byPhone: consent.byPhone && phone !== null };
}

function wordingOf({ consent }: Submission): string | null {
  return consent.basis === "boxes-shown" ? consent.wordingVersion : null;
}

function json(touch: Touch | null): string | null {
  return touch === null ? null : JSON.stringify(touch);
}
