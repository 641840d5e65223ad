import { expect, test } from "vitest";
import { maxAttendanceRows, readAttendanceCsv } from "./read-attendance-csv.ts";

test("reads names and email addresses with quotes, in any order of columns, and skips blank rows", () => {
  const text = '\uFEFFSeat,Full Name,Email\r\n1,"Avery, ""Tom""",t@example.com\r\n,,\r\n2,Ben,\r\n';
  expect(readAttendanceCsv(text)).toEqual({
    ok: true,
    rows: [
      { number: 2, email: "t@example.com", name: 'Avery, "Tom"' },
      { number: 4, email: "", name: "Ben" },
    ],
  });
});

test.each([";", "\t"])("reads the separator %j and lines that end with LF", (separator) => {
  const text = `email${separator}note\na@example.com${separator}x`;
  expect(readAttendanceCsv(text)).toEqual({
    ok: true,
    rows: [{ number: 2, email: "a@example.com", name: "" }],
  });
});

test.each([
  "email,name\na@example.com",
  "email,name\n,x,y",
  'email\n"a@example.com"x',
  "email\nnobody",
  "name,x\n,x",
])("reports a malformed row: %j", (text) => {
  expect(readAttendanceCsv(text)).toEqual({ ok: true, rows: [{ number: 2, malformed: true }] });
});

test.each([
  ["", "empty"],
  ["email\n", "empty"],
  ["a@example.com\nb@example.com", "no-column"],
  ['email\n"a@example.com', "open-quote"],
  [`email\n${"a@example.com\n".repeat(maxAttendanceRows + 1)}`, "too-many"],
])("refuses a file that it cannot read", (text, reason) => {
  expect(readAttendanceCsv(text)).toEqual({ ok: false, reason });
});
