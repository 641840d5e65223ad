import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { type ConsentWording, consentWordings } from "#content/consent.ts";
import { practice } from "#content/practice.ts";

/** Fictional wordings for the demo. Only demo receipts cite them; no form displays or accepts them. */
export const demoConsentWordings = {
  "2025-09-01": {
    legend: "May we stay in touch? (optional)",
    email: "Yes, {firmName} may email me about planning an exit. I can unsubscribe at any time.",
    phone: "Yes, {firmName} may call me about planning an exit.",
    note: "You can send this form without checking either box.",
  },
} as const satisfies Record<string, ConsentWording>;

const dayMs = 86_400_000;

/** When the forms first displayed each wording: at the start of the day that its version names. */
const wordings = [...Object.keys(demoConsentWordings), ...Object.keys(consentWordings)]
  .map((version) => ({ version, from: startOfDay(version) }))
  .toSorted((one, other) => one.from - other.from);

/** The version that forms displayed at a given time in the demo; undefined before the first version. */
export function demoWordingAt(at: Date): string | undefined {
  return wordings.findLast(({ from }) => from <= at.getTime())?.version;
}

function startOfDay(day: string): number {
  const dayBefore = new Date(new Date(`${day}T00:00:00Z`).getTime() - dayMs).toISOString().slice(0, 10);
  const start = endOfDayIn(practice.timeZone, dayBefore);
  if (start === undefined) throw new Error(`The consent wording ${day} is not named after a day.`);
  return start.getTime();
}
