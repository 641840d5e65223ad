import type { Parsed } from "./command.ts";

export type ClockOrder =
  | { kind: "status" }
  /** The current date according to the operator, like 2026-11-22. */
  | { kind: "confirm"; day: string };

export const clockUsage = `Usage:
  npm run clock -- status                  shows the clocks and the last plausible time
  npm run clock -- confirm <YYYY-MM-DD>    says that the clocks are right; the date is today’s, from a source other than this machine
Jobs that delete old data stop while a clock is implausible. docs/runbook.md, "A clock is wrong", says when to confirm.`;

/** Parses the arguments after `npm run clock --`. @returns the command or an error message */
export function parseClockOrder([kind, day, stray]: readonly string[]): Parsed<ClockOrder> {
  if (stray !== undefined) return wrong(`Unexpected argument: ${stray}.`);
  if (kind === undefined) return wrong("Name a command.");
  if (kind === "status") return day === undefined ? right({ kind }) : wrong(`Unexpected argument: ${day}.`);
  if (kind !== "confirm") return wrong(`There is no command ${kind}.`);
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) {
    return wrong("Give today’s date, like 2026-11-22.");
  }
  return right({ kind, day });
}

function right(order: ClockOrder): Parsed<ClockOrder> {
  return { ok: true, order };
}

function wrong(problem: string): Parsed<ClockOrder> {
  return { ok: false, problem };
}
