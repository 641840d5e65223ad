import { checkSync } from "recheck";
import { parseSync } from "vite";
import { filesBelow, readSource } from "./source-files.ts";

// The checker runs in this process. It starts a child process otherwise.
process.env["RECHECK_SYNC_BACKEND"] = "pure";

/** A regular expression in the source code: its pattern, or its location if it is built at run time. */
export type Expression = { file: string; line: number; pattern: string; flags: string } | Composed;
type Composed = { file: string; line: number; pattern?: undefined };

/** Files whose expressions read only text that no visitor, email or header can lengthen. */
export const readsOwnText: Readonly<Record<string, string>> = {
  "app/compliance/page-index/shadow-part.ts": "our own pages",
  "packages/embedded-postgres/src/postgres-failure.ts": "output of PostgreSQL",
  "app/pages/check-texts.server.ts": "our content, during the build",
  "app/pages/document/text-pieces.ts": "our content",
  "app/pages/delivery/keep-together.ts":
    "our own pages; visitor input in them is escaped and contains no <, and no search crosses a space",
  "app/data/migrations/read-directives.server.ts": "our own migrations",
  "server/assets/assets.ts": "our own pages; visitor input in them is escaped and contains no <",
  "server/assets/used-styles.ts": "our own style sheets",
  "server/cli/audit.ts": "the command line",
  "server/cli/command.ts": "the command line",
};

/** Returns every regular expression in the product’s source files. */
export function listExpressions(): Expression[] {
  return ["app", "packages", "server"]
    .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .flatMap((file) => expressionsIn(file, readSource(file)));
}

/** Returns every regular expression in a file, literal or constructed. */
export function expressionsIn(file: string, source: string): Expression[] {
  const found: Expression[] = [];
  const lineOf = (at: unknown): number => source.slice(0, Number(at)).split("\n").length;
  visit(parseSync(file, source).program, (node) => {
    const { type, start } = node;
    if (type === "Literal" && isRecord(node["regex"])) {
      const { pattern, flags } = node["regex"];
      found.push({ file, line: lineOf(start), pattern: String(pattern), flags: String(flags) });
    }
    const isMade = type === "NewExpression" || type === "CallExpression";
    if (isMade && isRecord(node["callee"]) && node["callee"]["name"] === "RegExp") {
      found.push({ file, line: lineOf(start) });
    }
  });
  return found;
}

/** Describes the expressions whose search time grows faster than the length of the text. */
export function listSuperLinear(checked: readonly Expression[]): string[] {
  return checked.flatMap((each) =>
    each.pattern !== undefined && isSuperLinear(each.pattern, each.flags)
      ? [`${each.file}:${each.line} /${each.pattern}/${each.flags}`]
      : [],
  );
}

/**
 * Whether the search time grows faster than the length of the text. The check has no time limit, so a busy machine does not change the
 * result.
 */
function isSuperLinear(pattern: string, flags: string): boolean {
  // Without an unbounded quantifier, the time per text position is bounded.
  if (!/[*+]|\{\d+,\}/.test(pattern)) return false;
  return checkSync(pattern, flags, { timeout: null, checker: "auto" }).status !== "safe";
}

function visit(value: unknown, see: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, see);
  } else if (isRecord(value)) {
    see(value);
    for (const each of Object.values(value)) visit(each, see);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
