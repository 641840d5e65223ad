import type { Plant } from "./plant.ts";

/** A violation of each rule about types, with similar code that is permitted. */
export const typePlants: readonly Plant[] = [
  {
    what: "the type any",
    rule: "typescript/no-explicit-any",
    breaks: { "app/intake/any.ts": "export const read = (value: any): boolean => value === 1;" },
    keeps: { "app/intake/unknown.ts": "export const read = (value: unknown): boolean => value === 1;" },
  },
  {
    what: "a non-null assertion",
    rule: "typescript/no-non-null-assertion",
    breaks: { "app/intake/bang.ts": "export const read = (value?: string): number => value!.length;" },
    keeps: { "app/intake/asked.ts": "export const read = (value?: string): number => value?.length ?? 0;" },
  },
  {
    what: "a type assertion without an explanation",
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
    what: "an unnecessary type assertion",
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
    what: "an interface instead of a type alias",
    rule: "typescript/consistent-type-definitions",
    breaks: { "app/intake/interface.ts": "export interface Lead {\n  name: string;\n}" },
    keeps: { "app/intake/type.ts": "export type Lead = { name: string };" },
  },
  {
    what: "a type imported without `import type`",
    rule: "typescript/consistent-type-imports",
    breaks: {
      "app/intake/taken.ts": `import { Lead } from "./type.ts";\nexport const read = (lead: Lead): string => lead.name;`,
    },
    keeps: {
      "app/intake/taken-well.ts": `import type { Lead } from "./type.ts";\nexport const read = (lead: Lead): string => lead.name;`,
    },
  },
  {
    what: "an import of inline types only, which stays in the bundle",
    rule: "typescript/no-import-type-side-effects",
    breaks: {
      "app/intake/inline.ts": `import { type Lead } from "./type.ts";\nexport const read = (lead: Lead): string => lead.name;`,
    },
    keeps: {
      "app/intake/inline-well.ts": `import type { Lead } from "./type.ts";\nexport const read = (lead: Lead): string => lead.name;`,
    },
  },
  {
    what: "a comment that suppresses compiler errors",
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
    what: "a promise passed to a caller that does not await it",
    rule: "typescript/no-misused-promises",
    breaks: {
      "app/intake/misused.ts": "export const all = (names: string[]): void => names.forEach(async () => {});",
    },
    keeps: { "app/intake/used.ts": "export const all = (names: string[]): void => names.forEach(() => {});" },
  },
  {
    what: "a promise returned from a try block without await",
    rule: "typescript/return-await",
    breaks: { "app/intake/return.ts": tried("return save();") },
    keeps: { "app/intake/return-well.ts": tried("return await save();") },
  },
  {
    what: "an unchecked result of JSON.parse that is passed as an argument",
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
    what: "an unchecked result of JSON.parse that is assigned to a typed variable",
    rule: "typescript/no-unsafe-assignment",
    breaks: { "app/intake/kept.ts": "export const kept: { name: string } = JSON.parse('{}');" },
    keeps: { "app/intake/kept-well.ts": "export const kept: unknown = JSON.parse('{}');" },
  },
  {
    what: "an unchecked result of JSON.parse that is called",
    rule: "typescript/no-unsafe-call",
    breaks: {
      "app/intake/called.ts": "export const call = (text: string): void => void JSON.parse(text)();",
    },
    keeps: { "app/intake/called-well.ts": "export const call = (run: () => void): void => run();" },
  },
  {
    what: "an unchecked result of JSON.parse whose property is read",
    rule: "typescript/no-unsafe-member-access",
    breaks: {
      "app/intake/looked.ts": "export const look = (text: string): string => String(JSON.parse(text).name);",
    },
    keeps: {
      "app/intake/looked-well.ts": "export const look = (lead: { name: string }): string => lead.name;",
    },
  },
  {
    what: "an unchecked result of JSON.parse that is returned",
    rule: "typescript/no-unsafe-return",
    breaks: { "app/intake/returned.ts": "export const read = (text: string): string => JSON.parse(text);" },
    keeps: {
      "app/intake/returned-well.ts": "export const read = (text: string): unknown => JSON.parse(text);",
    },
  },
  {
    what: "a switch that omits a member of a union",
    rule: "typescript/switch-exhaustiveness-check",
    breaks: { "app/intake/switch.ts": switched("") },
    keeps: { "app/intake/switch-well.ts": switched(`    case "waiting":\n      return 2;\n`) },
  },
  {
    what: "a thrown value that is not an error",
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
