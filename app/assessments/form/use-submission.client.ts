import { useBusy } from "#app/intake/form/use-submitting.client.ts";
import { submissionFieldsIn } from "#app/intake/form/submission-fields.ts";
import { limitNotices } from "#app/intake/form/submission.messages.ts";
import { parseForm } from "#app/platform/form.ts";
import { removeDraft } from "./assessment-draft.client.ts";
import {
  alreadyReceived,
  assessmentNotices,
  type Notice,
} from "#app/assessments/questions/assessment.messages.ts";
import { assessmentSchema, refusalNotice } from "#app/assessments/questions/assessment.schema.ts";
import { firstStepToMend } from "./assessment-steps.ts";
import type { Findings } from "./form-errors.ts";
import { type SendOutcome, sendAssessment } from "./send-assessment.client.ts";
import { goToStep } from "./step-url.client.ts";

/**
 * Sends the form, once at a time, and goes to the result; where that fails, shows why and keeps everything.
 * @param show puts what is wrong into the page, at once
 */
export function useSubmission(show: (findings: Findings) => void) {
  const { isBusy, begins, ends } = useBusy();

  async function submit(form: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    const fields = new FormData(form);
    const read = parseForm(assessmentSchema, fields);
    if (!read.ok) return showRefusal(read.values, read.fieldErrors);
    if (!begins()) return;
    show({});
    const outcome = await sendAssessment(read.value, submissionFieldsIn(fields));
    if (outcome.ok) {
      removeDraft();
      location.assign(outcome.nextPath);
      return;
    }
    ends();
    if (outcome.reason === "refused") return showRefusal(read.value, outcome.errors);
    show({ notice: noticeOf(outcome) });
    form.querySelector<HTMLElement>("[role=alert]")?.focus();
  }

  function showRefusal(...[values, errors]: Parameters<typeof refusalNotice>): void {
    show({ errors, notice: refusalNotice(values, errors) });
    goToStep(firstStepToMend(errors));
  }

  return { isSubmitting: isBusy, submit };
}

/** The notice above a form that stays open. */
function noticeOf(outcome: Exclude<SendOutcome, { ok: true } | { reason: "refused" }>): Notice {
  if (outcome.reason === "already-received") return alreadyReceived(outcome);
  return outcome.reason === "failed" ? assessmentNotices.failed : limitNotices[outcome.reason];
}
