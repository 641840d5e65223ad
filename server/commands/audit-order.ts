import { parseArgs } from "node:util";
import { type AuditAction, auditActions } from "#app/audit/audit-action.ts";
import type { Parsed } from "./command.ts";

/** What somebody asks of `npm run audit`; addresses in lower case. */
export type AuditOrder = {
  kind: "list";
  action?: AuditAction;
  /** An address of staff, or `shell` or `nobody`. */
  actor?: string;
  /** The address of somebody who is no staff. */
  person?: string;
  /** Days of the practice's zone, both whole. */
  since?: string;
  until?: string;
  before?: number;
  limit: number;
  asJson: boolean;
};

const usualLimit = 50;
const mostListed = 10_000;

export const auditUsage = `Usage:
  npm run audit --silent -- list [--action <action>] [--actor <e-mail> | shell | nobody] [--person <e-mail>]
      [--since 2026-11-01] [--until 2026-11-30] [--before <number>] [--limit ${usualLimit}] [--json]
The newest first, each with its number, when, what, who, to what, details, and from which address.
--person finds what was done with somebody's data, though the log holds no address of theirs.
Actions: ${auditActions.join(", ")}.`;

/** Reads the words after `npm run audit --`. @returns the order, or a sentence that says what is wrong with it */
export function parseAuditOrder(args: readonly string[]): Parsed<AuditOrder> {
  const words = readWords(args);
  if (typeof words === "string") return { ok: false, problem: words };
  const { kind, options } = words;
  if (kind === undefined) return { ok: false, problem: "Say what to do." };
  if (kind !== "list") return { ok: false, problem: `There is no command ${kind}.` };
  const problem = Object.entries(options).map(objectionTo).find(Boolean);
  if (problem !== undefined) return { ok: false, problem };
  return { ok: true, order: orderOf(options) };
}

function orderOf(options: Words["options"]): AuditOrder {
  const { action, actor, person, since, until, before, limit = usualLimit, json = false } = options;
  return {
    kind: "list",
    ...(isAction(action) ? { action } : {}),
    ...(actor === undefined ? {} : { actor: actor.trim().toLowerCase() }),
    ...(person === undefined ? {} : { person: person.trim().toLowerCase() }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(before === undefined ? {} : { before: Number(before) }),
    limit: Number(limit),
    asJson: json,
  };
}

function objectionTo([name, value]: [string, unknown]): string | undefined {
  const text = typeof value === "string" ? value : "";
  switch (name) {
    case "action":
      return isAction(text) ? undefined : `Give an --action: ${auditActions.join(", ")}.`;
    case "actor":
      return /^(\S+@\S+|shell|nobody)$/i.test(text.trim())
        ? undefined
        : "Give an --actor: an e-mail address, shell or nobody.";
    case "person":
      return /^\S+@\S+$/.test(text.trim()) ? undefined : "Say which --person, by the e-mail address.";
    case "since":
    case "until":
      return isDay(text) ? undefined : `Give --${name} as a day, like 2026-11-01.`;
    case "before":
      return isWholeNumber(text, Number.MAX_SAFE_INTEGER)
        ? undefined
        : "Give the number of a line as --before: what is older than it is listed.";
    case "limit":
      return isWholeNumber(text, mostListed) ? undefined : `Give a --limit from 1 to ${mostListed}.`;
    default:
      return undefined;
  }
}

function isAction(word: string | undefined): word is AuditAction {
  return auditActions.some((action) => action === word);
}

/** A day that is in the calendar. */
function isDay(word: string): boolean {
  const day = new Date(`${word}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(word) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(word);
}

function isWholeNumber(word: string, most: number): boolean {
  return /^\d{1,16}$/.test(word) && Number(word) >= 1 && Number(word) <= most;
}

type Words = {
  kind: string | undefined;
  options: {
    action?: string;
    actor?: string;
    person?: string;
    since?: string;
    until?: string;
    before?: string;
    limit?: string;
    json?: boolean;
  };
};

/** The words by their meaning, or what `parseArgs` has against them. */
function readWords(args: readonly string[]): Words | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        action: { type: "string" },
        actor: { type: "string" },
        person: { type: "string" },
        since: { type: "string" },
        until: { type: "string" },
        before: { type: "string" },
        limit: { type: "string" },
        json: { type: "boolean" },
      },
    });
    const [kind, ...rest] = positionals;
    if (rest.length > 0) return `There is a word too many: ${rest.join(" ")}.`;
    return { kind, options: { ...values } };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
