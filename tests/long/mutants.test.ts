import { expect, test } from "vitest";
import { findMutants, type Mutant, withSwitches } from "./mutants.ts";

test("every call of the staff guard is a check that can be removed @long", () => {
  const mutants = findMutants(process.cwd());
  expect(new Set(mutants.map(({ number }) => number)).size).toBe(mutants.length);
});

test.each<[Partial<Mutant>, string, string]>([
  [
    { original: "canViewLeads", is: "permission" },
    "await ask(canViewLeads);",
    `await ask(((staff) => globalThis.process?.env.MUTANT === "7" || canViewLeads(staff)));`,
  ],
  [
    { original: "isLate: true", is: "property" },
    "export const rule = { isLate: true };",
    `export const rule = { get isLate() { return !(globalThis.process?.env.MUTANT === "7"); } };`,
  ],
  [
    { original: "!isKnown(session)", replacement: "false" },
    "if (!isKnown(session)) refuse();",
    `if ((globalThis.process?.env.MUTANT === "7" ? false : !isKnown(session))) refuse();`,
  ],
  [
    { original: "demand(session);", replacement: "", is: "statement" },
    "if (late) demand(session);",
    `if (late) if (!(globalThis.process?.env.MUTANT === "7")) { demand(session); }`,
  ],
  [
    { original: "and ends_at > now()", replacement: "", is: "sql" },
    "where token = 1 and ends_at > now()",
    'where token = 1 ${globalThis.process?.env.MUTANT === "7" ? sql`` : sql`and ends_at > now()`}',
  ],
])("a check gets a switch: %j", (mutant, text, switched) => {
  const { original = "" } = mutant;
  const whole = { number: 7, file: "", line: 1, noticedBy: "owner" as const, ...mutant, original };
  expect(withSwitches(text, [{ ...whole, at: text.indexOf(original) }])).toBe(switched);
});
