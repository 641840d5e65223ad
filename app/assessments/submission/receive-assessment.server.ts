import {
  type Arrival,
  type NotAccepted,
  type ReceiveDeps,
  receiveSubmission,
} from "#app/intake/receive/receive-submission.server.ts";
import type { AssessmentInput } from "#app/assessments/questions/assessment.schema.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";
import {
  newResultKey,
  submitAssessment,
  type SubmitAssessmentDeps,
  type SubmitAssessmentOutcome,
} from "./submit-assessment.server.ts";

export type ReceiveAssessmentDeps = ReceiveDeps & SubmitAssessmentDeps;

/** Receives an assessment from the form or as JSON. A submission with the honeypot filled in is quarantined and answered with a result. */
export async function receiveAssessment(
  deps: ReceiveAssessmentDeps,
  arrival: Arrival,
  { input, idempotencyKey }: { input: AssessmentInput; idempotencyKey?: string | undefined },
): Promise<SubmitAssessmentOutcome | NotAccepted> {
  const resultKey = newResultKey();
  const formTokenId = deps.abuse.readFormToken("assessment", arrival.signals.formToken, arrival.at)?.id;
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
