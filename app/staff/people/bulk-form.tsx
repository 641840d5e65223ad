import { formatAccountName } from "#app/platform/text/account-name.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form, Link } from "react-router";
import { recordFieldNames, statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { Alert, takeFocus } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field, FieldError, fieldWiring } from "#app/ui/fields/field.tsx";
import type { BulkOutcome } from "./apply-bulk-change.server.ts";
import { bulkTexts } from "./bulk.messages.ts";
import { bulkFields, bulkFormId, type BulkValues, noBulkValues, removedOwner } from "./bulk-values.ts";

type Colleague = { id: string; name: string; email: string };
type FormOutcome = Extract<BulkOutcome, { kind: "form" }>;

const emptyDraft: Omit<FormOutcome, "kind"> = {
  refusal: undefined,
  values: noBulkValues,
  errors: {},
  people: [],
};

/**
 * Chooses what to change for the people whose boxes are checked in the table, or for everyone in the list.
 * @param count number of people in the list, on all pages
 * @param shown the values of the boxes in the table
 * @param draft the form after a refusal
 * @param today ISO date in the firm's time zone
 */
export function BulkForm({
  count,
  colleagues,
  shown,
  listUrl,
  draft,
  today,
}: {
  count: number;
  colleagues: readonly Colleague[];
  shown: readonly string[];
  listUrl: string;
  draft: FormOutcome | undefined;
  today: string;
}) {
  const { refusal, values, errors, people } = draft ?? emptyDraft;
  const { form, selected } = useSelectedCount(people.length);
  const others = people.filter((person) => !shown.includes(person));
  return (
    <details className="bulk" open={draft !== undefined}>
      <summary>{selected === 0 ? bulkTexts.heading : bulkTexts.changeSelected(selected)}</summary>
      {refusal === undefined ? null : <Alert text={refusal} leavesFocus={Object.keys(errors).length > 0} />}
      <Form method="post" id={bulkFormId} ref={form} data-draft={nameDraft(listUrl)}>
        <p className="soft">{bulkTexts.hint}</p>
        <input type="hidden" name={bulkFields.change} value="people" />
        {others.map((person) => (
          <input type="hidden" name={bulkFields.person} value={person} key={person} />
        ))}
        {others.length === 0 ? null : <p>{bulkTexts.others(others.length)}</p>}
        <label className="box">
          <input type="checkbox" name={bulkFields.all} value="yes" />
          {bulkTexts.all(count)}
        </label>
        <Fields values={values} errors={errors} colleagues={colleagues} today={today} />
        <div className="acts">
          <button type="submit" className="btn">
            {bulkTexts.review}
          </button>
          {draft === undefined ? null : <Link to={listUrl}>{bulkTexts.clear}</Link>}
        </div>
      </Form>
    </details>
  );
}

/** The name contains the list, because the draft contains selected rows. */
function nameDraft(listUrl: string): string {
  return `bulk ${listUrl}`;
}

/** What to change. */
function Fields({
  values,
  errors,
  colleagues,
  today,
}: {
  values: BulkValues;
  errors: FormOutcome["errors"];
  colleagues: readonly Colleague[];
  today: string;
}) {
  return (
    <div className="pair">
      <SelectField name="owner" value={values.owner} error={errors.owner}>
        <option value={removedOwner}>{bulkTexts.noOwner}</option>
        <Options names={colleagues.map((account) => [account.id, formatAccountName(account)])} />
      </SelectField>
      <SelectField name="status" value={values.status} error={errors.status}>
        <Options names={Object.entries(statusNames)} />
      </SelectField>
      <Field
        {...fieldProps("nextStep", values)}
        {...fieldError(errors.nextStep)}
        maxLength={200}
        autoComplete="off"
      />
      <Field
        {...fieldProps("nextStepOn", values)}
        {...fieldError(errors.nextStepOn)}
        type="date"
        min={today}
      />
    </div>
  );
}

/** Names the change and the number of people, and contains the form that makes it. */
export function BulkConfirmation({
  outcome: { people, values, changes },
  listUrl,
}: {
  outcome: Extract<BulkOutcome, { kind: "confirm" }>;
  listUrl: string;
}) {
  const hidden = [
    [bulkFields.change, "people"] as const,
    ...Object.entries(values),
    ...people.map((person) => [bulkFields.person, person] as const),
  ];
  return (
    <section className="bulk-confirmation" aria-labelledby="confirm">
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the response to a submission, and this is its question */}
      <h2 id="confirm" tabIndex={-1} autoFocus ref={takeFocus}>
        {bulkTexts.confirmHeading(people.length)}
      </h2>
      <dl className="known">
        {changes.map(({ field, value }) => (
          <div key={field}>
            <dt>{recordFieldNames[field]}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {values.nextStep === "" && values.nextStepOn !== "" ? <p>{bulkTexts.dateAlone}</p> : null}
      <p className="soft">{bulkTexts.recorded}</p>
      <Form method="post">
        {hidden.map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={`${name} ${value}`} />
        ))}
        <div className="acts">
          <button type="submit" className="btn press" name={bulkFields.confirmed} value="yes">
            {bulkTexts.confirm(people.length)}
          </button>
          <button
            type="submit"
            className="btn"
            name={bulkFields.back}
            value="yes"
            data-draft={nameDraft(listUrl)}
          >
            {bulkTexts.back}
          </button>
        </div>
      </Form>
    </section>
  );
}

/** Counts the checked boxes of the table, which are outside of the form. */
function useSelectedCount(initial: number) {
  const form = useRef<HTMLFormElement>(null);
  const [selected, setSelected] = useState(initial);
  useEffect(() => {
    const count = (): void => {
      const people = form.current === null ? [] : new FormData(form.current).getAll(bulkFields.person);
      setSelected(people.length);
    };
    // Browsers restore checked boxes when a page is reloaded.
    count();
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  }, []);
  return { form, selected };
}

function fieldProps<Name extends keyof BulkValues>(name: Name, values: BulkValues) {
  return { name, id: `bulk-${name}`, label: recordFieldNames[name], defaultValue: values[name] };
}

function SelectField({
  name,
  value,
  error,
  children,
}: {
  name: "owner" | "status";
  value: string;
  error: string | undefined;
  children: ReactNode;
}) {
  const id = `bulk-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{recordFieldNames[name]}</label>
      <select id={id} name={name} defaultValue={value} {...fieldWiring(id, { hint: undefined, error })}>
        <option value="">{bulkTexts.noChange}</option>
        {children}
      </select>
      <FieldError name={id} message={error} />
    </div>
  );
}

function Options({ names }: { names: readonly (readonly [value: string, name: string])[] }) {
  return names.map(([value, name]) => (
    <option value={value} key={value}>
      {name}
    </option>
  ));
}
