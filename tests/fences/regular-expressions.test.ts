import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Expression, expressionsIn, isSuperLinear } from "./regular-expressions.ts";
import { filesBelow, readSource } from "./source-files.ts";

// Runs the checker in this process instead of a child process.
beforeAll(() => void vi.stubEnv("RECHECK_SYNC_BACKEND", "pure"));

/** Files whose expressions read only text that no visitor, email or header can lengthen. */
const readsOwnText: Readonly<Record<string, string>> = {
  "app/compliance/page-index/shadow-part.ts": "our own pages",
  "packages/embedded-postgres/src/postgres-failure.ts": "output of PostgreSQL",
  "app/pages/check-texts.server.ts": "our content, during the build",
  "app/pages/document/text-pieces.ts": "our content",
  "server/pages/assets.ts": "our own pages; visitor input in them is escaped and contains no <",
  "server/cli/audit.ts": "the command line",
  "server/cli/command.ts": "the command line",
};

/** Expressions that are built at run time, with the reason why no input can slow them down. */
const composed: Readonly<Record<string, string>> = {
  "app/identity/second-factor/recovery-code.server.ts": "anchored, of a fixed length",
  "app/intake/form/contact.schema.ts": "runs after the length check, at most 254 characters",
  "app/people/export/remove-link-keys.ts": "one class after a fixed path, and nothing after it",
  "app/tracking/browser/visit-cookies.client.ts": "one class after a fixed name, and nothing after it",
  "app/pages/check-texts.server.ts": "our content, during the build",
  "app/staff/paths/return-path.ts": "anchored; its parts begin with different characters",
  "server/pages/assets.ts": "our own pages",
};

const files = ["app", "packages", "server"]
  .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file));
const expressions = files.flatMap((file) => expressionsIn(file, readSource(file)));

test("every regular expression that reads input runs in linear time", () => {
  expect(expressions.length).toBeGreaterThan(100);
  expect(superLinear(expressions.filter(({ file }) => !(file in readsOwnText)))).toEqual([]);
}, 60_000);

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
    expect(superLinear(expressionsIn("planted.ts", source))).toHaveLength(1);
  });

  test.each([
    ["anchored", String.raw`export const trim = (path: string) => path.replace(/^\/+/, "");`],
    ["bounded", String.raw`export const day = (text: string) => /\d{4}-\d{2}/.test(text);`],
    ["not an expression", "export const half = (a: number, b: number) => a / b / 2;"],
  ])("code that is %s passes", (_what, source) => {
    expect(superLinear(expressionsIn("planted.ts", source))).toEqual([]);
  });

  test.each(["new RegExp(input)", "RegExp(`^${input}$`)"])("%s is found", (code) => {
    const source = `export const matches = (input: string) => ${code}.test("a");`;
    expect(expressionsIn("planted.ts", source)).toEqual([{ file: "planted.ts", line: 1 }]);
  });
});

function superLinear(asked: readonly Expression[]): string[] {
  return asked.flatMap((each) =>
    each.pattern !== undefined && isSuperLinear(each.pattern, each.flags)
      ? [`${each.file}:${each.line} /${each.pattern}/${each.flags}`]
      : [],
  );
}
