import { parseArgs } from "node:util";
import type { Parsed } from "./command.ts";
import { isRole, type Role, roles } from "#app/identity/staff.ts";

/** What somebody asks of `npm run staff`. */
export type StaffOrder =
  | { kind: "add"; email: string; role: Role; name: string }
  | { kind: "approve"; email: string; role: Role }
  | { kind: "remove"; email: string }
  | { kind: "list" };

/** Roles that can be given. A pending account has none: it comes from somebody's own sign-up. */
const givenRoles = roles.filter((role) => role !== "pending");

export const staffUsage = `Usage:
  npm run staff -- add <email> --role <role> [--name <name>]   password on standard input
  npm run staff -- approve <email> --role <role>
  npm run staff -- remove <email>
  npm run staff -- list
Roles: ${givenRoles.join(", ")}.`;

/** Reads the words after `npm run staff --`. @returns the order, or a sentence that says what is wrong with it */
export function parseStaffOrder(args: readonly string[]): Parsed<StaffOrder> {
  const words = readWords(args);
  if (typeof words === "string") return wrong(words);
  const { kind, email } = words;
  if (kind === undefined) return wrong("Say what to do.");
  if (kind === "list") return right({ kind });
  if (kind !== "add" && kind !== "approve" && kind !== "remove") return wrong(`There is no command ${kind}.`);
  if (email === undefined) return wrong(`Say whom to ${kind}, by e-mail address.`);
  return kind === "remove" ? right({ kind, email }) : parseRoleOrder(kind, email, words);
}

function parseRoleOrder(kind: "add" | "approve", email: string, { role, name }: Words): Parsed<StaffOrder> {
  if (!isRole(role) || role === "pending") return wrong(`Give a --role: ${givenRoles.join(", ")}.`);
  if (kind === "approve") return right({ kind, email, role });
  return right({ kind, email, role, name: name ?? email.split("@")[0] ?? email });
}

type Words = {
  kind: string | undefined;
  email: string | undefined;
  role: string | undefined;
  name: string | undefined;
};

/** The words by their meaning, or what `parseArgs` has against them. */
function readWords(args: readonly string[]): Words | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { role: { type: "string" }, name: { type: "string" } },
    });
    const [kind, email, ...rest] = positionals;
    if (rest.length > 0) return `There is a word too many: ${rest.join(" ")}.`;
    return { kind, email, role: values.role, name: values.name };
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
