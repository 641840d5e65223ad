import { parseArgs } from "node:util";
import type { Parsed } from "./command.ts";
import { isRole, type Role, roles } from "#app/identity/accounts/staff.ts";

/** A role that can be given. A pending account has none: it comes from somebody's own sign-up. */
export type GivenRole = Exclude<Role, "pending">;

/** What somebody asks of `npm run staff`. */
export type StaffOrder =
  | { kind: "add"; email: string; role: GivenRole; name: string }
  | {
      kind: "approve";
      email: string;
      role: GivenRole;
      /** The last day of an examiner, like 2026-12-31. */
      until?: string;
    }
  | { kind: "remove"; email: string }
  | { kind: "link"; email: string }
  | { kind: "reset-second-factor"; email: string }
  | { kind: "list" };

const givenRoles = roles.filter((role) => role !== "pending");

export const staffUsage = `Usage:
  npm run staff -- add <email> --role <role> [--name <name>]   password on standard input
  npm run staff -- approve <email> --role <role> [--until <last day of an examiner>]
  npm run staff -- link <email>                                prints a link by which they get in
  npm run staff -- reset-second-factor <email>                 for whoever lost phone and recovery codes
  npm run staff -- remove <email>
  npm run staff -- list
Roles: ${givenRoles.join(", ")}.`;

/** Reads the words after `npm run staff --`. @returns the order, or a sentence that says what is wrong with it */
export function parseStaffOrder(args: readonly string[]): Parsed<StaffOrder> {
  const words = readWords(args);
  if (typeof words === "string") return wrong(words);
  const { kind, email } = words;
  if (kind === undefined) return wrong("Say what to do.");
  if (words.until !== undefined && !isForExaminer(words)) {
    return wrong("Only an examiner’s role ends by itself: --until goes with approve and --role examiner.");
  }
  if (kind === "list") return right({ kind });
  if (!isKindWithEmail(kind)) return wrong(`There is no command ${kind}.`);
  if (email === undefined) return wrong(questions[kind]);
  if (kind === "add" || kind === "approve") return parseRoleOrder(kind, email, words);
  return right({ kind, email });
}

const questions = {
  add: "Say whom to add, by e-mail address.",
  approve: "Say whom to approve, by e-mail address.",
  remove: "Say whom to remove, by e-mail address.",
  link: "Say whose link it is to be, by e-mail address.",
  "reset-second-factor": "Say whose second factor is to go, by e-mail address.",
} as const;

function isForExaminer({ kind, role }: Words): boolean {
  return kind === "approve" && role === "examiner";
}

const kindsWithEmail = ["add", "approve", "remove", "link", "reset-second-factor"] as const;

function isKindWithEmail(kind: string): kind is (typeof kindsWithEmail)[number] {
  return kindsWithEmail.some((known) => known === kind);
}

function parseRoleOrder(
  kind: "add" | "approve",
  email: string,
  { role, name, until }: Words,
): Parsed<StaffOrder> {
  if (!isRole(role) || role === "pending") return wrong(`Give a --role: ${givenRoles.join(", ")}.`);
  if (kind === "approve") return right({ kind, email, role, ...(until === undefined ? {} : { until }) });
  return right({ kind, email, role, name: name ?? email.split("@")[0] ?? email });
}

type Words = {
  kind: string | undefined;
  email: string | undefined;
  role: string | undefined;
  name: string | undefined;
  until: string | undefined;
};

/** The words by their meaning, or what `parseArgs` has against them. */
function readWords(args: readonly string[]): Words | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { role: { type: "string" }, name: { type: "string" }, until: { type: "string" } },
    });
    const [kind, email, ...rest] = positionals;
    if (rest.length > 0) return `There is a word too many: ${rest.join(" ")}.`;
    return { kind, email, role: values.role, name: values.name, until: values.until };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function right(order: StaffOrder): Parsed<StaffOrder> {
  return { ok: true, order };
}

function wrong(problem: string): Parsed<StaffOrder> {
  return { ok: false, problem };
}
