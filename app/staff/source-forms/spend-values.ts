import { addDays } from "#app/platform/calendar/day-in.ts";
import { firstOfMonth } from "#app/people/sources/periods.ts";
import type { Spend, SpendEntry } from "#app/people/sources/save-spend.server.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { findNameError } from "./source-name-error.ts";
import { spendErrors } from "./source-forms.messages.ts";

/** The fields of the form, as typed. */
export const spendFields = ["kind", "name", "month", "amount"] as const;
export type SpendField = (typeof spendFields)[number];
export type SpendValues = Record<SpendField, string>;
export type SpendErrors = Partial<Record<SpendField, string>>;

/** The hidden field with the revision of the entry that the writer saw. */
export const revisionField = "revision";

/** The box that confirms a name that is similar to a known one. Its value is the name, so that it does not confirm another one. */
export const newNameField = "new-name";

/** The form before anything is typed, or with an entry to change. */
export function toSpendValues(entry: SpendEntry | undefined, today: string): SpendValues {
  return {
    kind: entry?.kind ?? "campaign",
    name: entry?.name ?? "",
    month: (entry?.month ?? today).slice(0, 7),
    amount: entry === undefined ? "" : (entry.cents / 100).toFixed(entry.cents % 100 === 0 ? 0 : 2),
  };
}

/** Reads the form without validating it. Longer texts than any valid one are truncated. */
export function readSpendValues(form: FormData): SpendValues {
  const read = (field: SpendField): string => {
    const value = form.get(field);
    return typeof value === "string" ? value.trim().slice(0, 2 * maximumLength.name) : "";
  };
  return { kind: read("kind"), name: read("name"), month: read("month"), amount: read("amount") };
}

export function readRevision(form: FormData): number {
  const value = form.get(revisionField);
  return typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : 0;
}

/** Validates the form. */
export function parseSpend(
  values: SpendValues,
  context: { revision: number; months: readonly string[] },
): { ok: true; value: Spend } | { ok: false; errors: SpendErrors } {
  const { kind, name, month } = values;
  const amount = parseAmount(values.amount);
  const nameError = findNameError(name, spendErrors.nameMissing);
  const isMonth = context.months.includes(month);
  const errors: SpendErrors = {
    ...(kind === "campaign" || kind === "channel" ? {} : { kind: spendErrors.kind }),
    ...(nameError === undefined ? {} : { name: nameError }),
    ...(isMonth ? {} : { month: spendErrors.month }),
    ...(amount.ok ? {} : { amount: amount.error }),
  };
  if (!amount.ok || (kind !== "campaign" && kind !== "channel") || Object.keys(errors).length > 0) {
    return { ok: false, errors };
  }
  const { revision } = context;
  return { ok: true, value: { kind, name, month: `${month}-01`, cents: amount.cents, revision } };
}

const maxCents = 1_000_000_000;

function parseAmount(text: string): { ok: true; cents: number } | { ok: false; error: string } {
  if (text === "") return { ok: false, error: spendErrors.amountMissing };
  // People also type a minus sign, and parentheses for negative amounts.
  if (/^[$\s]*[-−–(]/.test(text)) return { ok: false, error: spendErrors.amountNegative };
  const [, whole = "", decimals = ""] =
    /^\$? ?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === "") return { ok: false, error: spendErrors.amountInvalid };
  const cents = Number(whole.replaceAll(",", "")) * 100 + Number(decimals.padEnd(2, "0"));
  return cents > maxCents ? { ok: false, error: spendErrors.amountTooHigh } : { ok: true, cents };
}

const monthsBack = 36;

/** The months that can be chosen, latest first: from next month on, because campaigns are paid in advance. @param entry is always included */
export function listMonths(today: string, entry?: string): string[] {
  let first = firstOfMonth(addDays(firstOfMonth(today), 31));
  const months: string[] = [];
  for (let count = 0; count < monthsBack; count += 1) {
    months.push(first.slice(0, 7));
    first = firstOfMonth(addDays(first, -1));
  }
  return entry === undefined || months.includes(entry) ? months : [...months, entry];
}

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** @example formatMonth("2026-11") // "Nov 2026" */
export function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));
}
