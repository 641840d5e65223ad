import { describe, expect, test } from "vitest";
import { expressionsIn, listExpressions, listSuperLinear, readsOwnText } from "./regular-expressions.ts";

/** Expressions that are built at run time, with the reason why no input can slow them down. */
const composed: Readonly<Record<string, string>> = {
  "app/compliance/claims/claim-patterns.ts":
    "all repetitions are bounded, and sentences have at most 600 characters",
  "app/identity/second-factor/recovery-code.server.ts": "anchored, of a fixed length",
  "app/intake/form/contact.schema.ts": "runs after the length check, at most 254 characters",
  "app/people/export/remove-link-keys.ts": "one class after a fixed path, and nothing after it",
  "app/tracking/browser/visit-cookies.client.ts": "one class after a fixed name, and nothing after it",
  "app/pages/check-texts.server.ts": "our content, during the build",
  "app/staff/paths/return-path.ts": "anchored; its parts begin with different characters",
  "server/assets/assets.ts": "our own pages",
};

const expressions = listExpressions();

test("the list of expressions built at run time is complete and current", () => {
  const found = expressions.flatMap(({ file, pattern }) => (pattern === undefined ? [file] : []));
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(composed).toSorted());
});

test("every exempt file contains an expression", () => {
  const withOne = new Set(expressions.map(({ file }) => file));
  expect(Object.keys(readsOwnText).filter((file) => !withOne.has(file))).toEqual([]);
});

describe("planted", () => {
  test.each([
    [
      "a trim that tries each slash again",
      String.raw`export const trim = (path: string) => path.replace(/\/+$/, "");`,
    ],
    ["a nested quantifier", "export const isWord = (text: string) => /^(a+)+$/.test(text);"],
    [
      "two classes that share characters",
      String.raw`export const pair = (text: string) => text.split(/\s*,\s*$/);`,
    ],
  ])("%s is found", (_what, source) => {
    expect(listSuperLinear(expressionsIn("planted.ts", source))).toHaveLength(1);
  });

  test.each([
    ["anchored", String.raw`export const trim = (path: string) => path.replace(/^\/+/, "");`],
    ["bounded", String.raw`export const day = (text: string) => /\d{4}-\d{2}/.test(text);`],
    ["not an expression", "export const half = (a: number, b: number) => a / b / 2;"],
  ])("code that is %s passes", (_what, source) => {
    expect(listSuperLinear(expressionsIn("planted.ts", source))).toEqual([]);
  });

  test.each(["new RegExp(input)", "RegExp(`^${input}$`)"])("%s is found", (code) => {
    const source = `export const matches = (input: string) => ${code}.test("a");`;
    expect(expressionsIn("planted.ts", source)).toEqual([{ file: "planted.ts", line: 1 }]);
  });
});
