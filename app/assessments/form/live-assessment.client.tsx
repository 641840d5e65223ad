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
import { parseForm } from "#app/platform/http/form.ts";
import { AssessmentForm, type AssessmentFormState } from "./assessment-form.tsx";
import { type AssessmentField, assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import {
  type Errors,
  type Findings,
  findStartStep,
  getStepFields,
  lastStep,
  stepIds,
  withoutErrors,
} from "./assessment-steps.ts";
import { focusStep, goToStep, isStepByStep, readShortcut, readStep } from "./step-navigation.client.ts";
import { draft, useSubmission } from "./use-submission.client.ts";

/**
 * The hydrated assessment. It validates each step, handles keyboard shortcuts, saves a draft, and submits without leaving the page. The
 * URL and the style sheet determine which step is displayed.
 */
export function LiveAssessment({ state, onReady }: { state: AssessmentFormState; onReady: () => void }) {
  const [findings, setFindings] = useState<Findings>(() => findingsIn(state));
  const [startAt] = useState(() => findStartStep(state));
  // Synchronous, because the focus moves to the rendered errors next.
  const show = (found: Findings) => flushSync(() => setFindings(found));
  const { isSubmitting, submit } = useSubmission(show);
  const form = useHydratedForm(startAt, onReady);

  /** Validates a step, and displays and focuses its errors. */
  const validateStep = (element: HTMLFormElement, step: number): boolean => {
    const fields = getStepFields(step);
    const errors = findErrors(element, fields);
    show({ ...findings, errors: { ...withoutErrors(findings, fields).errors, ...errors } });
    const isValid = Object.keys(errors).length === 0;
    if (!isValid) focusStep(step);
    return isValid;
  };

  const goToNextStep = (element: HTMLFormElement) => {
    const step = readStep(startAt);
    if (step < lastStep && validateStep(element, step)) goToStep(step + 1);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isStepByStep() && readStep(startAt) < lastStep) goToNextStep(event.currentTarget);
    else void submit(event.currentTarget);
  };

  const onClick = (event: MouseEvent<HTMLFormElement>) => {
    const isNext = event.target instanceof Element && event.target.closest("a[data-next]") !== null;
    if (isNext && !validateStep(event.currentTarget, readStep(startAt))) event.preventDefault();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const shortcut = isStepByStep() ? readShortcut(event.nativeEvent) : undefined;
    if (shortcut === undefined) return;
    event.preventDefault();
    const step = readStep(startAt);
    // Only Enter submits the form on the last step.
    if (shortcut === "enter" && step === lastStep) event.currentTarget.requestSubmit();
    else if (shortcut === "enter" || shortcut === "next") goToNextStep(event.currentTarget);
    else if (shortcut === "back") goToStep(step - 1);
    else chooseAnswer(event.currentTarget, step, shortcut.answer);
  };

  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    draft.save(event.currentTarget);
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

/** Restores the draft, disables the browser's validation, and then focuses the step that the URL names. */
function useHydratedForm(startAt: number, onReady: () => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    element.noValidate = true;
    draft.restore(element);
    draft.save(element);
    onReady();
    const focusNamedStep = () => focusStep(readStep(startAt));
    addEventListener("hashchange", focusNamedStep);
    return () => removeEventListener("hashchange", focusNamedStep);
  }, [startAt, onReady]);
  return form;
}

function findErrors(form: HTMLFormElement, fields: readonly AssessmentField[]): Errors {
  const read = parseForm(assessmentSchema, new FormData(form));
  if (read.ok) return {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const message = read.fieldErrors[field];
      return message === undefined ? [] : [[field, message]];
    }),
  );
}

function chooseAnswer(form: HTMLFormElement, step: number, answer: number): void {
  const options = form.querySelectorAll<HTMLInputElement>(`input[name="${stepIds[step]}"]`);
  const option = options[answer - 1];
  option?.focus();
  option?.click();
}
