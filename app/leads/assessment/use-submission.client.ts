import { useBusy } from "#app/leads/use-busy.client.ts";
import { submissionFieldNames, submissionFieldsIn } from "#app/leads/submission/submission-fields.ts";
import { findingsOf } from "#app/leads/submission/submission.messages.ts";
import { parseForm } from "#app/platform/form.ts";
import { removeDraft } from "./assessment-draft.client.ts";
import { assessmentNotices } from "./assessment.messages.ts";
import { assessmentSchema, refusalNotice } from "./assessment.schema.ts";
import { firstStepToMend } from "./assessment-steps.ts";
import type { Findings } from "./findings.ts";
import { completeId } from "./result-path.ts";
import { sendAssessment } from "./send-assessment.client.ts";
import { goToStep } from "./step-address.client.ts";

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
      // The path alone: the site's own address may be another name of the one that this page was opened at.
      location.assign(`${new URL(outcome.resultUrl).pathname}#${completeId}`);
      return;
    }
    ends();
    if (outcome.reason === "refused") return showRefusal(read.value, outcome.errors);
    show(outcome.reason === "failed" ? { notice: assessmentNotices.failed } : findingsOf(outcome));
    const toRead = outcome.reason === "question" ? `[name=${submissionFieldNames.answer}]` : "[role=alert]";
    form.querySelector<HTMLElement>(toRead)?.focus();
  }

  function showRefusal(...[values, errors]: Parameters<typeof refusalNotice>): void {
    show({ errors, notice: refusalNotice(values, errors) });
    goToStep(firstStepToMend(errors));
  }

  return { isSubmitting: isBusy, submit };
}
