import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteOrderMark, csvHeadings, csvRecord } from "./csv.ts";

/** Any Unicode character, and often one that has a meaning in CSV or begins a formula. */
const character = fc.oneof(
  fc.constantFrom(...Array.from("\"',;\r\n\t =+-@")),
  fc
    .integer({ max: 0x10ffff, min: 0 })
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code)),
);

describe("a CSV record", () => {
  test("quotes every cell and ends with CRLF (RFC 4180)", () => {
    expect(csvRecord(["a", 7])).toBe('"a","7"\r\n');
  });

  test("doubles quotes and keeps commas and line breaks inside their cell", () => {
    expect(csvRecord(['Dale "Duke" Pruitt', "a,b", "one\r\ntwo"])).toBe(
      '"Dale ""Duke"" Pruitt","a,b","one\r\ntwo"\r\n',
    );
  });

  test("is read back unchanged by an independent parser", () => {
    const cells = ['He said "no", twice', "line\nbreak", "Łukasz Nuñez 李", "", "\\", "'"];
    expect(parse(csvRecord(cells))).toEqual([cells]);
  });

  test("returns any texts to an independent parser, and none that begins a formula", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: character }), { minLength: 1, maxLength: 6 }), (cells) => {
        // A byte order mark at the start of a record marks the encoding.
        fc.pre(cells[0]?.startsWith(byteOrderMark) !== true);
        const [record = []] = parse(csvRecord(cells));
        const read = record.map((cell, index) => (cell === cells[index] ? cell : cell.slice(1)));
        expect(read).toEqual(cells);
        for (const cell of record) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  test.each([
    "=1+1",
    "+1 512 555 0100",
    "-2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    "\n+1",
    "＝1+1",
    "\u200B=1",
  ])("puts an apostrophe before text that a spreadsheet would calculate: %j", (text) => {
    expect(parse(csvRecord([text]))).toEqual([[`'${text}`]]);
  });

  test.each(["a=1", "1-2", "me@example.com", "(512) 555-0100", ""])("leaves other text alone: %j", (text) => {
    expect(parse(csvRecord([text]))).toEqual([[text]]);
  });

  test("leaves a negative number unchanged", () => {
    expect(csvRecord([-3])).toBe('"-3"\r\n');
  });
});

test("the headings of an export are a separate record", () => {
  const columns = [
    { heading: "Name", valueOf: () => "" },
    { heading: 'Q1: "Readiness"', valueOf: () => "" },
  ];
  expect(csvHeadings(columns)).toBe('"Name","Q1: ""Readiness"""\r\n');
});

test("the byte order mark is that of UTF-8", () => {
  expect([...new TextEncoder().encode(byteOrderMark)]).toEqual([0xef, 0xbb, 0xbf]);
});
