import { formatAccountName } from "#app/platform/text/account-name.ts";
import type { ChangeEvent, KeyboardEvent, ReactNode } from "react";
import { Form } from "react-router";
import { outcomeNames, statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import type { PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getRecordVersion } from "#app/people/follow-up/record-version.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import { type Shortcuts, useShortcuts } from "#app/staff/header/shortcuts.ts";
import { followUpAnchor } from "#app/staff/paths/person-path.ts";
import { useOpened } from "#app/staff/session/use-opened.ts";
import { Alert } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { errorWiring, Field, FieldError, FieldHint, fieldWiring } from "#app/ui/fields/field.tsx";
import { useIsHydrated } from "#app/ui/islands/use-is-hydrated.ts";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import type { FollowUpDraft } from "./apply-follow-up.server.ts";
import { followUpTexts } from "./follow-up-form.messages.ts";
import {
  type Colleague,
  type FollowUpField,
  type FollowUpValues,
  readFollowUpValues,
  revisionField,
  toFollowUpValues,
} from "./follow-up-values.ts";
import { type NextStep, proposeNextStep } from "./propose-next-step.ts";
import "./follow-up-form.css";

type FormState = {
  values: FollowUpValues;
  draft: FollowUpDraft | undefined;
  colleagues: readonly Colleague[];
  /** The member, if the person has no owner yet. */
  proposedOwner: string;
};

type FollowUpFormProps = {
  record: PersonRecord;
  draft: FollowUpDraft | undefined;
  response: string | undefined;
  colleagues: readonly Colleague[];
  staffId: string;
  today: string;
  mayCall: boolean;
  nextCallOn: string;
};

/**
 * Records an outcome or a note, and changes the record of a person.
 * @param current.draft the form after a refusal
 * @param response changes with each response to this form
 * @param staffId the account of the member
 * @param today ISO date in the firm's time zone
 * @param mayCall otherwise the email is the first outcome
 * @param nextCallOn ISO date that is proposed for the next step
 */
export function FollowUpForm({
  response,
  colleagues,
  staffId,
  today,
  mayCall,
  nextCallOn,
  ...current
}: FollowUpFormProps) {
  useShortcuts(shortcuts);
  const { opened, formKey } = useOpened(current, response);
  const { record, draft } = opened;
  const state = getFormState({ record, draft, colleagues, staffId });
  const version = getRecordVersion(draft?.current ?? record);
  return (
    <section aria-labelledby={followUpAnchor}>
      <h2 id={followUpAnchor} className="unseen">
        {followUpTexts.heading}
      </h2>
      {draft === undefined ? null : (
        <Alert
          text={draft.refusal}
          leavesFocus={Object.keys(draft.errors).length > 0}
          key={`alert ${formKey}`}
        />
      )}
      {/* A new form after each save, so that the fields show what is stored. */}
      <Form
        method="post"
        className="sheet follow-up-form"
        data-draft="follow-up"
        key={formKey}
        onKeyDown={submitWithModifier}
        onChange={(event) => {
          proposeForChoice(event, { stored: toFollowUpValues(record), today, nextCallOn });
        }}
      >
        <input type="hidden" name={revisionField} value={version} />
        <OutcomeBoxes {...state} mayCall={mayCall} />
        <TextAreaField label={followUpTexts.note} rows={2} {...getFieldProps("note", state)} />
        <div className="pair">
          <Field
            label={followUpTexts.nextStep}
            maxLength={200}
            autoComplete="off"
            {...getFieldProps("nextStep", state)}
          />
          <Field
            label={followUpTexts.nextStepOn}
            type="date"
            // A date that has passed may stay, for example when only a note is added.
            min={record.nextStepOn !== null && record.nextStepOn < today ? record.nextStepOn : today}
            {...getFieldProps("nextStepOn", state)}
          />
        </div>
        <div className="pair">
          <SelectField label={followUpTexts.status} {...getFieldProps("status", state)}>
            <StatusOptions />
          </SelectField>
          <SelectField label={followUpTexts.owner} {...getFieldProps("owner", state)}>
            <OwnerOptions record={record} colleagues={colleagues} />
          </SelectField>
          <Field
            label={followUpTexts.company}
            maxLength={200}
            autoComplete="off"
            {...getFieldProps("company", state)}
          />
        </div>
        <button type="submit" className="btn">
          {followUpTexts.save}
        </button>
      </Form>
    </section>
  );
}

/** Each outcome with its keyboard shortcut. */
const outcomeKeys = Object.entries(outcomeNames).map(([outcome, name], index) => ({
  outcome,
  name,
  key: `${index + 1}`,
}));

/** The form as typed, or else with the stored values. The member who follows up on a person without an owner is proposed as the owner. */
function getFormState({
  record,
  draft,
  colleagues,
  staffId,
}: Pick<FormState, "draft" | "colleagues"> & { record: PersonRecord; staffId: string }): FormState {
  const { ownerId } = draft?.current ?? record;
  const isProposed = ownerId === null && colleagues.some(({ id }) => id === staffId);
  const proposedOwner = isProposed ? staffId : "";
  const stored = toFollowUpValues(record);
  const values = draft?.values ?? { ...stored, owner: stored.owner || proposedOwner };
  return { values, draft, colleagues, proposedOwner };
}

function findField(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.follow-up-form ${selector}`);
}

/** 1 to 5 choose an outcome, E focuses the outcomes, and N the note. */
const shortcuts: Shortcuts = {
  ...Object.fromEntries(
    outcomeKeys.map(({ outcome, key }) => [
      key,
      () => {
        const radio = findField(`[value="${outcome}"]`);
        // Screen readers announce the choice only if it has the focus.
        radio?.focus();
        radio?.click();
      },
    ]),
  ),
  e: () => findField('[name="outcome"]')?.focus(),
  n: () => findField('[name="note"]')?.focus(),
};

/** Submits with Ctrl+Enter or Command+Enter, also from the note, in which Enter adds a line. */
function submitWithModifier(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** The next step that each form proposed last. */
const proposals = new WeakMap<HTMLFormElement, NextStep>();

/** Proposes a next step for a chosen outcome, and ends it with the status “Not a fit”. */
function proposeForChoice(
  { currentTarget: form, target }: ChangeEvent<HTMLFormElement>,
  { stored, ...days }: { stored: NextStep; today: string; nextCallOn: string },
): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  if (target.name !== "outcome" && target.name !== "status") return;
  const step = form.elements.namedItem("nextStep");
  const due = form.elements.namedItem("nextStepOn");
  if (!(step instanceof HTMLInputElement) || !(due instanceof HTMLInputElement)) return;
  const { outcome } = readFollowUpValues(new FormData(form));
  const proposal = proposeNextStep(target.value === "not-a-fit" ? target.value : outcome, {
    ...days,
    stored,
    untouched: proposals.get(form) ?? stored,
    displayed: { nextStep: step.value, nextStepOn: due.value },
  });
  if (proposal === undefined) return;
  step.value = proposal.nextStep;
  due.value = proposal.nextStepOn;
  proposals.set(form, proposal);
}

/** The outcomes. Their numbers are keyboard shortcuts, which are the same for everyone. */
function OutcomeBoxes({ values, draft, mayCall }: FormState & { mayCall: boolean }) {
  const error = draft?.errors.outcome;
  const isHydrated = useIsHydrated();
  const isFirst = ({ outcome }: { outcome: string }): boolean => outcome === "emailed" && !mayCall;
  const listed = [...outcomeKeys.filter(isFirst), ...outcomeKeys.filter((each) => !isFirst(each))];
  return (
    <fieldset {...errorWiring("outcome", error)} className="outcomes">
      <legend>{followUpTexts.outcome}</legend>
      <div className="segments">
        {[{ outcome: "", name: followUpTexts.noOutcome, key: "" }, ...listed].map(
          ({ outcome, name, key }) => (
            <label key={outcome}>
              <input
                type="radio"
                name="outcome"
                value={outcome}
                defaultChecked={values.outcome === outcome}
              />
              {name}
              {outcome === "" ? null : (
                // Without scripting there are no shortcuts. The key keeps its space, so that nothing moves.
                <kbd aria-hidden="true" className={isHydrated ? undefined : "inactive"}>
                  {key}
                </kbd>
              )}
            </label>
          ),
        )}
      </div>
      <FieldError name="outcome" message={error} />
    </fieldset>
  );
}

function StatusOptions() {
  return Object.entries(statusNames).map(([status, name]) => (
    <option value={status} key={status}>
      {name}
    </option>
  ));
}

function OwnerOptions({
  record: { ownerId },
  colleagues,
}: {
  record: PersonRecord;
  colleagues: readonly Colleague[];
}) {
  const isFormer = ownerId !== null && !colleagues.some(({ id }) => id === ownerId);
  return (
    <>
      <option value="">{followUpTexts.noOwner}</option>
      {isFormer ? <option value={ownerId}>{followUpTexts.formerOwner}</option> : null}
      {colleagues.map((colleague) => (
        <option value={colleague.id} key={colleague.id}>
          {formatAccountName(colleague)}
        </option>
      ))}
    </>
  );
}

/** A labeled selection with its error below it. */
function SelectField({
  label,
  name,
  hint,
  error,
  defaultValue,
  autoFocus,
  children,
}: {
  label: string;
  name: string;
  hint?: string;
  error?: string;
  defaultValue: string;
  autoFocus?: true;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <FieldHint name={name} hint={hint} />
      <select
        id={name}
        name={name}
        defaultValue={defaultValue}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page responds to a submitted form, and the error is in this field
        autoFocus={autoFocus}
        {...fieldWiring(name, { hint, error })}
      >
        {children}
      </select>
      <FieldError name={name} message={error} />
    </div>
  );
}

/** The properties that all fields have in common. After a conflict, the hint is the current value where it differs. */
function getFieldProps(field: FollowUpField, { values, draft, colleagues, proposedOwner }: FormState) {
  const current = draft?.current && toFollowUpValues(draft.current)[field];
  const hasHint = current !== undefined && field !== "note" && current !== values[field];
  const isProposed = field === "owner" && proposedOwner !== "" && values.owner === proposedOwner;
  return {
    name: field,
    defaultValue: values[field],
    ...(isProposed ? { hint: followUpTexts.ownerProposed } : {}),
    ...(hasHint ? { hint: followUpTexts.current(describeValue(field, current, colleagues)) } : {}),
    ...fieldError(draft?.errors[field]),
  };
}

function describeValue(field: FollowUpField, value: string, colleagues: readonly Colleague[]): string {
  switch (field) {
    case "status":
      return Object.entries(statusNames).find(([status]) => status === value)?.[1] ?? value;
    case "owner": {
      if (value === "") return followUpTexts.noOwner;
      const owner = colleagues.find(({ id }) => id === value);
      return owner === undefined ? followUpTexts.formerOwner : formatAccountName(owner);
    }
    case "nextStepOn":
      return value === "" ? "" : longDate(value);
    case "outcome":
    case "note":
    case "company":
    case "nextStep":
      return value;
  }
}
