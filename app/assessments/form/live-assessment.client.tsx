import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { parseForm } from "#app/platform/form.ts";
import { restoreDraft, saveDraft } from "./assessment-draft.client.ts";
import { AssessmentForm, type AssessmentFormState } from "./assessment-form.tsx";
import { type AssessmentField, assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { type Errors, type Findings, withoutErrors } from "./form-errors.ts";
import { fieldsOf, lastStep, stepIds, stepToStartAt } from "./assessment-steps.ts";
import { focusStep, goToStep, isStepped, stepInAddress } from "./step-url.client.ts";
import { keyMeaning } from "./step-shortcuts.client.ts";
import { useSubmission } from "./use-submission.client.ts";

/**
 * The assessment with a person in front of it: holds “Next” back while something is missing, answers to keys, keeps a draft
 * and sends without leaving the page. Which step shows is the business of the address and the style sheet.
 */
export function LiveAssessment({ state, onReady }: { state: AssessmentFormState; onReady: () => void }) {
  const [findings, setFindings] = useState<Findings>(() => findingsIn(state));
  const [startAt] = useState(() => stepToStartAt(state));
  // At once, so that what was found stands in the page before the focus is put on it.
  const show = (found: Findings) => flushSync(() => setFindings(found));
  const { isSubmitting, submit } = useSubmission(show);
  const form = useTakenOverForm(startAt, onReady);

  /** Whether nothing is missing in a step; says what is, if something is. */
  const isComplete = (element: HTMLFormElement, step: number): boolean => {
    const fields = fieldsOf(step);
    const missing = errorsIn(element, fields);
    show({ ...findings, errors: { ...withoutErrors(findings, fields).errors, ...missing } });
    const isInOrder = Object.keys(missing).length === 0;
    if (!isInOrder) focusStep(step);
    return isInOrder;
  };

  const goOn = (element: HTMLFormElement) => {
    const step = stepInAddress(startAt);
    if (step < lastStep && isComplete(element, step)) goToStep(step + 1);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isStepped() && stepInAddress(startAt) < lastStep) goOn(event.currentTarget);
    else void submit(event.currentTarget);
  };

  const onClick = (event: MouseEvent<HTMLFormElement>) => {
    const isNext = event.target instanceof Element && event.target.closest("a[data-next]") !== null;
    if (isNext && !isComplete(event.currentTarget, stepInAddress(startAt))) event.preventDefault();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const meaning = isStepped() ? keyMeaning(event.nativeEvent) : undefined;
    if (meaning === undefined) return;
    event.preventDefault();
    const step = stepInAddress(startAt);
    // An arrow only moves; Enter at the end sends.
    if (meaning === "enter" && step === lastStep) event.currentTarget.requestSubmit();
    else if (meaning === "enter" || meaning === "on") goOn(event.currentTarget);
    else if (meaning === "back") goToStep(step - 1);
    else chooseAnswer(event.currentTarget, step, meaning.answer);
  };

  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    saveDraft(event.currentTarget);
    const changed = event.target instanceof HTMLInputElement ? event.target.name : "";
    setFindings(withoutErrors(findings, [changed]));
  };

  return (
    <AssessmentForm
      values={state.values ?? {}}
      formToken={state.formToken}
      consent={state.consent}
      {...findings}
      startAt={startAt}
      isSubmitting={isSubmitting}
      form={{ ref: form, onSubmit, onClick, onKeyDown, onChange }}
    />
  );
}

function findingsIn({ errors, notice }: AssessmentFormState): Findings {
  return { ...(errors && { errors }), ...(notice && { notice }) };
}

/** Fills in the draft and takes the browser's own checks out of the way, once; then follows the address. */
function useTakenOverForm(startAt: number, onReady: () => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    element.noValidate = true;
    restoreDraft(element);
    saveDraft(element);
    onReady();
    const follow = () => focusStep(stepInAddress(startAt));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [startAt, onReady]);
  return form;
}

function errorsIn(form: HTMLFormElement, fields: readonly AssessmentField[]): Errors {
  const read = parseForm(assessmentSchema, new FormData(form));
  if (read.ok) return {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const message = read.fieldErrors[field];
      return message === undefined ? [] : [[field, message]];
    }),
  );
}

function chooseAnswer(form: HTMLFormElement, step: number, answer: 1 | 2 | 3): void {
  const options = form.querySelectorAll<HTMLInputElement>(`input[name="${stepIds[step]}"]`);
  const option = options[answer - 1];
  option?.focus();
  option?.click();
}
