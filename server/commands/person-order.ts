import { parseArgs } from "node:util";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import type { Parsed } from "./command.ts";

/** What somebody asks of `npm run person`; the address in lower case. */
export type PersonOrder =
  | { kind: "export"; email: string }
  | { kind: "erase"; email: string; keepsLetters: boolean }
  | { kind: "withdraw"; email: string; channels: readonly ConsentChannel[] }
  | { kind: "consent"; email: string; channels: readonly ConsentChannel[] }
  | { kind: "rewrite" };

export const personUsage = `Usage:
  npm run person --silent -- export <e-mail> > person.json
  npm run person -- erase <e-mail> [--keep-letters]        --keep-letters: what was sent stays as a record
  npm run person -- withdraw <e-mail> [--email] [--phone]  records an opt-out; without an option, of both
  npm run person -- consent <e-mail> [--email] [--phone]   records consent, which lifts an opt-out; name at least one
  npm run person -- rewrite                                rewrites the database files after erasures now, not at night
Nothing is asked before it erases. docs/privacy.md says what stays, and why.`;

/** Which options belong to which order. */
const optionsOf = {
  export: [],
  erase: ["keep-letters"],
  withdraw: ["email", "phone"],
  consent: ["email", "phone"],
  rewrite: [],
} as const satisfies Record<PersonOrder["kind"], readonly Option[]>;

type Option = "keep-letters" | ConsentChannel;

/** Reads the words after `npm run person --`. @returns the order, or a sentence that says what is wrong with it */
export function parsePersonOrder(args: readonly string[]): Parsed<PersonOrder> {
  const words = readWords(args);
  if (typeof words === "string") return wrong(words);
  const { kind } = words;
  if (kind === undefined) return wrong("Say what to do.");
  if (!isKind(kind)) return wrong(`There is no command ${kind}.`);
  return kind === "rewrite" ? readRewrite(words) : readOrder(kind, words);
}

/** Rewrites files for all erasures, so it takes no address. */
function readRewrite({ email, options }: Words): Parsed<PersonOrder> {
  const stray = email ?? options.map((option) => `--${option}`)[0];
  return stray === undefined
    ? { ok: true, order: { kind: "rewrite" } }
    : wrong(`${stray} does not belong to rewrite.`);
}

function readOrder(
  kind: Exclude<PersonOrder["kind"], "rewrite">,
  { options, ...words }: Words,
): Parsed<PersonOrder> {
  const email = (words.email ?? "").trim().toLowerCase();
  if (!/^\S+@\S+$/.test(email)) return wrong("Say whose, by the e-mail address.");
  const own: readonly Option[] = optionsOf[kind];
  const stray = options.find((option) => !own.includes(option));
  if (stray !== undefined) return wrong(`--${stray} does not belong to ${kind}.`);
  if (kind === "consent" && options.length === 0) {
    return wrong("Say what they agreed to: --email, --phone or both.");
  }
  return { ok: true, order: orderOf(kind, email, options) };
}

function orderOf(
  kind: Exclude<PersonOrder["kind"], "rewrite">,
  email: string,
  options: readonly Option[],
): PersonOrder {
  switch (kind) {
    case "export":
      return { kind, email };
    case "erase":
      return { kind, email, keepsLetters: options.includes("keep-letters") };
    case "withdraw":
    case "consent": {
      const named = optionsOf.withdraw.filter((channel) => options.includes(channel));
      return { kind, email, channels: named.length > 0 ? named : optionsOf.withdraw };
    }
  }
}

function isKind(word: string): word is PersonOrder["kind"] {
  return Object.hasOwn(optionsOf, word);
}

type Words = { kind: string | undefined; email: string | undefined; options: readonly Option[] };

/** The words by their meaning, or what `parseArgs` has against them. */
function readWords(args: readonly string[]): Words | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "keep-letters": { type: "boolean" },
        email: { type: "boolean" },
        phone: { type: "boolean" },
      },
    });
    const [kind, email, ...rest] = positionals;
    if (rest.length > 0) return `There is a word too many: ${rest.join(" ")}.`;
    const options = (["keep-letters", "email", "phone"] as const).filter((option) => values[option]);
    return { kind, email, options };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function wrong(problem: string): Parsed<PersonOrder> {
  return { ok: false, problem };
}
