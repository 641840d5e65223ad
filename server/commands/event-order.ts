import { parseArgs } from "node:util";
import type { Parsed } from "./command.ts";

/** What was said of an event, word for word; what was not said is not there. */
export type EventWords = {
  title?: string;
  start?: string;
  zone?: string;
  duration?: string;
  capacity?: string;
  host?: string[];
  topic?: string[];
  "join-url"?: string;
};

/** What somebody asks of `npm run event`, as it was typed. */
export type EventWish =
  | { kind: "add"; words: EventWords }
  | { kind: "edit"; id: string; words: EventWords }
  | { kind: "cancel"; id: string }
  | { kind: "list" };

export const eventUsage = `Usage:
  npm run event -- add --title <title> --start 2026-12-10T12:00 --join-url <https address> --topic <topic>…
                       [--zone <IANA zone>] [--duration <minutes>] [--capacity <seats>] [--host <key>…]
  npm run event -- edit <id> [the same options; what is left out stays as it is]
  npm run event -- cancel <id>
  npm run event -- list
The start is what a clock in the zone shows. --topic and --host may be given several times; hosts stand in content/live-event.ts.
People who hold a place are written to when the title, the start, the zone, the duration or the join address changes.`;

/** Reads the words after `npm run event --`. @returns the wish, or a sentence that says what is wrong with it */
export function parseEventOrder(args: readonly string[]): Parsed<EventWish> {
  const read = readWords(args);
  if (typeof read === "string") return wrong(read);
  const { kind, id, words } = read;
  switch (kind) {
    case undefined:
      return wrong("Say what to do.");
    case "add":
      return id === undefined ? parseAdd(words) : wrong(`There is a word too many: ${id}.`);
    case "edit":
      return parseEdit(id, words);
    case "cancel":
      if (id === undefined) return wrong("Say which event to cancel, by its id.");
      return isEmpty(words) ? right({ kind, id }) : wrong("Only an id belongs to cancel.");
    case "list":
      return id === undefined && isEmpty(words) ? right({ kind }) : wrong("Nothing belongs to list.");
    default:
      return wrong(`There is no command ${kind}.`);
  }
}

/** Without a topic the page would promise nothing. */
const needed = ["title", "start", "join-url", "topic"] as const;

function parseAdd(words: EventWords): Parsed<EventWish> {
  const missing = needed.filter((name) => words[name] === undefined).map((name) => `--${name}`);
  if (missing.length > 0) return wrong(`Missing: ${missing.join(", ")}.`);
  return right({ kind: "add", words });
}

function parseEdit(id: string | undefined, words: EventWords): Parsed<EventWish> {
  if (id === undefined) return wrong("Say which event to edit, by its id.");
  if (isEmpty(words)) return wrong("Say what to change.");
  return right({ kind: "edit", id, words });
}

function isEmpty(words: EventWords): boolean {
  return Object.keys(words).length === 0;
}

type Read = { kind: string | undefined; id: string | undefined; words: EventWords };

/** The words by their meaning, or what `parseArgs` has against them. */
function readWords(args: readonly string[]): Read | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        title: { type: "string" },
        start: { type: "string" },
        zone: { type: "string" },
        duration: { type: "string" },
        capacity: { type: "string" },
        host: { type: "string", multiple: true },
        topic: { type: "string", multiple: true },
        "join-url": { type: "string" },
      },
    });
    const [kind, id, ...rest] = positionals;
    if (rest.length > 0) return `There is a word too many: ${rest.join(" ")}.`;
    return { kind, id, words: { ...values } };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function right(order: EventWish): Parsed<EventWish> {
  return { ok: true, order };
}

function wrong(problem: string): Parsed<EventWish> {
  return { ok: false, problem };
}
