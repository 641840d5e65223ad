import type { Plant } from "./plant.ts";

/** An export of the file's own, so that the file is not a barrel. */
const own = "export const own = 1;\n";

/** A violation of each import rule, with similar imports that are permitted. */
export const importPlants: readonly Plant[] = [
  imports("an area imports an area that its row does not list", {
    breaks: { "app/tracking/collector/a.ts": "#app/site/header/site-menu.tsx" },
    keeps: { "app/intake/form/b.ts": "#app/ui/fields/field.tsx" },
  }),
  imports("a foundation imports an area", {
    breaks: { "app/platform/a.ts": "#app/pages/registry.ts" },
    keeps: { "app/ui/a.ts": "#app/platform/limits.ts" },
  }),
  ...staffPlants(),
  imports("content imports code", {
    breaks: { "content/a.ts": "#app/pages/registry.ts" },
    keeps: { "content/b.ts": "#content/menu.ts" },
  }),
  imports("site imports an area with visitor data", {
    breaks: { "app/site/a.server.ts": "#app/events/schedule/live-event.ts" },
    keeps: { "app/site/b.server.ts": "#app/pages/registry.ts" },
  }),
  imports("a folder without a row imports an area", {
    breaks: { "app/extras/a.ts": "#app/pages/registry.ts" },
    keeps: { "app/site/a.ts": "#app/pages/registry.ts" },
  }),
  imports("a relative path leads to another folder", {
    breaks: { "app/tracking/collector/c.ts": "../contact.schema.ts" },
    keeps: { "app/events/signup/d.ts": "#app/intake/form/contact.schema.ts" },
  }),
  imports("a route module is imported", {
    breaks: { "app/site/home/c.server.ts": "./home.route.tsx" },
    keeps: { "app/site/home/home.test.ts": "./home.route.tsx" },
  }),
  imports("a file that can be part of a browser bundle imports a server file", {
    breaks: { "app/intake/a.tsx": "./score.server.ts" },
    keeps: { "app/intake/a.route.tsx": "./score.server.ts", "app/root.tsx": "#app/intake/score.server.ts" },
  }),
  imports("a command imports the request context", {
    breaks: { "app/intake/d.server.ts": "#app/request-context/request-context.server.ts" },
    keeps: { "app/intake/d.route.tsx": "#app/request-context/request-context.server.ts" },
  }),
  imports("the request context imports code of an area", {
    breaks: { "app/request-context/request-context.server.ts": "#app/email/outbox/outbox.server.ts" },
    keeps: { "app/entry.server.tsx": "#app/email/outbox/outbox.server.ts" },
  }),
  imports("an area imports the server", {
    breaks: { "app/email/a.server.ts": "#server/program.ts" },
    keeps: { "server/a.ts": "#app/email/outbox/outbox.server.ts" },
  }),
  imports("product code imports the test kit", {
    breaks: { "server/b.ts": "#tests/kit/app.ts" },
    keeps: { "server/b.test.ts": "#tests/kit/app.ts" },
  }),
  imports("a package imports the product", {
    breaks: { "packages/embedded-postgres/src/a.ts": "#app/platform/startup-problem.ts" },
    keeps: { "packages/embedded-postgres/src/b.ts": "./reporting.ts" },
  }),
  imports("an import bypasses the entry of a package", {
    breaks: { "server/own-a.ts": "#embedded-postgres/testing" },
    keeps: { "server/own.test.ts": "#embedded-postgres/testing", "server/own-b.ts": "#embedded-postgres" },
  }),
  imports("a file that can be part of a browser bundle imports a server package", {
    breaks: { "app/people/a.ts": "#embedded-postgres" },
    keeps: { "app/data/connection/a.server.ts": "#embedded-postgres" },
  }),
  ...packagePlants(),
  {
    what: "staff imports the database schema instead of the areas that own the tables, if only for a type",
    rule: "fences/imports",
    breaks: {
      "app/staff/a.server.ts": `${own}export type { Database } from "#app/data/schema/database.ts";`,
    },
    keeps: {
      "app/intake/a.server.ts": `${own}export type { Database } from "#app/data/schema/database.ts";`,
    },
  },
  {
    what: "an inline type modifier leaves an import of a server file in place",
    rule: "fences/imports",
    breaks: { "app/intake/e.tsx": `${own}export { type Score, score } from "./score.server.ts";` },
    keeps: { "app/intake/f.tsx": `${own}export type { Score } from "./score.server.ts";` },
  },
  {
    what: "a dynamic import loads a forbidden area",
    rule: "fences/imports",
    breaks: { "app/ui/b.ts": whenNeeded("#app/assessments/questions/score.ts") },
    keeps: { "app/ui/c.ts": whenNeeded("#app/platform/text/csv.ts") },
  },
  {
    what: "two files import each other",
    rule: "import/no-cycle",
    breaks: {
      "app/intake/ring/one.ts": `import { two } from "#app/intake/ring/two.ts";\nexport const one = (): number => two();`,
      "app/intake/ring/two.ts": `import { one } from "./one.ts";\nexport const two = (): number => one();`,
    },
    keeps: {
      "app/intake/line/one.ts": `import { two } from "#app/intake/line/two.ts";\nexport const one = (): number => two();`,
      "app/intake/line/two.ts": `import type { one } from "./one.ts";\nexport const two = (): number => 2;\nexport type One = typeof one;`,
    },
  },
  {
    what: "a file only re-exports other files",
    rule: "fences/no-barrel",
    breaks: {
      "app/intake/all.ts": `export { score } from "./score.ts";\nexport { levels } from "./levels.ts";`,
      "app/intake/rest.ts": `${own}export * from "./score.ts";`,
    },
    keeps: { "app/ui/font.ts": `export { default as headingFont } from "./literata.woff2?url";` },
  },
];

