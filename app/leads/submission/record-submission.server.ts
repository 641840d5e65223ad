import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Touch } from "#app/data/schema/visitors.ts";
import { isFromOutside } from "#app/leads/visits/read-touch.ts";
import { formSources } from "#app/leads/visits/visit-source.ts";
import type { Sender } from "./sender.server.ts";
import type { Submission } from "./submission.ts";

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

/**
 * Writes down, with the lead, that its sender is now known by name (specification section 7) and what was agreed to. A browser
 * that asks not to be followed gets a receipt alone.
 */
export async function recordSubmission(
  trx: Kysely<Database>,
  of: { form: LeadForm; leadId: string; contact: { name: string; email: string } },
  submission: TracedSubmission,
): Promise<void> {
  await sql`with ${recordsOf(of.form, sql`select ${of.leadId}::uuid as id`, of.contact, submission)} select 1`.execute(
    trx,
  );
}

/**
 * The same as parts of a caller's own `with`.
 * @param lead a query that gives the lead's `id`, or no row where there is none
 */
export function recordsOf(
  form: LeadForm,
  lead: RawBuilder<unknown>,
  contact: { name: string; email: string },
  submission: TracedSubmission,
): RawBuilder<unknown> {
  const receipt = sql`consent_receipt as (
    insert into consent_receipts
      (lead_id, form, given_at, basis, by_email, by_phone, wording_version, page_version, opts_out)
    select id, ${form}, ${submission.at}::timestamptz, ${submission.consent.basis}, ${givenIn(submission, "byEmail")}::boolean,
      ${givenIn(submission, "byPhone")}::boolean, ${wordingOf(submission)}::text, ${submission.pageVersion}::text,
      ${submission.sender.optsOut}::boolean
    from (${lead}) as lead
  )`;
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

/** First word and the rest (specification section 7); of one word, the rest is empty. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/u);
  return { firstName, lastName: rest.join(" ") };
}

function givenIn({ consent }: Submission, channel: "byEmail" | "byPhone"): boolean {
  return consent.basis === "boxes-shown" && consent[channel];
}

function wordingOf({ consent }: Submission): string | null {
  return consent.basis === "boxes-shown" ? consent.wordingVersion : null;
}

function json(touch: Touch | null): string | null {
  return touch === null ? null : JSON.stringify(touch);
}
