import { type FocusEvent, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useBusy } from "#app/intake/form/use-submitting.client.ts";
import { formDraft } from "#app/intake/form/form-draft.client.ts";
import { readSubmissionFields } from "#app/intake/form/submission-fields.ts";
import { limitNotice } from "#app/intake/form/submission.messages.ts";
import { parseForm } from "#app/platform/http/form.ts";
import {
  EventSignupForm,
  type EventSignupFormContent,
  type FieldErrors,
  type Findings,
} from "./event-signup-form.tsx";
import { eventSignupNotices } from "#app/events/signup/event-signup.messages.ts";
import {
  type EventSignupField,
  eventSignupRequestSchema,
  eventSignupSchema,
} from "#app/events/signup/event-signup.schema.ts";
import { sendEventSignup } from "./send-event-signup.client.ts";

const draft = formDraft("linkedin-live-signup");

/** The hydrated form, with early validation, a draft, and submission without leaving the page. */
export function LiveEventSignup({ state, onReady }: { state: EventSignupFormContent; onReady: () => void }) {
  const [findings, setFindings] = useState<Findings>(() => initialFindings(state));
  // Synchronous, so that the errors are in the page before one of them gets the focus.
  const show = (found: Findings) => flushSync(() => setFindings(found));
  const { isSubmitting, submit } = useSubmission(show, state.hasOthers ?? false);
  const form = useHydratedForm(onReady);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    draft.save(event.currentTarget);
    const field = findField(event.target);
    if (field !== undefined && findings.errors?.[field] !== undefined) {
      setFindings(withoutError(findings, field));
    }
  };

  /** Validates a field when the focus moves to another field. A button press must not move the layout. */
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const field = findField(event.target);
    if (field === undefined || !isFilled(event.target) || findField(event.relatedTarget) === undefined) {
      return;
    }
    const error = validate(event.currentTarget)[field];
    if (error !== undefined) setFindings({ ...findings, errors: { ...findings.errors, [field]: error } });
  };

  return (
    <EventSignupForm
      values={state.values ?? {}}
      isForNextDate={state.isForNextDate ?? false}
      formToken={state.formToken}
      consent={state.consent}
      copy={state.copy}
      path={state.path}
      {...(state.eventId === undefined ? {} : { eventId: state.eventId })}
      {...findings}
      isSubmitting={isSubmitting}
      form={{ ref: form, onSubmit, onInput, onBlur }}
    />
  );
}

function initialFindings({ errors, notice }: EventSignupFormContent): Findings {
  return { ...(errors && { errors }), ...(notice && { notice }) };
}

/** Restores the draft and disables the browser's validation. */
function useHydratedForm(onReady: () => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (element === null) return;
    element.noValidate = true;
    draft.restore(element);
    openFilledDetails(element);
    draft.save(element);
    onReady();
  }, [onReady]);
  return form;
}

/** Restored entries must be visible, because they are submitted. */
function openFilledDetails(form: HTMLFormElement): void {
  const details = form.querySelector("details");
  if (details === null) return;
  const boxes = [...details.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  const hasEntry = fields.some((name) => {
    const field = details.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
    return field !== null && field.value !== "";
  });
  if (hasEntry || boxes.some((box) => box.checked)) details.open = true;
}

/**
 * Submits the form and navigates to the confirmation. After a failure, displays the reason and keeps all values.
 * @param show displays errors synchronously
 * @param hasOthers whether the confirmation page must name the event
 */
function useSubmission(show: (findings: Findings) => void, hasOthers: boolean) {
  const { isBusy, begins, ends } = useBusy();

  async function submit(form: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    const fields = new FormData(form);
    const read = parseForm(eventSignupRequestSchema, fields);
    if (!read.ok) return showRefusal(form, read.fieldErrors);
    if (!begins()) return;
    show({});
    const outcome = await sendEventSignup(read.value, readSubmissionFields(fields), { hasOthers });
    if (outcome.ok) {
      draft.remove();
      location.assign(outcome.nextPath);
      return;
    }
    // The page of the event explains why it is not open, and restores the draft in a form for the next one.
    if (outcome.reason === "closed") return location.assign(outcome.eventPath);
    ends();
    if (outcome.reason === "refused") return showRefusal(form, outcome.errors);
    show(
      outcome.reason === "failed"
        ? { notice: eventSignupNotices.failed(outcome.message) }
        : { notice: limitNotice(outcome) },
    );
    form.querySelector<HTMLElement>("[role=alert]")?.focus();
  }

  function showRefusal(form: HTMLFormElement, errors: FieldErrors): void {
    show({ errors, notice: eventSignupNotices.invalid });
    form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }

  return { isSubmitting: isBusy, submit };
}

/** Removes the notice together with the last error. */
function withoutError({ errors = {}, notice }: Findings, field: EventSignupField): Findings {
  const { [field]: _, ...remaining } = errors;
  const hasErrors = Object.keys(remaining).length > 0;
  return { errors: remaining, ...(notice === undefined || !hasErrors ? {} : { notice }) };
}

function validate(form: HTMLFormElement): FieldErrors {
  const read = parseForm(eventSignupSchema, new FormData(form));
  return read.ok ? {} : read.fieldErrors;
}

function findField(target: EventTarget | null): EventSignupField | undefined {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return undefined;
  return fields.find((field) => field === target.name);
}

function isFilled(target: HTMLInputElement | HTMLTextAreaElement | EventTarget): boolean {
  return "value" in target && target.value !== "";
}

const fields = Object.keys(eventSignupSchema.shape) as EventSignupField[]; // the schema's own keys
