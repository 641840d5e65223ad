import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { Outbox } from "#app/mail/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { type AssessmentField, type AssessmentInput, assessmentSchema } from "./assessment.schema.ts";
import { questionSetVersion } from "./questions.ts";
import { scoreAssessment } from "./score.ts";

export type SubmitAssessmentDeps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
};

export type SubmitAssessmentOutcome =
  | { ok: true; id: string; resultKey: string; score: number; level: string }
  /** The same Idempotency-Key came earlier with other content. */
  | { ok: false; reason: "key-reused" };

/** How long the same content counts as the same submission. */
const sameSubmissionMinutes = 10;

/**
 * Scores and stores one assessment with the letter that tells the practice, in one transaction. Sent again (a retry, a
 * double click, several at once) it stores nothing and answers as the first time.
 * @param submission.idempotencyKey the caller's own name for this submission, if it gave one
 */
export async function submitAssessment(
  deps: SubmitAssessmentDeps,
  submission: { input: AssessmentInput; idempotencyKey?: string | undefined },
): Promise<SubmitAssessmentOutcome> {
  const fingerprint = digest(JSON.stringify(fields.map((field) => submission.input[field])));
  const submissionKey = submission.idempotencyKey === undefined ? null : digest(submission.idempotencyKey);

  const outcome = await deps.db.transaction().execute(async (trx): Promise<SubmitAssessmentOutcome> => {
    // Whoever comes second waits here until the first has committed, and then finds its row.
    await sql`select pg_advisory_xact_lock(hashtextextended(${submissionKey ?? fingerprint}, 0))`.execute(
      trx,
    );
    const earlier = await findEarlier(trx, deps.clock, fingerprint, submissionKey);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== fingerprint) return { ok: false, reason: "key-reused" };
      const { id, resultKey, score, scoreLevel } = earlier;
      return { ok: true, id, resultKey, score, level: scoreLevel };
    }
    const { score, level } = scoreAssessment(submission.input);
    const stored = await trx
      .insertInto("preLoiAssessments")
      .values({
        ...submission.input,
        score,
        scoreLevel: level,
        createdAt: deps.clock.now(),
        questionSetVersion,
        resultKey: randomBytes(24).toString("base64url"),
        submissionKey,
        fingerprint,
      })
      .returning(["id", "resultKey"])
      .executeTakeFirstOrThrow();
    await deps.outbox.put(trx, { kind: "new-assessment", recipient: practice.email, about: stored.id });
    return { ok: true, ...stored, score, level };
  });
  deps.outbox.wake();
  return outcome;
}

async function findEarlier(
  trx: Transaction<Database>,
  clock: Clock,
  fingerprint: string,
  submissionKey: string | null,
) {
  const rows = trx
    .selectFrom("preLoiAssessments")
    .select(["id", "resultKey", "score", "scoreLevel", "fingerprint"]);
  if (submissionKey !== null) {
    return rows.where("submissionKey", "=", submissionKey).executeTakeFirst();
  }
  const since = new Date(clock.now().getTime() - sameSubmissionMinutes * 60_000);
  return rows
    .where("fingerprint", "=", fingerprint)
    .where("createdAt", ">", since)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The schema's own keys, in its order: the same content has the same fingerprint however it was sent. */
const fields = Object.keys(assessmentSchema.shape) as AssessmentField[];

function digest(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}
