import { useBusy } from "#app/intake/form/use-submitting.client.ts";
import { readSubmissionFields } from "#app/intake/form/submission-fields.ts";
import { limitNotice } from "#app/intake/form/submission.messages.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { formDraft } from "#app/intake/form/form-draft.client.ts";
import {
  alreadyReceived,
  assessmentNotices,
  type Notice,
} from "#app/assessments/questions/assessment.messages.ts";
import { assessmentSchema, rejectionNotice } from "#app/assessments/questions/assessment.schema.ts";
import { findFirstInvalidStep, type Findings } from "./assessment-steps.ts";
import { type SendOutcome, sendAssessment } from "./send-assessment.client.ts";
import { goToStep } from "./step-navigation.client.ts";

/** The unsent entries of the assessment. */
export const draft = formDraft("pre-loi-assessment");

/**
 * Submits the form and navigates to the result. If that fails, the form stays open with its entries and shows the error.
 * @param show renders the errors synchronously
 */
export function useSubmission(show: (findings: Findings) => void) {
  const { isBusy, begins, ends } = useBusy();

  async function submit(form: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    const fields = new FormData(form);
    const read = parseForm(assessmentSchema, fields);
    if (!read.ok) return showErrors(read.values, read.fieldErrors);
    if (!begins()) return;
    show({});
    const outcome = await sendAssessment(read.value, readSubmissionFields(fields));
    if (outcome.ok) {
      draft.remove();
      location.assign(outcome.nextPath);
      return;
    }
    ends();
    if (outcome.reason === "refused") return showErrors(read.value, outcome.errors);
    show({ notice: getNotice(outcome) });
    form.querySelector<HTMLElement>(".message")?.focus();
  }

  function showErrors(...[values, errors]: Parameters<typeof rejectionNotice>): void {
    show({ errors, notice: rejectionNotice(values, errors) });
    goToStep(findFirstInvalidStep(errors));
  }

  return { isSubmitting: isBusy, submit };
}

function getNotice(outcome: Exclude<SendOutcome, { ok: true } | { reason: "refused" }>): Notice {
  if (outcome.reason === "already-received") return alreadyReceived(outcome);
  return outcome.reason === "failed" ? assessmentNotices.failed : limitNotice(outcome);
}