function whenNeeded(specifier: string): string {
  return `export async function load(): Promise<void> {\n  await import("${specifier}");\n}`;
}

function matching(patterns: string): string {
  return `export const files = import.meta.glob(${patterns});`;
}

/** Creates samples in which each file imports only the given module. */
function imports(what: string, { breaks, keeps }: Pick<Plant, "breaks" | "keeps">): Plant {
  const addImports = (files: Plant["breaks"]): Plant["breaks"] =>
    Object.fromEntries(Object.entries(files).map(([file, name]) => [file, `import "${name}";\n${own}`]));
  return { what, rule: "fences/imports", breaks: addImports(breaks), keeps: addImports(keeps) };
}

/** Violations of `staffFolders`, each in a file of its own. */
function staffPlants(): Plant[] {
  return [
    imports("a feature of the staff area imports another feature", {
      breaks: {
        "app/staff/people/a.ts": "#app/staff/email/email-view.ts",
        "app/staff/people/j.ts": "#app/staff/events/events.css",
      },
      keeps: {
        "app/staff/people/b.ts": "#app/staff/paths/email-paths.ts",
        "app/staff/people/c.ts": "#app/staff/person-erasure/text-list.tsx",
        "app/staff/people/d.test.ts": "#app/staff/email/email-view.ts",
      },
    }),
    imports("a feature of the staff area imports another feature's list without permission", {
      breaks: {
        "app/staff/people/e.ts": "#app/staff/assessments/assessments.list.tsx",
        "app/staff/audit/a.ts": "#app/staff/email/emails.messages.ts",
      },
      keeps: { "app/staff/audit/b.ts": "#app/staff/assessments/assessments.list.tsx" },
    }),
    imports("a foundation of the staff area imports a feature", {
      breaks: {
        "app/staff/data-table/a.ts": "#app/staff/assessments/assessments.list.tsx",
        "app/staff/shell/a.ts": "#app/staff/account/account.messages.ts",
      },
      keeps: { "app/staff/data-table/b.ts": "#app/staff/shell/staff-header.tsx" },
    }),
    imports("a folder of the staff area that is neither a foundation nor a feature", {
      breaks: {
        "app/staff/extras/a.ts": "#app/staff/shell/no-email.ts",
        "app/staff/team/a.ts": "#app/staff/extras/extra.ts",
      },
      keeps: { "app/staff/team/b.ts": "#app/staff/shell/no-email.ts" },
    }),
    {
      what: "a feature of the staff area imports files of other features by a pattern",
      rule: "fences/imports",
      breaks: {
        "app/staff/people/k.ts": matching(`"/app/staff/*/*.list.tsx"`),
        "app/staff/audit/c.ts": matching(`["/app/staff/*/*.list.tsx", "/app/staff/*/*.messages.ts"]`),
        "app/staff/audit/d.ts": matching(`"../*/*.list.tsx"`),
      },
      keeps: {
        "app/staff/audit/e.ts": matching(`["/app/staff/*/*.list.tsx", "!/app/staff/events/*"]`),
        "app/staff/people/l.ts": matching(`"./*.list.tsx"`),
      },
    },
    {
      what: "a feature of the staff area imports a type of another feature",
      rule: "fences/imports",
      breaks: {
        "app/staff/people/f.ts": `${own}export type { EmailView } from "#app/staff/email/email-view.ts";`,
        "app/staff/people/g.ts": `export type View = import("#app/staff/email/email-view.ts").EmailView;`,
      },
      keeps: {
        "app/staff/people/h.ts": `${own}export type { Moment } from "#app/staff/time/describe-moment.ts";`,
      },
    },
  ];
}

/** Imports each restricted package in a file that must not import it and in one that may. */
function packagePlants(): Plant[] {
  const homes = [
    ["kysely", "app/intake/g.ts", "app/intake/g.server.ts"],
    ["pg", "server/c.ts", "app/data/c.ts"],
    ["better-auth/react", "app/staff/b.client.ts", "app/identity/b.client.ts"],
    ["@better-auth/passkey", "server/d.ts", "app/identity/d.server.ts"],
    ["@simplewebauthn/server", "server/w.ts", "app/identity/w.server.ts"],
    ["hono", "app/intake/h.server.ts", "app/intake/h.api.server.ts"],
    ["@hono/node-server", "app/data/d.server.ts", "server/e.ts"],
    ["nodemailer", "app/email/e.server.ts", "app/email/delivery/e.server.ts"],
    ["client-zip", "app/intake/z.server.ts", "app/staff/record-download/z.server.ts"],
    ["warcio", "app/staff/record/w.server.ts", "app/compliance/site-export/w.server.ts"],
    ["ical-generator", "app/intake/j.server.ts", "app/events/emails/j.server.ts"],
    ["zod", "app/intake/k.schema.ts", "app/intake/k.server.ts"],
    ["node:crypto", "app/platform/j.ts", "app/platform/j.server.ts"],
  ] as const;
  return homes.map(([name, outside, home]) =>
    imports(`a file that must not import ${name} imports it`, {
      breaks: { [outside]: name },
      keeps: { [home]: name },
    }),
  );
}
