import {
  type Arrival,
  type NotAccepted,
  type ReceiveDeps,
  receiveSubmission,
} from "#app/intake/receive/receive-submission.server.ts";
import type { AssessmentInput } from "#app/assessments/questions/assessment.schema.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";
import {
  findStoredOutcome,
  getSubmissionKey,
  newResultKey,
  submitAssessment,
  type SubmitAssessmentDeps,
  type SubmitAssessmentOutcome,
} from "./submit-assessment.server.ts";

export type ReceiveAssessmentDeps = ReceiveDeps & SubmitAssessmentDeps;

/**
 * Receives an assessment. Requests with the same Idempotency-Key and content run one after another in this process, and a stored one is
 * recognized before any limit applies, so that retries get the first response and store nothing, not even another consent.
 */
export async function receiveAssessment(
  deps: ReceiveAssessmentDeps,
  arrival: Arrival,
  sent: SentAssessment,
): Promise<SubmitAssessmentOutcome | NotAccepted> {
  const { input, idempotencyKey } = sent;
  if (idempotencyKey === undefined) return receiveNewAssessment(deps, arrival, sent);
  const submissionKey = getSubmissionKey(input, idempotencyKey);
  return runInTurn(
    submissionKey,
    async () =>
      (await findStoredOutcome(deps.db, submissionKey)) ?? receiveNewAssessment(deps, arrival, sent),
  );
}

const turns = new Map<string, Promise<unknown>>();

/** Runs functions with the same key one after another, without a database connection while they wait. */
async function runInTurn<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(run, run);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}

type SentAssessment = { input: AssessmentInput; idempotencyKey?: string | undefined };

/** Receives an assessment from the form or as JSON. A submission with the honeypot filled in is quarantined and answered with a result. */
async function receiveNewAssessment(
  deps: ReceiveAssessmentDeps,
  arrival: Arrival,
  { input, idempotencyKey }: SentAssessment,
): Promise<SubmitAssessmentOutcome | NotAccepted> {
  const resultKey = newResultKey();
  const formTokenId = deps.spamCheckKeys.readFormToken(
    "assessment",
    arrival.signals.formToken,
    arrival.at,
  )?.id;
  return receiveSubmission<SubmitAssessmentOutcome>(deps, arrival, {
    form: "assessment",
    input,
    resultKey,
    async store(submission) {
      const outcome = await submitAssessment(deps, { input, idempotencyKey, formTokenId, submission });
      return { outcome, isStored: true };
    },
    imitateSuccess: (held) => ({
      ok: true,
      id: held.id,
      // A quarantined assessment with the same content has its own result URL, which a later sender must not learn.
      resultKey: held.resultKey === resultKey ? resultKey : null,
      ...scoreAssessment(input),
    }),
  });
}
