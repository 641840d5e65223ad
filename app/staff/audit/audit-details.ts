import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { shortDayIn } from "#app/platform/zoned-time.ts";
import { filterTexts } from "#app/staff/leads/leads.messages.ts";
import { stateNames as emailStates } from "#app/staff/email/emails.messages.ts";
import { roleNames } from "#app/staff/team/team.messages.ts";
import { practice } from "#content/practice.ts";
import { detailNames, listNames, namesByAction, valueNames } from "./audit-details.messages.ts";
import { actionNamed } from "./audit-list.ts";
import { actionPhrases } from "./audit-log.messages.ts";

type Told = Pick<AuditLine, "action" | "details">;

/** Details by name, in words and always in one order. @param said those that the sentence before them has told */
export function detailsInWords(
  { action, details }: Told,
  said: readonly string[],
): (readonly [name: string, value: string])[] {
  const order = Object.keys(detailNames);
  const place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.entries(details)
    .filter(([key]) => key !== sessionDetail && !said.includes(key))
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([key, value]) => [detailName(action, key), valueInWords(key, String(value))]);
}

/** What a detail is called. One that is not known, of a later version of the program perhaps, is called as the program calls it. */
export function detailName(action: string, key: string): string {
  const known = actionNamed(action);
  const own = known === undefined ? {} : (namesByAction[known] ?? {});
  return wordFor(own, key) ?? wordFor(detailNames, key) ?? key;
}

/** What a detail says, in words where there are any. */
export function valueInWords(key: string, value: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return shortDayIn(practice.timeZone, new Date(value));
  if (isDay(value)) return dayInWords(value);
  const words = Object.hasOwn(wordsOf, key) ? wordsOf[key] : undefined;
  return (words === undefined ? undefined : wordFor(words, value)) ?? value;
}

/** “Aug 1, 2026” for 2026-08-01. */
export function dayInWords(day: string): string {
  return shortDayIn("UTC", new Date(`${day}T00:00:00Z`));
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value);
}

type Words = Readonly<Record<string, string>>;

const wordsOf: Readonly<Record<string, Words>> = {
  ...valueNames,
  list: listNames,
  action: actionPhrases,
  role: roleNames,
  from: roleNames,
  was: emailStates,
  state: filterTexts.states,
  class: filterTexts.classes,
  type: filterTexts.types,
};

/** Of a table made by hand: what somebody typed may have the name of something that every object has. */
export function wordFor(words: Words, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/** Tells apart what a screen does by itself again and again; to a reader it says nothing. The file for machines has it. */
const sessionDetail = "session";
