import { checkSync } from "recheck";
import { parseSync } from "vite";

/** A regular expression of the source: its pattern, or where it is put together at run time. */
export type Expression = { file: string; line: number; pattern: string; flags: string } | Composed;
type Composed = { file: string; line: number; pattern?: undefined };

/** Every regular expression in a file, literal or composed. */
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

/**
 * Whether the time of a search grows faster than the length of the text. Without a time limit of its own, so that a busy machine does
 * not change the answer.
 */
export function isSuperLinear(pattern: string, flags: string): boolean {
  // Without a quantifier that has no upper bound the time is bounded for each place in the text.
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
