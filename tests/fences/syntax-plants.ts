import type { Plant } from "./plant.ts";

const lines = (count: number): string => "// A line.\n".repeat(count);
const statements = (count: number): string => "  count += 1;\n".repeat(count);
const counting = (count: number): string =>
  `export function total(): number {\n  let count = 0;\n${statements(count)}  return count;\n}\n`;
const choices = (count: number): string =>
  `export function first(n: number): number {\n${"  if (n > 1) return n;\n".repeat(count)}  return 0;\n}\n`;

/** A violation of each rule about size and syntax, with similar code that is permitted. */
export const syntaxPlants: readonly Plant[] = [
  {
    what: "a file name does not describe a purpose",
    rule: "fences/descriptive-name",
    breaks: {
      "app/intake/index.ts": "export const own = 1;",
      "app/intake/utils/trim.ts": "export const own = 1;",
    },
    keeps: { "app/intake/page-index/trim.ts": "export const own = 1;" },
  },
  {
    what: "a file name is not in kebab case",
    rule: "unicorn/filename-case",
    breaks: { "app/intake/scoreLevel.ts": "export const own = 1;" },
    keeps: { "app/intake/score-level.api.server.ts": "export const own = 1;" },
  },
  {
    what: "a default export that the framework does not require",
    rule: "import/no-default-export",
    breaks: { "app/site/banner.tsx": "export default function Banner() {\n  return null;\n}" },
    keeps: { "app/site/banner.route.tsx": "export default function Banner() {\n  return null;\n}" },
  },
  {
    what: "a file of more than 400 lines",
    rule: "max-lines",
    breaks: { "app/intake/long.ts": `${lines(400)}export const own = 1;` },
    keeps: {
      "app/intake/well.ts": `${lines(399)}export const own = 1;`,
      "content/long.ts": `${lines(400)}export const own = 1;`,
    },
  },
  {
    what: "a function of more than 60 lines, or a component of more than 80",
    rule: "max-lines-per-function",
    breaks: { "app/intake/sum.ts": counting(57), "app/ui/sum.tsx": counting(77) },
    keeps: {
      "app/intake/sum-well.ts": counting(56),
      "app/ui/sum-well.tsx": counting(76),
      "app/intake/sum.test.ts": counting(100),
    },
  },
  {
    what: "a function with more than ten paths",
    rule: "complexity",
    breaks: { "app/intake/paths.ts": choices(10) },
    keeps: { "app/intake/paths-well.ts": choices(9) },
  },
  {
    what: "content is read while a module is loaded",
    rule: "fences/content-when-used",
    breaks: {
      "app/site/firm-name.ts":
        'import { practice } from "#content/practice.ts";\nexport const name = practice.firmName;',
      "app/site/firm-name-parts.ts":
        'import { practice } from "#content/practice.ts";\nconst { firmName } = practice;\nexport const name = () => firmName;',
    },
    keeps: {
      "content/practice.ts":
        'export const practice = { firmName: "Pinnacle", timeZone: "America/Chicago" } as const;',
      "app/site/firm-name-when-used.ts":
        'import { practice } from "#content/practice.ts";\nexport const name = () => practice.firmName;',
      "app/site/firm-zone.ts":
        'import { practice } from "#content/practice.ts";\nexport const zone = practice.timeZone;',
    },
  },
  {
    what: "a query for the first row of an order reads all rows",
    rule: "fences/limited-first-row",
    breaks: {
      "app/audit/last-link.server.ts":
        'declare const db: import("kysely").Kysely<{ links: { position: number } }>;\nexport const find = () => db.selectFrom("links").selectAll().orderBy("position", "desc").executeTakeFirst();',
    },
    keeps: {
      "app/audit/last-link-limited.server.ts":
        'declare const db: import("kysely").Kysely<{ links: { position: number } }>;\nexport const find = () => db.selectFrom("links").selectAll().orderBy("position", "desc").limit(1).executeTakeFirst();',
    },
  },
  {
    what: "a comment that disables all lint rules",
    rule: "unicorn/no-abusive-eslint-disable",
    breaks: {
      "app/intake/disabled.ts":
        "// oxlint-disable-next-line\nexport const read = (value?: string) => value!;",
    },
    keeps: {
      "app/intake/disabled-well.ts":
        "// oxlint-disable-next-line typescript/no-non-null-assertion -- a reason\nexport const read = (value?: string) => value!;",
    },
  },
  {
    what: "terminal output that bypasses the log",
    rule: "no-console",
    breaks: { "app/intake/console.ts": `console.log("here");` },
    keeps: {
      "app/intake/log.ts": `export const log = (write: (line: string) => void): void => write("here");`,
    },
  },
  {
    what: "environment access outside of an entry point",
    rule: "node/no-process-env",
    breaks: {
      "app/platform/port.server.ts": "export const port = process.env.PORT;",
      "server/pages.ts": "export const port = process.env.PORT;",
    },
    keeps: {
      "server/main.ts": "export const port = process.env.PORT;",
      "bench/measure.ts": "export const port = process.env.PORT;",
    },
  },
  {
    what: "environment access through an import",
    rule: "no-restricted-imports",
    breaks: {
      "app/platform/env-too.server.ts": `import { env } from "node:process";\nexport const port = env.PORT;`,
    },
    keeps: { "app/platform/pid.server.ts": `import { pid } from "node:process";\nexport const own = pid;` },
  },
  {
    what: "a style attribute, which the content security policy blocks",
    rule: "react/forbid-dom-props",
    breaks: { "app/ui/styled.tsx": "export const Line = () => <p style={{ margin: 0 }}>A line.</p>;" },
    keeps: { "app/ui/classed.tsx": `export const Line = () => <p className="line">A line.</p>;` },
  },
  {
    what: "a disable comment that suppresses nothing",
    rule: "unused-directive",
    breaks: {
      "app/intake/needless.ts": "// oxlint-disable-next-line no-console -- a reason\nexport const own = 1;",
    },
    keeps: {
      "app/intake/needed-once.ts": "// oxlint-disable-next-line no-console -- a reason\nconsole.info(1);",
    },
  },
  {
    what: "a hook that is called conditionally",
    rule: "react/rules-of-hooks",
    breaks: { "app/ui/hook.tsx": hooked("if (open) useEffect(() => {}, []);") },
    keeps: { "app/ui/hook-well.tsx": hooked("useEffect(() => {}, []);") },
  },
  {
    what: "an effect with missing dependencies",
    rule: "react/exhaustive-deps",
    breaks: { "app/ui/deps.tsx": hooked("useEffect(() => void document.title.concat(String(open)), []);") },
    keeps: {
      "app/ui/deps-well.tsx": hooked("useEffect(() => void document.title.concat(String(open)), [open]);"),
    },
  },
  {
    what: "a button without a type, which submits its form",
    rule: "react/button-has-type",
    breaks: { "app/ui/button-bad.tsx": "export const Close = () => <button>Close</button>;" },
    keeps: { "app/ui/button-good.tsx": `export const Close = () => <button type="button">Close</button>;` },
  },
  {
    what: "a link to a new tab without rel=noreferrer",
    rule: "react/jsx-no-target-blank",
    breaks: {
      "app/ui/tab.tsx": `export const Out = () => <a href="https://example.com" target="_blank">Out</a>;`,
    },
    keeps: {
      "app/ui/tab-well.tsx": `export const Out = () => <a href="https://example.com" target="_blank" rel="noreferrer">Out</a>;`,
    },
  },
  {
    what: "an image without alternative text",
    rule: "jsx-a11y/alt-text",
    breaks: { "app/ui/picture.tsx": `export const Face = () => <img src="/a.avif" />;` },
    keeps: {
      "app/ui/picture-well.tsx": `export const Face = () => <img src="/a.avif" alt="The advisor at work" />;`,
    },
  },
  {
    what: "a focusable element that is not interactive",
    rule: "jsx-a11y/no-noninteractive-tabindex",
    breaks: { "app/ui/stop.tsx": `export const Stop = () => <p tabIndex={0}>Stop</p>;` },
    keeps: {
      "app/ui/stop-well.tsx": `export const Frame = () => <div role="region" aria-label="A wide table" tabIndex={0} />;`,
    },
  },
  {
    what: "a focused test, which prevents others from running",
    rule: "vitest/no-focused-tests",
    breaks: { "app/intake/only.test.ts": tested("test.only", "expect(1 + 1).toBe(2);") },
    keeps: { "app/intake/all.test.ts": tested("test", "expect(1 + 1).toBe(2);") },
  },
  {
    what: "a skipped test",
    rule: "vitest/no-disabled-tests",
    breaks: { "app/intake/skip.test.ts": tested("test.skip", "expect(1 + 1).toBe(2);") },
    keeps: { "app/intake/run.test.ts": tested("test", "expect(1 + 1).toBe(2);") },
  },
  {
    what: "a test without an assertion",
    rule: "vitest/expect-expect",
    breaks: { "app/intake/nothing.test.ts": tested("test", "String(expect);") },
    keeps: {
      "app/intake/something.test.ts": tested(
        "test",
        "expectTwo(1 + 1);",
        "const expectTwo = (n: number): void => expect(n).toBe(2);\n",
      ),
    },
  },
  {
    what: "an `expect` call without a matcher",
    rule: "vitest/valid-expect",
    breaks: { "app/intake/unmade.test.ts": tested("test", "expect(1 + 1);") },
    keeps: { "app/intake/made.test.ts": tested("test", `expect(1 + 1, "the sum").toBe(2);`) },
  },
  {
    what: "a TODO comment",
    rule: "no-warning-comments",
    breaks: { "app/intake/later.ts": "// TODO: limits\nexport const own = 1;" },
    keeps: { "app/intake/now.ts": "// Limits stand in platform.\nexport const own = 1;" },
  },
  {
    what: "a comparison with type coercion",
    rule: "eqeqeq",
    breaks: { "app/intake/loose.ts": "export const same = (a: string, b: string): boolean => a == b;" },
    keeps: { "app/intake/strict.ts": "export const same = (a: string, b: string): boolean => a === b;" },
  },
  {
    what: "a multi-line branch without braces",
    rule: "curly",
    breaks: {
      "app/intake/dangling.ts":
        "export function go(n: number): number {\n  if (n > 1)\n    return n;\n  return 0;\n}",
    },
    keeps: {
      "app/intake/one-line.ts":
        "export function go(n: number): number {\n  if (n > 1) return n;\n  return 0;\n}",
    },
  },
  {
    what: "a variable declared with `var`",
    rule: "no-var",
    breaks: { "app/intake/var.ts": "export var own = 1;" },
    keeps: { "app/intake/const.ts": "export const own = 1;" },
  },
  {
    what: "`let` for a variable that is never reassigned",
    rule: "prefer-const",
    breaks: { "app/intake/let.ts": "let own = 1;\nexport const read = (): number => own;" },
    keeps: { "app/intake/let-well.ts": "let own = 1;\nexport const next = (): number => (own += 1);" },
  },
  {
    what: "a variable that shadows another",
    rule: "no-shadow",
    breaks: {
      "app/intake/shadow.ts":
        "const own = 1;\nexport const read = (own: number): number => own;\nexport const first = read(own);",
    },
    keeps: {
      "app/intake/no-shadow.ts":
        "const own = 1;\nexport const read = (other: number): number => other;\nexport const first = read(own);",
    },
  },
  {
    what: "a reassigned parameter",
    rule: "no-param-reassign",
    breaks: {
      "app/intake/reassigned.ts": "export function next(n: number): number {\n  n += 1;\n  return n;\n}",
    },
    keeps: { "app/intake/derived.ts": "export const next = (n: number): number => n + 1;" },
  },
];

function hooked(effect: string): string {
  return `import { useEffect } from "react";
export function Panel({ open }: { open: boolean }) {
  ${effect}
  return open ? <p>Open</p> : null;
}`;
}

function tested(kind: string, assertion: string, before = ""): string {
  return `import { expect, test } from "vitest";\n${before}${kind}("adds", () => {\n  ${assertion}\n});`;
}
