/** A row of a spreadsheet with attendance. */
export type AttendanceRow = {
  /** Its number in the file, counting the heading as row 1. */
  number: number;
  email: string;
  name: string;
};

export type AttendanceFile =
  | { ok: true; rows: (AttendanceRow | { number: number; malformed: true })[] }
  | { ok: false; reason: "empty" | "no-column" | "open-quote" | "too-many" };

/** The confirmation of a report with as many ids fits into the largest form that the server accepts. */
export const maxAttendanceRows = 1_500;

const emailHeadings: readonly string[] = ["email", "email address"];
const nameHeadings: readonly string[] = ["name", "full name"];

/** Reads a CSV file (RFC 4180, with commas, semicolons or tabs) whose heading row names the column of the email, the name or both. */
export function readAttendanceCsv(text: string): AttendanceFile {
  const separator = findSeparator(text);
  const records = splitRecords(text.replace(/^\uFEFF/, ""), separator);
  if (records === undefined) return { ok: false, reason: "open-quote" };
  const [heading, ...rest] = records;
  if (heading === undefined || records.every(isBlank)) return { ok: false, reason: "empty" };
  const headings = heading.map((cell) => cell.trim().toLowerCase().replaceAll("-", ""));
  const emailAt = headings.findIndex((cell) => emailHeadings.includes(cell));
  const nameAt = headings.findIndex((cell) => nameHeadings.includes(cell));
  if (emailAt === -1 && nameAt === -1) return { ok: false, reason: "no-column" };
  const numbered = rest.map((cells, index) => ({ cells, number: index + 2 }));
  const rows = numbered.filter(({ cells }) => !isBlank(cells));
  if (rows.length === 0) return { ok: false, reason: "empty" };
  if (rows.length > maxAttendanceRows) return { ok: false, reason: "too-many" };
  return {
    ok: true,
    rows: rows.map(({ cells, number }) => {
      const email = (cells[emailAt] ?? "").trim();
      const name = (cells[nameAt] ?? "").trim();
      const isMalformed =
        cells.length !== heading.length ||
        (email === "" && name === "") ||
        (email !== "" && !/^[^\s@]+@[^\s@]+$/.test(email)) ||
        /\p{Cc}/u.test(email + name);
      return isMalformed ? { number, malformed: true } : { number, email, name };
    }),
  };
}

/** The separator that the heading row contains most often. Spreadsheets in some languages export semicolons. */
function findSeparator(text: string): string {
  const [heading = ""] = text.split("\n", 1);
  const count = (separator: string): number => heading.split(separator).length;
  return [",", ";", "\t"].toSorted((one, other) => count(other) - count(one))[0] ?? ",";
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** @returns undefined if a quote is never closed */
function splitRecords(text: string, separator: string): string[][] | undefined {
  const records: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator);
    if (cell === undefined) return undefined;
    cells.push(cell.value);
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) cells.push("");
      continue;
    }
    // A line break, or text after a closing quote, which makes one more cell and so a malformed row.
    const lineBreak = /^(?:\r\n|\n|\r)/.exec(text.slice(at, at + 2))?.[0];
    if (lineBreak === undefined) continue;
    records.push(cells);
    cells = [];
    at += lineBreak.length;
  }
  if (cells.length > 0) records.push(cells);
  return records;
}

type Cell = { value: string; end: number };

function readPlain(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number): Cell | undefined {
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') {
      value += text[at];
    } else if (text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else {
      return { value, end: at + 1 };
    }
  }
  return undefined;
}
