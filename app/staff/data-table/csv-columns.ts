import type { CsvColumn } from "#app/platform/text/csv.ts";
import { practice } from "#content/practice.ts";
import type { ListColumn } from "./list-definition.ts";

/** The columns of the CSV for spreadsheets. */
export function csvColumns<Row>(columns: readonly ListColumn<Row, never>[]): CsvColumn<Row>[] {
  return columns.flatMap(({ label, csv, csvLabel = label }) =>
    csv === undefined ? [] : { heading: csvLabel, valueOf: csv },
  );
}

/** The columns of the raw variant: the selected columns under their database names. */
export function rawColumns<Row>(columns: readonly (keyof Row & string)[]): CsvColumn<Row>[] {
  return columns.map((column) => ({
    heading: column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    valueOf: (row) => rawValue(row[column]),
  }));
}

function rawValue(value: unknown): string | number {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}

const { timeZone } = practice;
const dateFormat = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });

/**
 * 2026-11-20 11:48:03 in the firm's time zone. Spreadsheets of every locale recognize it as a date, and as text it sorts correctly.
 * (American short dates contain a narrow no-break space before “AM”, so spreadsheets import them as text.)
 */
export function csvDate(at: Date): string {
  return dateFormat.format(at);
}
