import { type ReactNode, useState } from "react";
import { Form, Link } from "react-router";
import { momentIn } from "#app/platform/zoned-time.ts";
import { fieldError } from "#app/ui/field-error.ts";
import { errorWiring, Field, FieldError } from "#app/ui/field.tsx";
import { TextAreaField } from "#app/ui/text-area-field.tsx";
import { fieldHints, fieldLabels, formTexts } from "./event-form.messages.ts";
import {
  type EventErrors,
  type EventField,
  type EventValues,
  openedField,
  revisionField,
} from "./event-values.ts";

/** A host that can be chosen. */
export type HostChoice = { key: string; name: string; role: string };

type FormShown = {
  values: EventValues;
  errors: EventErrors;
  /** What stands now in fields in which something else was typed. */
  standing?: EventErrors;
  hosts: readonly HostChoice[];
};

/**
 * What is decided about an event.
 * @param of the event that is changed: its revision, and what stands there now; left out for a new one
 * @param letters who is written to, told before anything is saved
 */
export function EventForm({
  of,
  submit,
  back,
  letters,
  ...shown
}: FormShown & {
  of?: { revision: number; values: EventValues };
  submit: string;
  back: string;
  letters: ReactNode;
}) {
  // As it was when the form was opened: loading anew in between must not say that a change was seen which was not.
  const [opened] = useState(of);
  return (
    <Form method="post" className="sheet event-form">
      {opened === undefined ? null : (
        <>
          <input type="hidden" name={revisionField} value={opened.revision} />
          <input type="hidden" name={openedField} value={JSON.stringify(opened.values)} />
        </>
      )}
      <MomentFields {...shown} />
      <Field {...wiringOf("title", shown)} required maxLength={200} autoComplete="off" />
      <HostBoxes {...shown} />
      <TextAreaField {...wiringOf("topics", shown)} rows={5} required />
      <Field {...wiringOf("joinUrl", shown)} type="url" required autoComplete="off" />
      <section className="letters" aria-labelledby="letters">
        <h2 id="letters">{formTexts.letters}</h2>
        {letters}
      </section>
      <div className="acts">
        <button type="submit" className="btn press">
          {submit}
        </button>
        <Link className="btn quiet" to={back}>
          {formTexts.keep}
        </Link>
      </div>
    </Form>
  );
}

/** When, how long, and for how many. */
function MomentFields(shown: FormShown) {
  return (
    <>
      <div className="pair">
        <Field {...wiringOf("start", shown)} type="datetime-local" required />
        <Field {...wiringOf("timeZone", shown)} list="time-zones" required autoComplete="off" />
      </div>
      <datalist id="time-zones">
        {usualZones.map((zone) => (
          <option value={zone} key={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <div className="pair">
        <Field {...wiringOf("durationMinutes", shown)} type="number" min={5} max={600} required />
        <Field {...wiringOf("capacity", shown)} type="number" min={1} max={100_000} required />
      </div>
    </>
  );
}

/** Where our readers live; any other can be typed. */
const usualZones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
] as const;

function HostBoxes({ values, errors, standing, hosts }: FormShown) {
  const chosen = new Set(values.hosts.split(" "));
  const now = standing?.hosts;
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
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page answers a press of a button: here is what is to be mended
            autoFocus={errors.hosts !== undefined && index === 0}
          />
          <span>
            {name} <span className="soft small">{role}</span>
          </span>
        </label>
      ))}
      {now === undefined ? null : <p className="hint">{standsNow(namesOf(now, hosts))}</p>}
      <FieldError name="hosts" message={errors.hosts} />
    </fieldset>
  );
}

function namesOf(keys: string, hosts: readonly HostChoice[]): string {
  return keys
    .split(" ")
    .map((key) => hosts.find((host) => host.key === key)?.name ?? key)
    .join(", ");
}

/** Everything that a field of the form takes, whatever it looks like. */
function wiringOf(field: EventField, { values, errors, standing }: FormShown) {
  const now = standing?.[field];
  const hint = [fieldHints[field], ...(now === undefined ? [] : [standsNow(shortly(field, now))])]
    .filter((text) => text !== undefined)
    .join(" ");
  return {
    name: field,
    label: fieldLabels[field],
    defaultValue: values[field],
    ...(hint === "" ? {} : { hint }),
    ...fieldError(errors[field]),
  };
}

function standsNow(value: string): string {
  return `Stands now: ${value}`;
}

/** A moment without its zone, which is a field of its own. */
function shortly(field: EventField, value: string): string {
  if (field === "start") return momentIn("UTC", new Date(`${value}Z`)).replace(/ UTC$/, "");
  return field === "topics" ? value.replaceAll("\n", " · ") : value;
}
