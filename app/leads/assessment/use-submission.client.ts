import { useBusy } from "#app/leads/use-busy.client.ts";
import { submissionFieldNames, submissionFieldsIn } from "#app/leads/submission/submission-fields.ts";
import { findingsOf } from "#app/leads/submission/submission.messages.ts";
import { parseForm } from "#app/platform/form.ts";
import { removeDraft } from "./assessment-draft.client.ts";
import { alreadyReceived, assessmentNotices } from "./assessment.messages.ts";
import { assessmentSchema, refusalNotice } from "./assessment.schema.ts";
import { firstStepToMend } from "./assessment-steps.ts";
import type { Findings } from "./findings.ts";
import { completeId } from "./result-path.ts";
import { type SendOutcome, sendAssessment } from "./send-assessment.client.ts";
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
      if (outcome.resultUrl !== null) return goTo(`${new URL(outcome.resultUrl).pathname}#${completeId}`);
    }
    ends();
    if (!outcome.ok && outcome.reason === "refused") return showRefusal(read.value, outcome.errors);
    const findings = findingsIn(outcome);
    show(findings);
    const toRead = findings.question === undefined ? "[role=alert]" : `[name=${submissionFieldNames.answer}]`;
    form.querySelector<HTMLElement>(toRead)?.focus();
  }

  function showRefusal(...[values, errors]: Parameters<typeof refusalNotice>): void {
    show({ errors, notice: refusalNotice(values, errors) });
    goToStep(firstStepToMend(errors));
  }

  return { isSubmitting: isBusy, submit };
}

function goTo(address: string): void {
  location.assign(address);
}

/** What the form shows where its sender is not led to a result. */
function findingsIn(outcome: Exclude<SendOutcome, { reason: "refused" }>): Findings {
  if (outcome.ok) return { notice: alreadyReceived(outcome) };
  return outcome.reason === "failed" ? { notice: assessmentNotices.failed } : findingsOf(outcome);
}
