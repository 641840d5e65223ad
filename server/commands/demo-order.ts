import type { Parsed } from "./command.ts";

/** What somebody asks of `npm run demo`. */
export type DemoOrder = { kind: "add" | "remove" };

export const demoUsage = `Usage:
  npm run demo                puts in a year of invented visits, assessments, sign-ups, events and letters
  npm run demo -- remove      takes all of it out again, and nothing else
No letter leaves: everybody in it has an address under .invalid, where nobody has a mailbox.`;

/** Reads the words after `npm run demo --`. @returns the order, or a sentence that says what is wrong with it */
export function parseDemoOrder([kind = "add", stray]: readonly string[]): Parsed<DemoOrder> {
  if (stray !== undefined) return { ok: false, problem: `There is a word too many: ${stray}.` };
  if (kind === "add" || kind === "remove") return { ok: true, order: { kind } };
  return { ok: false, problem: `There is no command ${kind}.` };
}
