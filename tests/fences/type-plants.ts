import type { Plant } from "./plant.ts";

/** One violation of each rule about types, and beside it what is lawful and looks much like it. */
export const typePlants: readonly Plant[] = [
  {
    what: "any",
    rule: "typescript/no-explicit-any",
    breaks: { "app/intake/any.ts": "export const read = (value: any): boolean => value === 1;" },
    keeps: { "app/intake/unknown.ts": "export const read = (value: unknown): boolean => value === 1;" },
  },
  {
    what: "a claim that something is there",
    rule: "typescript/no-non-null-assertion",
    breaks: { "app/intake/bang.ts": "export const read = (value?: string): number => value!.length;" },
    keeps: { "app/intake/asked.ts": "export const read = (value?: string): number => value?.length ?? 0;" },
  },
  {
    what: "an assertion that does not say why it is true",
    rule: "fences/explained-assertion",
    breaks: {
      "app/intake/claim.ts": `export const read = (value: unknown): string => value as string;`,
      "app/intake/claim.test.ts": `// A comment elsewhere.\n\nexport const read = (value: unknown): string => value as string;`,
    },
    keeps: {
      "app/intake/claims.ts": `export const read = (value: unknown): string => {
  // The column is text.
  return value as string;
};
export const name = (value: unknown): string => value as string; // the form's own names
export const kinds = ["seat", "waiting"] as const;`,
    },
  },
  {
    what: "an assertion that changes nothing",
    rule: "typescript/no-unnecessary-type-assertion",
    breaks: {
      "app/intake/idle.ts": "// A reason.\nexport const read = (value: string): string => value as string;",
    },
    keeps: {
      "app/intake/needed.ts":
        "// A reason.\nexport const read = (value: unknown): string => value as string;",
    },
  },
  {
    what: "an interface where a type would do",
    rule: "typescript/consistent-type-definitions",
    breaks: { "app/intake/interface.ts": "export interface Lead {\n  name: string;\n}" },
    keeps: { "app/intake/type.ts": "export type Lead = { name: string };" },
  },
  {
    what: "a type imported as if it were a value",
    rule: "typescript/consistent-type-imports",
    breaks: {
      "app/intake/taken.ts": `import { Lead } from "./type.ts";\nexport const read = (lead: Lead): string => lead.name;`,
    },
    keeps: {
      "app/intake/taken-well.ts": `import type { Lead } from "./type.ts";\nexport const read = (lead: Lead): string => lead.name;`,
    },
  },
  {
    what: "an import of types alone that stays in the bundle",
    rule: "typescript/no-import-type-side-effects",
    breaks: {
      "app/intake/inline.ts": `import { type Lead } from "./type.ts";\nexport const read = (lead: Lead): string => lead.name;`,
    },
    keeps: {
      "app/intake/inline-well.ts": `import type { Lead } from "./type.ts";\nexport const read = (lead: Lead): string => lead.name;`,
    },
  },
  {
    what: "the compiler is told to look away",
    rule: "typescript/ban-ts-comment",
    breaks: { "app/intake/ignored.ts": "// @ts-ignore\nexport const own = 1;" },
    keeps: { "app/intake/expected.ts": "// The library's type lacks null.\nexport const own = 1;" },
  },
  {
    what: "a promise whose rejection is not handled",
    rule: "typescript/no-floating-promises",
    breaks: { "app/intake/float.ts": "export function go(save: () => Promise<void>): void {\n  save();\n}" },
    keeps: {
      "app/intake/awaited.ts":
        "export async function go(save: () => Promise<void>): Promise<void> {\n  await save();\n}",
    },
  },
  {
    what: "a promise where the caller does not await it",
    rule: "typescript/no-misused-promises",
    breaks: {
      "app/intake/misused.ts": "export const all = (names: string[]): void => names.forEach(async () => {});",
    },
    keeps: { "app/intake/used.ts": "export const all = (names: string[]): void => names.forEach(() => {});" },
  },
  {
    what: "a failure that leaves before it can be caught",
    rule: "typescript/return-await",
    breaks: { "app/intake/return.ts": tried("return save();") },
    keeps: { "app/intake/return-well.ts": tried("return await save();") },
  },
  {
    what: "what JSON.parse brings, used as if it were known: given on",
    rule: "typescript/no-unsafe-argument",
    breaks: {
      "app/intake/given.ts":
        "export const read = (text: string): string => encodeURIComponent(JSON.parse(text));",
    },
    keeps: {
      "app/intake/given-well.ts": "export const read = (text: string): string => encodeURIComponent(text);",
    },
  },
  {
    what: "kept under a type",
    rule: "typescript/no-unsafe-assignment",
    breaks: { "app/intake/kept.ts": "export const kept: { name: string } = JSON.parse('{}');" },
    keeps: { "app/intake/kept-well.ts": "export const kept: unknown = JSON.parse('{}');" },
  },
  {
    what: "called",
    rule: "typescript/no-unsafe-call",
    breaks: {
      "app/intake/called.ts": "export const call = (text: string): void => void JSON.parse(text)();",
    },
    keeps: { "app/intake/called-well.ts": "export const call = (run: () => void): void => run();" },
  },
  {
    what: "looked into",
    rule: "typescript/no-unsafe-member-access",
    breaks: {
      "app/intake/looked.ts": "export const look = (text: string): string => String(JSON.parse(text).name);",
    },
    keeps: {
      "app/intake/looked-well.ts": "export const look = (lead: { name: string }): string => lead.name;",
    },
  },
  {
    what: "returned",
    rule: "typescript/no-unsafe-return",
    breaks: { "app/intake/returned.ts": "export const read = (text: string): string => JSON.parse(text);" },
    keeps: {
      "app/intake/returned-well.ts": "export const read = (text: string): unknown => JSON.parse(text);",
    },
  },
  {
    what: "a union of which one member is forgotten",
    rule: "typescript/switch-exhaustiveness-check",
    breaks: { "app/intake/switch.ts": switched("") },
    keeps: { "app/intake/switch-well.ts": switched(`    case "waiting":\n      return 2;\n`) },
  },
  {
    what: "something thrown that is no error",
    rule: "typescript/only-throw-error",
    breaks: { "app/intake/throw.ts": `export function fail(): never {\n  throw "full";\n}` },
    keeps: {
      "app/intake/throw.route.tsx": `import { data, redirect } from "react-router";
export function loader({ url }: { url: string }): never {
  if (url === "/faqs/") throw redirect("/faqs");
  throw data(null, 404);
}`,
    },
  },
];

function tried(statement: string): string {
  return `export async function go(save: () => Promise<number>): Promise<number> {
  try {
    ${statement}
  } catch {
    return 0;
  }
}`;
}

function switched(rest: string): string {
  return `export function rank(place: "seat" | "waiting"): number {
  switch (place) {
    case "seat":
      return 1;
${rest}  }
  return 0;
}`;
}
