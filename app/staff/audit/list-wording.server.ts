import { type AnyList, hasRecordableValues } from "#app/staff/data-table/list-definition.ts";

// Every list is described without an import here. The list of the audit log is left out because it is built on this file, and that of
// attendees because an event defines it.
const files = import.meta.glob<Readonly<Record<string, AnyList>>>(
  ["/app/staff/*/*.list.tsx", "!/app/staff/audit/*", "!/app/staff/events/attendees*"],
  { eager: true },
);

const lists = Object.values(files).flatMap((file) => Object.values(file));

/** The lists that are omitted above, and the dashboard. */
const otherNames: Readonly<Record<string, string>> = {
  dashboard: "all lists of the dashboard",
  today: "people to follow up",
  bookings: "unmatched appointments",
  "wealthbox-preview": "people in a dry run for Wealthbox",
  "event-places": "attendees of a live event",
  audit: "audit log entries",
};

/** The rows of a recorded list. The name itself serves for lists that were removed or renamed. */
export function describeRows(name: string): string {
  if (Object.hasOwn(otherNames, name)) return otherNames[name] ?? name;
  return lists.find((list) => list.name === name)?.rows ?? name.replaceAll("-", " ");
}

/** Filters with choices, which the sentence about an export contains. */
export const choiceFilters: readonly string[] = [
  ...unique(filtersOf((filter) => "choices" in filter && filter.choices !== "loaded")),
  "action",
];

/** Filters by typed text and by names. The audit log records only that they were used. */
export const textFilters: readonly string[] = [
  "searched",
  ...unique(filtersOf((filter) => !hasRecordableValues(filter))),
  "who",
  "about",
];

/** Labels of filters, and of their choices by value. */
export const filterLabels: Readonly<Record<string, string>> = Object.fromEntries(
  lists.flatMap(({ filters }) => Object.entries(filters).map(([name, { label }]) => [name, label])),
);

export const choiceLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = mergeChoices();

function filtersOf(isWanted: (filter: AnyList["filters"][string]) => boolean): string[] {
  return lists.flatMap(({ filters }) =>
    Object.entries(filters).flatMap(([name, filter]) => (isWanted(filter) ? [name] : [])),
  );
}

function mergeChoices(): Record<string, Record<string, string>> {
  const merged: Record<string, Record<string, string>> = {};
  for (const { filters } of lists) {
    for (const [name, filter] of Object.entries(filters)) {
      if (!("choices" in filter) || filter.choices === "loaded") continue;
      merged[name] = { ...filter.choices, ...merged[name] };
    }
  }
  return merged;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
