import { formatCount } from "./people.messages.ts";

const people = (count: number): string => `${formatCount(count)} ${count === 1 ? "person" : "people"}`;

/** How many names a report contains. */
const maxReportedNames = 5;

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, maxReportedNames).join(", ");
  const others = names.length - maxReportedNames;
  return others > 0 ? `${listed} and ${formatCount(others)} more` : listed;
}

/** Texts of the form that changes several people. */
export const bulkTexts = {
  heading: "Change several people",
  changeSelected: (count: number) => `Change ${people(count)}`,
  hint: "Select people in the list, choose what to change, and confirm on the next screen.",
  all: (count: number) => (count === 1 ? "The 1 person in this list" : `All ${people(count)} in this list`),
  noChange: "No change",
  noOwner: "No owner",
  review: "Review change",
  clear: "Clear selection",
  confirmHeading: (count: number) => `Change ${people(count)}?`,
  confirm: (count: number) => `Change ${people(count)}`,
  back: "Back to the list",
  others: (count: number) =>
    `${people(count)} on other pages of the list ${count === 1 ? "is" : "are"} selected too.`,
  recorded: "Each change is added to the person’s activity and the audit log.",
  changed: (count: number) => (count === 0 ? "No one was changed." : `Changed ${people(count)}.`),
  dateAlone: "The date changes for people who have a next step.",
  skippedChanged: (names: readonly string[]) =>
    `Not changed, because a colleague saved the record in the meantime: ${listNames(names)}.`,
  withoutStep: (names: readonly string[]) =>
    `No due date was set for people without a next step: ${listNames(names)}.`,
  skippedErased: (count: number) =>
    `${people(count)} ${count === 1 ? "was" : "were"} not found and may have been erased.`,
  skippedUnchanged: (count: number) =>
    `${people(count)} already had ${count === 1 ? "this value" : "these values"}.`,
} as const;

/** Why nothing was changed. */
export const bulkRefusals = {
  unselected: "Nothing was changed. Select at least one person.",
  nothing: "Nothing was changed. Choose an owner, a status, a next step or a due date.",
  fields: "Nothing was changed. Please correct the fields below.",
  "owner-gone": "Nothing was changed. That colleague’s account was removed. Choose another owner.",
  url: "Nothing was changed. The link contains a filter that this list does not have. Select people in the list as it is displayed.",
  tooMany: (count: number, max: number) =>
    `Nothing was changed. At most ${formatCount(max)} people can be changed at the same time, and ${formatCount(count)} are selected. Narrow the filters.`,
} as const;
