/** A column of an export: its heading, and what it shows of a row. */
export type CsvColumn<Row> = { heading: string; valueOf: (row: Row) => string | number };

/**
 * The byte order mark: without it spreadsheets read UTF-8 as their local eight-bit encoding. It stands at the very start
 * of the file.
 */
export const byteOrderMark = "\uFEFF";

/**
 * One record of a CSV file by RFC 4180: every cell quoted, quotes doubled, CRLF at the end. A text cell that a spreadsheet
 * would take for a formula gets an apostrophe in front; numbers stay as they are.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvRecord(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** The heading record of an export. */
export function csvHeadings(columns: readonly CsvColumn<never>[]): string {
  return csvRecord(columns.map((column) => column.heading));
}

/** The same for machines: what a text begins with is left as it is, and a number or nothing is not quoted. */
export function rawRecord(cells: readonly (string | number)[]): string {
  return `${cells.map((value) => (typeof value === "number" || value === "" ? value : quoted(value))).join(",")}\r\n`;
}

function csvCell(value: string | number): string {
  return quoted(typeof value === "number" ? String(value) : guardFormula(value));
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Spreadsheets also take a tab or carriage return at the start as the way into a formula, read full-width signs as the plain
 * ones, and ignore spaces and invisible characters.
 */
function guardFormula(text: string): string {
  return /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text;
}
