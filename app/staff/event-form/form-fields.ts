import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { fieldHints, fieldLabels } from "./event-form.messages.ts";
import { parseHosts, parseTopics } from "./event-slots.ts";
import type { EventConflicts, EventErrors, EventField, EventValues } from "./event-values.ts";

/** A host of the content, in the form. */
export type HostChoice = { key: string; name: string; role: string };

/** What the form displays. */
export type FormShown = {
  values: EventValues;
  errors: EventErrors;
  /** The current values of fields with another input, after a conflict. */
  conflicts?: EventConflicts;
  hosts: readonly HostChoice[];
};

/** Returns the properties that all fields have in common. */
export function getFieldProps(field: EventField, { values, errors, conflicts }: FormShown) {
  const hint = getHint(field, conflicts);
  return {
    name: field,
    label: fieldLabels[field],
    defaultValue: values[field],
    ...(hint === undefined ? {} : { hint }),
    ...fieldError(errors[field]),
  };
}

/** The hint of a field, with its current value after a conflict. */
export function getHint(field: EventField, conflicts: EventConflicts | undefined): string | undefined {
  const current = conflicts?.[field];
  const parts = [
    fieldHints[field],
    current === undefined ? undefined : formatCurrent(formatValue(field, current)),
  ];
  const hint = parts.filter((text) => text !== undefined).join(" ");
  return hint === "" ? undefined : hint;
}

export function formatCurrent(value: string): string {
  return `Current value: ${value === "" ? "none" : value}`;
}

function formatValue(field: EventField, value: string): string {
  switch (field) {
    case "start":
      // The time zone is a separate field, so the start is formatted without it.
      return momentIn("UTC", new Date(`${value}Z`)).replace(/ UTC$/, "");
    case "ownHosts":
      return parseHosts(value)
        .map(({ name, role, biography, ties }) => [name, role, biography, ties].filter(Boolean).join(", "))
        .join(" · ");
    case "topics":
      return parseTopics(value)
        .map(({ title, description }) => (description === "" ? title : `${title}: ${description}`))
        .join(" · ");
    default:
      return value;
  }
}
