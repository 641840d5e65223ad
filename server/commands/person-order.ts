import { parseArgs } from "node:util";
import type { Parsed } from "./command.ts";

/** What somebody asks of `npm run person`; the address in lower case. */
export type PersonOrder =
  | { kind: "export"; email: string }
  | { kind: "erase"; email: string; keepsLetters: boolean };

export const personUsage = `Usage:
  npm run person --silent -- export <e-mail> > person.json
  npm run person -- erase <e-mail> [--keep-letters]      --keep-letters: what was sent stays as a record
Nothing is asked before it erases. docs/privacy.md says what stays, and why.`;

/** Reads the words after `npm run person --`. @returns the order, or a sentence that says what is wrong with it */
export function parsePersonOrder(args: readonly string[]): Parsed<PersonOrder> {
  const words = readWords(args);
  if (typeof words === "string") return wrong(words);
  const { kind, keepsLetters } = words;
  if (kind === undefined) return wrong("Say what to do.");
  if (kind !== "export" && kind !== "erase") return wrong(`There is no command ${kind}.`);
  const email = (words.email ?? "").trim().toLowerCase();
  if (!/^\S+@\S+$/.test(email)) return wrong("Say whose, by the e-mail address.");
  if (kind === "erase") return { ok: true, order: { kind, email, keepsLetters } };
  if (keepsLetters) return wrong("--keep-letters does not belong to export.");
  return { ok: true, order: { kind, email } };
}

type Words = { kind: string | undefined; email: string | undefined; keepsLetters: boolean };

/** The words by their meaning, or what `parseArgs` has against them. */
function readWords(args: readonly string[]): Words | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { "keep-letters": { type: "boolean" } },
    });
    const [kind, email, ...rest] = positionals;
    if (rest.length > 0) return `There is a word too many: ${rest.join(" ")}.`;
    return { kind, email, keepsLetters: values["keep-letters"] ?? false };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function wrong(problem: string): Parsed<PersonOrder> {
  return { ok: false, problem };
}
