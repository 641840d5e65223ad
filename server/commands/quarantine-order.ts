import { parseArgs } from "node:util";
import type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";
import { quarantineReasons } from "#app/intake/quarantine/quarantine.server.ts";
import { isUuid } from "#app/platform/uuid.ts";
import type { Parsed } from "./command.ts";

/** What somebody asks of `npm run quarantine`. */
export type QuarantineOrder =
  | {
      kind: "list";
      reason: QuarantineReason | undefined;
      limit: number;
      isReleased: boolean;
      showsSenders: boolean;
    }
  | { kind: "show" | "release" | "remove"; id: string };

const usualLimit = 50;
const mostListed = 10_000;

export const quarantineUsage = `Usage:
  npm run quarantine -- list [--reason <reason>] [--released] [--limit ${usualLimit}] [--show-senders]
  npm run quarantine -- show <id>
  npm run quarantine -- release <id>        not spam: it is taken, with the time at which it came
  npm run quarantine -- remove <id>
Reasons: ${quarantineReasons.join(", ")}. The list names nobody unless asked: it ends up in scroll-back and in tickets.`;

/** Reads the words after `npm run quarantine --`. @returns the order, or a sentence that says what is wrong with it */
export function parseQuarantineOrder(args: readonly string[]): Parsed<QuarantineOrder> {
  const words = readWords(args);
  if (typeof words === "string") return wrong(words);
  const { kind, id, options } = words;
  if (kind === undefined) return wrong("Say what to do.");
  if (kind === "list") return parseList(words);
  if (kind !== "show" && kind !== "release" && kind !== "remove") {
    return wrong(`There is no command ${kind}.`);
  }
  const [stray] = Object.keys(options);
  if (stray !== undefined) return wrong(`--${stray} does not belong to ${kind}.`);
  if (id === undefined) return wrong(`Say which one to ${kind}, by its id.`);
  if (!isUuid(id)) return wrong(`${id} is no id: list shows those of what is held.`);
  return { ok: true, order: { kind, id } };
}

function parseList({ id, options }: Words): Parsed<QuarantineOrder> {
  const { reason, limit = `${usualLimit}`, released = false } = options;
  if (id !== undefined) return wrong(`There is a word too many: ${id}.`);
  if (reason !== undefined && !isReason(reason)) {
    return wrong(`Give a --reason: ${quarantineReasons.join(", ")}.`);
  }
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1 || Number(limit) > mostListed) {
    return wrong(`Give a --limit from 1 to ${mostListed}.`);
  }
  const showsSenders = options["show-senders"] ?? false;
  return {
    ok: true,
    order: { kind: "list", reason, limit: Number(limit), isReleased: released, showsSenders },
  };
}

function isReason(word: string): word is QuarantineReason {
  return quarantineReasons.some((reason) => reason === word);
}

type Words = {
  kind: string | undefined;
  id: string | undefined;
  options: { reason?: string; limit?: string; released?: boolean; "show-senders"?: boolean };
};

/** The words by their meaning, or what `parseArgs` has against them. */
function readWords(args: readonly string[]): Words | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: "string" },
        limit: { type: "string" },
        released: { type: "boolean" },
        "show-senders": { type: "boolean" },
      },
    });
    const [kind, id, ...rest] = positionals;
    if (rest.length > 0) return `There is a word too many: ${rest.join(" ")}.`;
    return { kind, id, options: { ...values } };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function wrong(problem: string): Parsed<QuarantineOrder> {
  return { ok: false, problem };
}
