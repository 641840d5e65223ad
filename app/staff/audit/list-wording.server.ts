import { type AnyList, hasRecordableValues } from "#app/staff/data-table/list-definition.ts";
import type { RowNouns } from "#app/staff/export-button/export-definition.ts";

// Every list is described without an import here. The list of the audit log is left out because it is built on this file, and that of
// attendees because an event defines it.
const files = import.meta.glob<Readonly<Record<string, AnyList>>>(
  ["/app/staff/*/*.list.tsx", "!/app/staff/audit/*", "!/app/staff/events/attendees*"],
  { eager: true },
);

const lists = Object.values(files).flatMap((file) => Object.values(file));

/** The lists that are omitted above, and the dashboard. */
const otherNouns: Readonly<Record<string, RowNouns>> = {
  dashboard: { row: "list of the dashboard", rows: "all lists of the dashboard" },
  today: { row: "person to follow up", rows: "people to follow up" },
  bookings: { row: "unmatched appointment", rows: "unmatched appointments" },
  "wealthbox-preview": {
    row: "person in a dry run for Wealthbox",
    rows: "people in a dry run for Wealthbox",
  },
  "event-places": { row: "attendee of a live event", rows: "attendees of a live event" },
  audit: { row: "audit log entry", rows: "audit log entries" },
};

/** The nouns for the rows of a recorded list. The name itself serves for lists that were removed or renamed. */
export function findRowNouns(name: string): RowNouns {
  const other = Object.hasOwn(otherNouns, name) ? otherNouns[name] : undefined;
  const nouns = other ?? lists.find((list) => list.name === name);
  const unknown = name.replaceAll("-", " ");
  return nouns ?? { row: unknown, rows: unknown };
}

/** The rows of a recorded list, in the plural. */
export function describeRows(name: string): string {
  return findRowNouns(name).rows;
}

/** Filters with choices, which the sentence about an export contains. */
export const choiceFilters: readonly string[] = [
  ...unique(listFilters((filter) => "choices" in filter && filter.choices !== "loaded")),
  "action",
];

/** Filters by typed text and by names. The audit log records only that they were used. */
export const textFilters: readonly string[] = [
  "searched",
  ...unique(listFilters((filter) => !hasRecordableValues(filter))),
  "who",
  "about",
];

/** Labels of filters, and of their choices by value. */
export const filterLabels: Readonly<Record<string, string>> = Object.fromEntries(
  lists.flatMap(({ filters }) => Object.entries(filters).map(([name, { label }]) => [name, label])),
);

export const choiceLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = mergeChoices();

function listFilters(isWanted: (filter: AnyList["filters"][string]) => boolean): string[] {
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
