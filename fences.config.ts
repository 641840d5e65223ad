/**
 * Who may import whom. `fences.rules.ts` turns this into lint errors, and `tests/fences` plants a violation of each.
 *
 * How to read it: every folder directly under `app/`, and `content/`, is an area. An area may import itself and what its
 * row lists; anything else is an error, for types too. A new arrow is a decision record in `docs/decisions/`, then a word here.
 */
export const arrows = {
  // Text and figures, no code.
  content: [],

  // Foundations.
  platform: [],
  ui: ["platform"],

  // Services.
  data: ["platform"],
  audit: ["data", "platform"],
  email: ["data", "audit", "platform", "content"],
  identity: ["data", "audit", "email", "platform", "content"],

  // Areas of the product. `assessments` and `events` do not import `site`, although their pages have the site's header: `app/routes.ts`
  // composes the layout. `intake` imports neither of them: the program injects their form handlers.
  pages: ["ui", "platform", "content"],
  site: ["pages", "ui", "platform", "content"],
  compliance: ["pages", "ui", "platform", "content"],
  tracking: ["data", "pages", "platform", "content"],
  intake: ["tracking", "data", "audit", "email", "pages", "ui", "platform", "content"],
  assessments: ["intake", "data", "email", "pages", "ui", "platform", "content"],
  events: ["intake", "data", "audit", "email", "pages", "ui", "platform", "content"],
  people: ["assessments", "events", "intake", "data", "audit", "email", "pages", "ui", "platform", "content"],
  staff: [
    "people",
    "assessments",
    "events",
    "intake",
    "tracking",
    "identity",
    "audit",
    "email",
    "pages",
    "ui",
    "platform",
    "content",
  ],
} as const satisfies Record<string, readonly string[]>;

export type Area = keyof typeof arrows;

/**
 * The areas whose tables an area may query besides its own. `people` finds, exports and erases everything about a person, and polls for changes. `intake` links
 * submissions to visits and reads consent by email. `events` counts the seats of quarantined sign-ups.
 */
export const tableAccess: Partial<Record<Area, readonly Area[]>> = {
  people: ["assessments", "events", "intake", "tracking"],
  intake: ["assessments", "events", "tracking"],
  events: ["intake"],
};

/**
 * Packages of this repository: folders with a `package.json` and a public entry, without any import of the product. Only server code
 * may import the entry, and only tests may import `testing`.
 */
export const ownPackages = {
  folders: "packages/*/**",
  entries: ["#embedded-postgres"],
  importers: ["app/data/connection/**", "server/**", "bench/**"],
} as const;

/** Code that assembles the areas and may import all of them. No area imports it, except the context below. */
export const assembly = [
  "app/*.{ts,tsx}",
  "app/request-context/**",
  "demo/**",
  "server/**",
  "bench/**",
  "*.{ts,mjs}",
] as const;

/** The services of a request, such as the database and the clock. It imports only types, so that its importers load none of the areas. */
export const context = {
  file: "app/request-context/request-context.server.ts",
  importers: ["**/*.route.tsx", "**/*.api.server.ts", "app/*.{ts,tsx}", "server/**"],
} as const;

/** Who may load a `*.server.*` file. `import type` is free: it leaves nothing behind in the browser's bundle. */
export const serverOnly = {
  importers: [
    "**/*.server.{ts,tsx}",
    "**/*.route.tsx",
    "app/root.tsx",
    "app/routes.ts",
    "vite.config.ts",
    "server/**",
    "demo/**",
    "bench/**",
  ],
} as const;

/** Tests may import everything, and nothing imports them. */
export const tests = ["tests/**", "packages/*/tests/**", "e2e/**", "**/*.test.{ts,tsx}"] as const;

/**
 * Packages that only some files may know, types included. Product code is meant: benchmarks and tests are free.
 * `exactly` means the name alone, without what lies below it.
 */
export const packages: readonly PackageFence[] = [
  {
    names: ["pg", "kysely"],
    homes: ["app/data/**", "**/*.server.{ts,tsx}"],
    why: "SQL is spoken in app/data and in *.server files",
  },
  {
    names: ["better-auth", "@better-auth"],
    homes: ["app/identity/**"],
    why: "only app/identity knows which library signs people in",
  },
  {
    names: ["hono", "@hono"],
    homes: ["server/**", "**/*.api.server.ts"],
    why: "the web server is known to server/ and to *.api.server.ts endpoints",
  },
  {
    names: ["nodemailer"],
    homes: ["app/email/delivery/**"],
    why: "email is delivered by app/email/delivery",
  },
  {
    names: ["ical-generator"],
    homes: ["app/events/emails/**"],
    why: "calendar entries are created in app/events/emails",
  },
  {
    names: ["zod"],
    exactly: true,
    homes: ["content/**", "server/**", "**/*.server.{ts,tsx}"],
    why: "what may reach the browser uses zod/mini, a tenth of the size",
  },
  {
    names: ["node:"],
    homes: ["server/**", "**/*.server.{ts,tsx}"],
    why: "a file that needs Node carries .server in its name",
  },
];

/** Files that start things. They alone read `process.env`, and hand values on. */
export const programs = [
  "server/main.ts",
  "server/dev.ts",
  "server/development.ts",
  "server/cli/**",
  "server/*.mjs",
  "bench/**",
  "tests/**",
  "e2e/**",
  "**/*.test.{ts,tsx}",
  "*.config.ts",
] as const;

/** Where the framework, or a tool, wants a default export. */
export const defaultExports = [
  "**/*.route.tsx",
  "app/root.tsx",
  "app/entry.*",
  "app/routes.ts",
  "*.config.ts",
  "fences.rules.ts",
  "tests/kit/database-server.ts",
] as const;

/** Names that say nothing of what a file is for. */
export const emptyNames = ["utils", "util", "helpers", "helper", "misc", "common", "lib", "manager"] as const;

export type PackageFence = {
  names: readonly string[];
  exactly?: boolean;
  homes: readonly string[];
  why: string;
};
