/** A column of an export: its heading, and the function that returns its value for a row. */
export type CsvColumn<Row> = { heading: string; valueOf: (row: Row) => string | number };

/**
 * The byte order mark at the start of the file. Without it, spreadsheet programs read UTF-8 as their local eight-bit encoding.
 */
export const byteOrderMark = "\uFEFF";

/**
 * Formats a CSV record (RFC 4180): every cell is quoted, quotes are doubled, and the record ends with CRLF. A text that a spreadsheet would
 * interpret as a formula is prefixed with an apostrophe; numbers are unchanged.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvRecord(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Formats the heading record of an export. */
export function csvHeadings(columns: readonly CsvColumn<never>[]): string {
  return csvRecord(columns.map((column) => column.heading));
}

/** Formats a record for programs: texts have no apostrophe prefix, and numbers and empty values are not quoted. */
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
 * Spreadsheet programs also accept a leading tab or carriage return before a formula, treat full-width signs as ASCII, and ignore spaces
 * and invisible characters.
 */
function guardFormula(text: string): string {
  return /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text;
}
