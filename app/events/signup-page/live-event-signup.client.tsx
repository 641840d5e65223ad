import { type FocusEvent, type FormEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useBusy } from "#app/intake/form/use-submitting.client.ts";
import { formDraft } from "#app/intake/form/form-draft.client.ts";
import { readSubmissionFields } from "#app/intake/form/submission-fields.ts";
import { limitNotices } from "#app/intake/form/submission.messages.ts";
import { parseForm } from "#app/platform/form.ts";
import {
  EventSignupForm,
  type EventSignupFormState,
  type FieldErrors,
  type Findings,
} from "./event-signup-form.tsx";
import { eventSignupNotices } from "#app/events/signup/event-signup.messages.ts";
import { type EventSignupField, eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";
import { sendEventSignup } from "./send-event-signup.client.ts";

const draft = formDraft("linkedin-live-signup");

/** The form with a person in front of it: early messages, a draft, and sending without leaving the page. */
export function LiveEventSignup({ state, onReady }: { state: EventSignupFormState; onReady: () => void }) {
  const [findings, setFindings] = useState<Findings>(() => findingsIn(state));
  // At once, so that what was found stands in the page before the focus is put on it.
  const show = (found: Findings) => flushSync(() => setFindings(found));
  const { isSubmitting, submit } = useSubmission(show);
  const form = useTakenOverForm(onReady);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    draft.save(event.currentTarget);
    const field = fieldOf(event.target);
    if (field !== undefined && findings.errors?.[field] !== undefined) {
      setFindings(withoutError(findings, field));
    }
  };

  /** Says what is wrong with a field as soon as the next one is gone to, and not while a button is being pressed. */
  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const field = fieldOf(event.target);
    if (field === undefined || !isFilled(event.target) || fieldOf(event.relatedTarget) === undefined) return;
    const error = errorsIn(event.currentTarget)[field];
    if (error !== undefined) setFindings({ ...findings, errors: { ...findings.errors, [field]: error } });
  };

  return (
    <EventSignupForm
      values={state.values ?? {}}
      isForNextDate={state.isForNextDate ?? false}
      formToken={state.formToken}
      consent={state.consent}
      {...findings}
      isSubmitting={isSubmitting}
      form={{ ref: form, onSubmit, onInput, onBlur }}
    />
  );
}

function findingsIn({ errors, notice }: EventSignupFormState): Findings {
  return { ...(errors && { errors }), ...(notice && { notice }) };
}

/** Fills in the draft and takes the browser's own checks out of the way, once. */
function useTakenOverForm(onReady: () => void) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (element === null) return;
    element.noValidate = true;
    draft.restore(element);
    draft.save(element);
    onReady();
  }, [onReady]);
  return form;
}

/**
 * Sends the form, once at a time, and goes to the page that confirms it; where that fails, shows why and keeps everything.
 * @param show puts what is wrong into the page, at once
 */
function useSubmission(show: (findings: Findings) => void) {
  const { isBusy, begins, ends } = useBusy();

  async function submit(form: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    const fields = new FormData(form);
    const read = parseForm(eventSignupSchema, fields);
    if (!read.ok) return showRefusal(form, read.fieldErrors);
    if (!begins()) return;
    show({});
    const outcome = await sendEventSignup(read.value, readSubmissionFields(fields));
    if (outcome.ok) {
      draft.remove();
      location.assign(outcome.nextPath);
      return;
    }
    ends();
    if (outcome.reason === "refused") return showRefusal(form, outcome.errors);
    show(
      outcome.reason === "failed"
        ? { notice: eventSignupNotices.failed(outcome.message) }
        : { notice: limitNotices[outcome.reason] },
    );
    form.querySelector<HTMLElement>("[role=alert]")?.focus();
  }

  function showRefusal(form: HTMLFormElement, errors: FieldErrors): void {
    show({ errors, notice: eventSignupNotices.invalid });
    form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }

  return { isSubmitting: isBusy, submit };
}

/** What is said of the whole goes with the last error. */
function withoutError({ errors = {}, notice }: Findings, field: EventSignupField): Findings {
  const { [field]: _, ...left } = errors;
  const stays = Object.keys(left).length > 0;
  return { errors: left, ...(notice === undefined || !stays ? {} : { notice }) };
}

function errorsIn(form: HTMLFormElement): FieldErrors {
  const read = parseForm(eventSignupSchema, new FormData(form));
  return read.ok ? {} : read.fieldErrors;
}

function fieldOf(target: EventTarget | null): EventSignupField | undefined {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return undefined;
  return fields.find((field) => field === target.name);
}

function isFilled(target: HTMLInputElement | HTMLTextAreaElement | EventTarget): boolean {
  return "value" in target && target.value !== "";
}

const fields = Object.keys(eventSignupSchema.shape) as EventSignupField[]; // the schema's own keys
