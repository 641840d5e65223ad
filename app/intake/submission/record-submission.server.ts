import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { ConsentReceiptsTable, LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Touch, VisitorsTable } from "#app/data/schema/visitors.ts";
import { isFromOutside } from "#app/tracking/attribution/parse-touch.ts";
import { formSources } from "#app/tracking/attribution/visit-source.ts";
import type { Sender } from "#app/tracking/attribution/request-source.server.ts";
import { splitName } from "#app/platform/text/split-name.ts";
import { noConsent, type Submission } from "./submission.ts";

/** The stored row of a form, and the contact details in it. */
type RecordedLead = {
  form: LeadForm;
  leadId: string;
  contact: { name: string; email: string; phone: string | null };
};

/** A submission with its attribution. */
export type TracedSubmission = Submission & Attribution;

type Attribution = { visitId: string | null; firstTouch: Touch | null; lastTouch: Touch | null };

/** Finds the first and the last touch of the sender's browser. Called before the transaction that stores the lead. */
export async function traceSubmission(
  db: Kysely<Database>,
  submission: Submission,
): Promise<TracedSubmission> {
  const { touch } = submission.sender;
  const recorded = await findTouches(db, submission.sender);
  // The URL of the form's page is more recent than any recorded visit.
  const lastTouch = touch !== null && isFromOutside(touch) ? touch : (recorded.lastTouch ?? touch);
  return {
    ...submission,
    visitId: recorded.visitId,
    firstTouch: recorded.firstTouch ?? lastTouch,
    lastTouch,
  };
}

/** The touches of the browser's anonymous visits. Visits of identified people are excluded. */
async function findTouches(db: Kysely<Database>, { visitId, browserKey }: Sender): Promise<Attribution> {
  const unknown = { visitId: null, firstTouch: null, lastTouch: null };
  if (visitId === null && browserKey === null) return unknown;
  const { rows } = await sql<Attribution>`
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
 * Stores the consent receipt and the identified visit (specification section 7) in the transaction that stores the lead. A browser
 * that opts out of tracking gets only the receipt.
 */
export async function recordSubmission(
  trx: Transaction<Database>,
  lead: RecordedLead,
  submission: TracedSubmission,
): Promise<void> {
  if (submission.sender.optsOut) return insertReceipt(trx, lead, submission);
  await trx
    .with("receipt", (statement) =>
      statement.insertInto("consentReceipts").values(createReceipt(lead, submission)),
    )
    .insertInto("visitors")
    .values(createIdentifiedVisit(lead, submission))
    .execute();
}

/** Stores the receipt of a lead that staff entered: no consent was asked for, and there is no visit. */
export async function recordStaffEntry(
  trx: Transaction<Database>,
  lead: RecordedLead,
  at: Date,
): Promise<void> {
  await insertReceipt(trx, lead, { at, consent: noConsent, pageVersion: null, sender: { optsOut: false } });
}

/** The same content within this time is a resend. */
const sameSubmissionMinutes = 10;

/**
 * Like `recordSubmission`, for a lead that exists: stores nothing if a receipt shows that the submission was already recorded.
 * @param lead.isSame whether the submission has the same content as the lead
 */
export async function recordRepeatedSubmission(
  trx: Transaction<Database>,
  lead: RecordedLead & { isSame: boolean },
  submission: TracedSubmission,
): Promise<void> {
  const maxMs = lead.isSame ? sameSubmissionMinutes * 60_000 : 0;
  const receipts = await listReceipts(trx, lead);
  const isRecorded = receipts.some(
    (receipt) =>
      hasSameConsent(receipt, lead, submission) &&
      Math.abs(receipt.givenAt.getTime() - submission.at.getTime()) <= maxMs,
  );
  if (!isRecorded) await recordSubmission(trx, lead, submission);
}

/** Adds a receipt to a resubmitted lead if its boxes differ from those of the latest receipt. */
export async function recordChangedConsent(
  trx: Transaction<Database>,
  lead: RecordedLead,
  submission: Submission,
): Promise<void> {
  if (submission.consent.basis === "none-given") return;
  const latest = (await listReceipts(trx, lead)).at(-1);
  if (latest === undefined || hasSameConsent(latest, lead, submission)) return;
  await insertReceipt(trx, lead, submission);
}

/** The receipts of a lead, oldest first. */
async function listReceipts(trx: Transaction<Database>, { leadId }: RecordedLead) {
  return trx
    .selectFrom("consentReceipts")
    .select(["givenAt", "basis", "byEmail", "byPhone"])
    .where("leadId", "=", leadId)
    .orderBy("givenAt")
    .orderBy("id")
    .execute();
}

type Receipt = Awaited<ReturnType<typeof listReceipts>>[number];

function hasSameConsent(
  { basis, byEmail, byPhone }: Receipt,
  lead: RecordedLead,
  submission: Submission,
): boolean {
  const given = getChannels(lead, submission);
  return basis === submission.consent.basis && byEmail === given.byEmail && byPhone === given.byPhone;
}

type ReceivedConsent = Pick<Submission, "at" | "consent" | "pageVersion"> & {
  sender: Pick<Submission["sender"], "optsOut">;
};

async function insertReceipt(
  trx: Transaction<Database>,
  lead: RecordedLead,
  submission: ReceivedConsent,
): Promise<void> {
  await trx.insertInto("consentReceipts").values(createReceipt(lead, submission)).execute();
}

function createReceipt(lead: RecordedLead, submission: ReceivedConsent): Insertable<ConsentReceiptsTable> {
  const { at, consent, pageVersion, sender } = submission;
  return {
    leadId: lead.leadId,
    form: lead.form,
    givenAt: at,
    basis: consent.basis,
    ...getChannels(lead, submission),
    wordingVersion: consent.basis === "boxes-shown" ? consent.wordingVersion : null,
    pageVersion,
    optsOut: sender.optsOut,
  };
}

function createIdentifiedVisit(
  { form, leadId, contact }: RecordedLead,
  { at, sender, visitId, firstTouch, lastTouch }: TracedSubmission,
): Insertable<VisitorsTable> {
  const { ipAddress, userAgent, browserKey, trafficClass, classReason } = sender;
  return {
    ...splitName(contact.name),
    email: contact.email,
    source: formSources[form],
    ipAddress,
    userAgent,
    createdAt: at,
    browserKey,
    leadId,
    visitId,
    firstTouch,
    lastTouch,
    trafficClass,
    classReason,
  };
}

/** The channels that the person agreed to. Consent to calls requires a phone number in the same form. */
function getChannels(
  { contact }: RecordedLead,
  { consent }: Pick<Submission, "consent">,
): { byEmail: boolean; byPhone: boolean } {
  if (consent.basis !== "boxes-shown") return { byEmail: false, byPhone: false };
  return { byEmail: consent.byEmail, byPhone: consent.byPhone && contact.phone !== null };
}
