import { eventLimits } from "#app/events/management/event-limits.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field, FieldHint } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { fieldLabels, slotLabels } from "./event-form.messages.ts";
import { type HostEntry, hostInput, parseHosts } from "./event-slots.ts";
import { type FormShown, getHint } from "./form-fields.ts";

const emptyHost: HostEntry = { name: "", role: "", biography: "", isGuest: true, ties: "" };

/** The hosts who are described with this event, each in a slot that is closed while it is empty. */
export function OwnHosts({ values, errors, conflicts }: FormShown) {
  const entered = parseHosts(values.ownHosts);
  return (
    <fieldset className="slots" aria-describedby="ownHosts-hint">
      <legend>{fieldLabels.ownHosts}</legend>
      <FieldHint name="ownHosts" hint={getHint("ownHosts", conflicts)} />
      {Array.from({ length: eventLimits.ownHosts }, (_, at) => (
        <HostSlot key={at} slot={at + 1} host={entered[at]} errors={errors} />
      ))}
    </fieldset>
  );
}

function HostSlot({
  slot,
  host,
  errors,
}: {
  slot: number;
  host: HostEntry | undefined;
  errors: FormShown["errors"];
}) {
  const { name, role, biography, isGuest, ties } = host ?? emptyHost;
  const field = (part: "name" | "role" | "biography" | "ties") => ({
    name: hostInput(slot, part),
    label: slotLabels[part],
    ...fieldError(errors[hostInput(slot, part)]),
  });
  return (
    <details open={host !== undefined}>
      <summary>{slotLabels.host(slot, name)}</summary>
      <div className="pair">
        <Field {...field("name")} defaultValue={name} maxLength={maximumLength.name} autoComplete="off" />
        <Field {...field("role")} defaultValue={role} maxLength={maximumLength.name} autoComplete="off" />
      </div>
      <TextAreaField
        {...field("biography")}
        defaultValue={biography}
        rows={3}
        maxLength={eventLimits.biography}
      />
      <label className="box">
        <input type="checkbox" name={hostInput(slot, "firm")} value="yes" defaultChecked={!isGuest} />
        {slotLabels.firm}
      </label>
      <TextAreaField
        {...field("ties")}
        hint={slotLabels.tiesHint}
        defaultValue={ties}
        rows={3}
        maxLength={eventLimits.biography}
      />
    </details>
  );
}
