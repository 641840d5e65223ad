import { randomBytes } from "node:crypto";
import { alertRecipient } from "#app/email/outbox/alert-recipient.server.ts";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { lockQuarantined } from "#app/intake/quarantine/lock-quarantined.server.ts";
import { digest, fingerprintSubmission } from "#app/intake/submission/fingerprint.server.ts";
import {
  recordChangedConsent,
  recordSubmission,
  traceSubmission,
} from "#app/intake/submission/record-submission.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { AssessmentInput } from "#app/assessments/questions/assessment.schema.ts";
import { questionSetVersion } from "#app/assessments/questions/questions.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";

export type SubmitAssessmentDeps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
};

export type SubmitAssessmentOutcome = {
  ok: true;
  id: string;
  /** Null if the same content was already stored and there is no evidence that the sender is the same. */
  resultKey: string | null;
  score: number;
  level: string;
};

/** How long the same content counts as a resend: as long as a form token is valid, which includes a tab that was left open. */
const sameSubmissionHours = 24;

export type SubmittedAssessment = {
  input: AssessmentInput;
  submission: Submission;
  idempotencyKey?: string | undefined;
  /** The id of the form token, if it is valid. */
  formTokenId?: string | undefined;
  /** The result key that the sender already received, if any. */
  resultKey?: string | undefined;
};

/**
 * Scores and stores one assessment in one transaction, with its attribution and the emails to the firm and the sender. A resend (a retry,
 * a double click, concurrent copies) stores nothing and returns the first response. Only the same form token or Idempotency-Key receives
 * the private result URL again, because anyone can send the same content.
 */
export async function submitAssessment(
  deps: SubmitAssessmentDeps,
  { input, submission, idempotencyKey, formTokenId, resultKey = newResultKey() }: SubmittedAssessment,
): Promise<SubmitAssessmentOutcome> {
  const fingerprint = fingerprintSubmission("assessment", input);
  const submissionKey = idempotencyKey === undefined ? null : getSubmissionKey(input, idempotencyKey);
  const formToken = formTokenId === undefined ? null : digest(formTokenId);
  const traced = await traceSubmission(deps.db, submission);

  const outcome = await deps.db.transaction().execute(async (trx): Promise<SubmitAssessmentOutcome> => {
    // Copies of a submission have the same address, so the second one finds the row of the first.
    await lockAddress(trx, input.email);
    await lockQuarantined(trx, submission);
    const earlier = await findEarlier(trx, deps.clock, fingerprint, submissionKey);
    if (earlier !== undefined) {
      const { id, score, scoreLevel } = earlier;
      await recordChangedConsent(trx, { form: "assessment", leadId: id, contact: input }, submission);
      const isSameSender =
        (submissionKey !== null && earlier.submissionKey === submissionKey) ||
        (formToken !== null && earlier.formToken === formToken);
      const known = isSameSender ? earlier.resultKey : null;
      return { ok: true, id, resultKey: known, score, level: scoreLevel };
    }
    const { score, level } = scoreAssessment(input);
    const stored = await trx
      .insertInto("preLoiAssessments")
      .values({
        ...input,
        score,
        scoreLevel: level,
        createdAt: submission.at,
        questionSetVersion,
        resultKey,
        submissionKey,
        formToken,
        fingerprint,
      })
      .returning(["id", "resultKey"])
      .executeTakeFirstOrThrow();
    // Emails are counted before the receipt and the visit can lock the record of the person, as for sign-ups.
    await deps.outbox.putFormEmails(trx, {
      alert: sql`select 'new-assessment', ${alertRecipient(sql`${input.email}::text`)}, ${stored.id}::uuid, null::text, null::timestamptz`,
      message: sql`select 'assessment-result', ${input.email}::text, ${stored.id}::uuid, null::text, null::timestamptz`,
      limit: submission.unconfirmed && { ...submission.unconfirmed, now: deps.clock.now() },
    });
    await recordSubmission(trx, { form: "assessment", leadId: stored.id, contact: input }, traced);
    return { ok: true, ...stored, score, level };
  });
  deps.outbox.wake();
  return outcome;
}

/** Identifies a request. It includes the content, because two clients may choose the same Idempotency-Key. */
export function getSubmissionKey(input: AssessmentInput, idempotencyKey: string): string {
  return digest(`${idempotencyKey} ${fingerprintSubmission("assessment", input)}`);
}

/** Finds the first response to a request with this key. Nothing is stored, so retries cost one query. */
export async function findStoredOutcome(
  db: Kysely<Database>,
  submissionKey: string,
): Promise<SubmitAssessmentOutcome | undefined> {
  const stored = await db
    .selectFrom("preLoiAssessments")
    .select(["id", "resultKey", "score", "scoreLevel as level"])
    .where("submissionKey", "=", submissionKey)
    .executeTakeFirst();
  return stored && { ok: true, ...stored };
}

/** The row of an earlier copy of this submission, by its key, or by its content if either copy has no key. */
async function findEarlier(
  trx: Transaction<Database>,
  clock: Clock,
  fingerprint: string,
  submissionKey: string | null,
) {
  const assessments = trx
    .selectFrom("preLoiAssessments")
    .select(["id", "resultKey", "score", "scoreLevel", "submissionKey", "formToken"]);
  if (submissionKey !== null) {
    const byKey = await assessments.where("submissionKey", "=", submissionKey).executeTakeFirst();
    if (byKey !== undefined) return byKey;
  }
  const since = new Date(clock.now().getTime() - sameSubmissionHours * 3_600_000);
  const same = submissionKey === null ? assessments : assessments.where("submissionKey", "is", null);
  return same
    .where("fingerprint", "=", fingerprint)
    .where("createdAt", ">", since)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The secret part of a result's URL. */
export function newResultKey(): string {
  return randomBytes(24).toString("base64url");
}
