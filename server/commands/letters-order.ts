import { isUuid } from "#app/platform/uuid.ts";
import { parseArgs } from "node:util";
import {
  type EmailState,
  emailStates,
  type RetriableState,
  retriableStates,
} from "#app/email/outbox/retry-emails.server.ts";
import type { Parsed } from "./command.ts";

/** What somebody asks of `npm run letters`. */
export type LettersOrder =
  | { kind: "list"; state: EmailState | undefined; limit: number; showsRecipients: boolean }
  | { kind: "show"; id: string; asHtml: boolean }
  | { kind: "retry"; id: string }
  | { kind: "retry-all"; state: RetriableState };

const usualLimit = 50;
const mostListed = 10_000;

export const lettersUsage = `Usage:
  npm run letters -- list [--state <state>] [--limit ${usualLimit}] [--show-recipients]
  npm run letters -- show <id> [--html]                        --html: as it was sent, for a browser
  npm run letters -- retry <id>
  npm run letters -- retry ${retriableStates.map((state) => `--all-${state}`).join(" | ")}
States: ${emailStates.join(", ")}. The list names no recipients unless asked: it ends up in scroll-back and in tickets.`;

/** Reads the words after `npm run letters --`. @returns the order, or a sentence that says what is wrong with it */
export function parseLettersOrder(args: readonly string[]): Parsed<LettersOrder> {
  const words = readWords(args);
  if (typeof words === "string") return wrong(words);
  const stray = strayOption(words);
  if (stray !== undefined) return wrong(`--${stray} does not belong to ${words.kind}.`);
  switch (words.kind) {
    case undefined:
      return wrong("Say what to do.");
    case "list":
      return parseList(words);
    case "show":
      return parseShow(words);
    case "retry":
      return parseRetry(words);
    default:
      return wrong(`There is no command ${words.kind}.`);
  }
}

function parseList({ id, options }: Words): Parsed<LettersOrder> {
  const { state, limit = `${usualLimit}` } = options;
  if (id !== undefined) return wrong(`There is a word too many: ${id}.`);
  if (state !== undefined && !isState(state)) return wrong(`Give a --state: ${emailStates.join(", ")}.`);
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1 || Number(limit) > mostListed) {
    return wrong(`Give a --limit from 1 to ${mostListed}.`);
  }
  const showsRecipients = options["show-recipients"] ?? false;
  return right({ kind: "list", state, limit: Number(limit), showsRecipients });
}

function parseShow({ id, options }: Words): Parsed<LettersOrder> {
  if (id === undefined) return wrong("Say which letter to show, by its id.");
  return isUuid(id) ? right({ kind: "show", id, asHtml: options.html ?? false }) : wrong(notAnId(id));
}

function parseRetry({ id, options }: Words): Parsed<LettersOrder> {
  const states = retriableStates.filter((state) => options[`all-${state}`] === true);
  const [state, ...others] = states;
  if (others.length > 0 || (id !== undefined && state !== undefined)) {
    return wrong("Retry one letter, or all of one state.");
  }
  if (state !== undefined) return right({ kind: "retry-all", state });
  if (id === undefined) return wrong("Say which letter to try again, by its id, or all of which state.");
  return isUuid(id) ? right({ kind: "retry", id }) : wrong(notAnId(id));
}

function notAnId(word: string): string {
  return `${word} is no id of a letter: list shows them.`;
}

function isState(word: string): word is EmailState {
  return emailStates.some((state) => state === word);
}

const belongTo: Readonly<Record<string, readonly string[]>> = {
  list: ["state", "limit", "show-recipients"],
  show: ["html"],
  retry: retriableStates.map((state) => `all-${state}`),
};

/** An option that its command would leave unread. */
function strayOption({ kind, options }: Words): string | undefined {
  const known = belongTo[kind ?? ""];
  return known === undefined ? undefined : Object.keys(options).find((name) => !known.includes(name));
}

type Words = {
  kind: string | undefined;
  id: string | undefined;
  options: { state?: string; limit?: string; "show-recipients"?: boolean; html?: boolean } & {
    [All in `all-${RetriableState}`]?: boolean;
  };
};

/** The words by their meaning, or what `parseArgs` has against them. */
function readWords(args: readonly string[]): Words | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        state: { type: "string" },
        limit: { type: "string" },
        "show-recipients": { type: "boolean" },
        html: { type: "boolean" },
        "all-kept": { type: "boolean" },
        "all-given-up": { type: "boolean" },
        "all-suppressed": { type: "boolean" },
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

function right(order: LettersOrder): Parsed<LettersOrder> {
  return { ok: true, order };
}

function wrong(problem: string): Parsed<LettersOrder> {
  return { ok: false, problem };
}
