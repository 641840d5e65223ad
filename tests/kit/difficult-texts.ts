/** Values that break files and spreadsheets: quotes, commas, line breaks, formulas, right-to-left names, emoji, invisible characters. */
export const difficultTexts = [
  'Dale "Duke" Pruitt',
  "one, two; three",
  "line one\r\nline two\nline three",
  '=HYPERLINK("https://evil.example";"x")',
  "=1+1",
  "+1 512 555 0100",
  "-2+3",
  "@SUM(A1)",
  "\t=1+1",
  "'already",
  "عبد الله בן-דוד",
  "李小龍 👩‍👩‍👧 Zoë",
  "\u202Eright to left",
  '"',
  "back\\slash",
] as const;
