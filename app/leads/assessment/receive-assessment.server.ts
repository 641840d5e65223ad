import {
  type Arrival,
  type NotTaken,
  type ReceiveDeps,
  receiveSubmission,
} from "#app/leads/submission/receive-submission.server.ts";
import type { AssessmentInput } from "./assessment.schema.ts";
import { scoreAssessment } from "./score.ts";
import {
  newResultKey,
  submitAssessment,
  type SubmitAssessmentDeps,
  type SubmitAssessmentOutcome,
} from "./submit-assessment.server.ts";

export type ReceiveAssessmentDeps = ReceiveDeps & SubmitAssessmentDeps;

/** An assessment as it arrives, by form or as JSON. One that filled in the honeypot is answered with a result, and quarantined. */
export async function receiveAssessment(
  deps: ReceiveAssessmentDeps,
  arrival: Arrival,
  { input, idempotencyKey }: { input: AssessmentInput; idempotencyKey?: string | undefined },
): Promise<SubmitAssessmentOutcome | NotTaken> {
  const resultKey = newResultKey();
  const formTokenId = deps.abuse.readFormToken("assessment", arrival.evidence.formToken, arrival.at)?.id;
  return receiveSubmission<SubmitAssessmentOutcome>(deps, arrival, {
    form: "assessment",
    input,
    resultKey,
    store: (submission) => submitAssessment(deps, { input, idempotencyKey, formTokenId, submission }),
    decoy: (held) => ({
      ok: true,
      id: held.id,
      // What was held of the same content before has an address of its own, which is not for everybody who sends it again.
      resultKey: held.resultKey === resultKey ? resultKey : null,
      ...scoreAssessment(input),
    }),
  });
}
