import { type ReactNode, useState } from "react";
import { Form, Link } from "react-router";
import { eventLimits } from "#app/events/management/event-limits.ts";
import { errorWiring, Field, FieldError } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { fieldLabels, formTexts } from "./event-form.messages.ts";
import { type EventValues, openedField, revisionField } from "./event-values.ts";
import { formatCurrent, type FormShown, getFieldProps } from "./form-fields.ts";
import { OwnHosts } from "./own-hosts.tsx";
import { Topics } from "./topics.tsx";

/**
 * The form for a new or existing event.
 * @param of the revision and current values of an existing event
 * @param notice who will be notified
 */
export function EventForm({
  of,
  submit,
  back,
  notice,
  ...shown
}: FormShown & {
  of?: { revision: number; values: EventValues };
  submit: string;
  back: string;
  notice: ReactNode;
}) {
  // The state when the form was opened. A revalidation must not claim that the person has seen a later change.
  const [opened] = useState(of);
  return (
    <Form method="post" className="sheet event-form" data-draft="event">
      {opened === undefined ? null : (
        <>
          <input type="hidden" name={revisionField} value={opened.revision} />
          <input type="hidden" name={openedField} value={JSON.stringify(opened.values)} />
        </>
      )}
      <MomentFields {...shown} />
      <Field {...getFieldProps("title", shown)} required maxLength={200} autoComplete="off" />
      <TextAreaField {...getFieldProps("summary", shown)} rows={2} maxLength={eventLimits.summary} />
      <HostBoxes {...shown} />
      <OwnHosts {...shown} />
      <Topics {...shown} />
      <Field {...getFieldProps("joinUrl", shown)} type="url" required autoComplete="off" />
      <section className="notice" aria-labelledby="notice">
        <h2 id="notice">{formTexts.notice}</h2>
        {notice}
      </section>
      <div className="acts">
        <button type="submit" className="btn press">
          {submit}
        </button>
        <Link className="btn quiet" to={back}>
          {formTexts.discard}
        </Link>
      </div>
    </Form>
  );
}

/** The start, length and number of seats. */
function MomentFields(shown: FormShown) {
  return (
    <>
      <div className="pair">
        <Field {...getFieldProps("start", shown)} type="datetime-local" required />
        <Field {...getFieldProps("timeZone", shown)} list="time-zones" required autoComplete="off" />
      </div>
      <datalist id="time-zones">
        {suggestedZones.map((zone) => (
          <option value={zone} key={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <div className="pair">
        <Field {...getFieldProps("durationMinutes", shown)} type="number" min={5} max={600} required />
        <Field {...getFieldProps("capacity", shown)} type="number" min={1} max={100_000} required />
      </div>
    </>
  );
}

/** Suggestions; any other time zone can be typed. */
const suggestedZones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
] as const;

function HostBoxes({ values, errors, conflicts, hosts }: FormShown) {
  const chosen = new Set(values.hosts.split(" "));
  const current = conflicts?.hosts;
  return (
    <fieldset {...errorWiring("hosts", errors.hosts)} className="hosts">
      <legend>{fieldLabels.hosts}</legend>
      {hosts.map(({ key, name, role }, index) => (
        <label className="box" key={key}>
          <input
            type="checkbox"
            name="hosts"
            value={key}
            defaultChecked={chosen.has(key)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page responds to a submitted form, and the error is in this field
            autoFocus={errors.hosts !== undefined && index === 0}
          />
          <span>
            {name} <span className="soft small">{role}</span>
          </span>
        </label>
      ))}
      {current === undefined ? null : <p className="hint">{formatCurrent(listHostNames(current, hosts))}</p>}
      <FieldError name="hosts" message={errors.hosts} />
    </fieldset>
  );
}

function listHostNames(keys: string, hosts: FormShown["hosts"]): string {
  return keys
    .split(" ")
    .map((key) => hosts.find((host) => host.key === key)?.name ?? key)
    .join(", ");
}
