/**
 * Import rules. `fences.rules.ts` reports violations as lint errors, and `tests/fences` contains a planted violation of each rule.
 *
 * Every folder directly under `app/`, and `content/`, is an area. An area may import itself and the areas in its row. All other imports
 * between areas are errors, including imports of types. A new arrow needs a decision record in `docs/decisions/`.
 */
export const arrows = {
  // Text and figures. Imports no other code.
  content: [],

  // Shared foundations.
  platform: [],
  ui: ["platform"],

  // Services.
  data: ["platform"],
  audit: ["data", "platform"],
  email: ["data", "audit", "platform", "content"],
  identity: ["data", "audit", "email", "platform", "content"],

  backup: ["data", "audit", "email", "pages", "platform", "content"],

  // Product areas. `assessments` and `events` do not import `site`, although their pages have the site's header: `app/routes.ts`
  // composes the layout. `intake` imports neither of them: the program injects their form handlers.
  pages: ["ui", "platform", "content"],
  site: ["pages", "ui", "platform", "content"],
  publishing: ["data", "audit", "pages", "platform", "content"],
  compliance: ["data", "audit", "email", "pages", "ui", "platform", "content"],
  tracking: ["data", "pages", "platform", "content"],
  intake: ["tracking", "data", "audit", "email", "pages", "ui", "platform", "content"],
  assessments: ["intake", "data", "email", "pages", "ui", "platform", "content"],
  events: ["intake", "data", "audit", "email", "pages", "ui", "platform", "content"],
  integrations: ["data", "audit", "platform", "content"],
  people: [
    "assessments",
    "events",
    "compliance",
    "publishing",
    "integrations",
    "intake",
    "data",
    "audit",
    "email",
    "pages",
    "ui",
    "platform",
    "content",
  ],
  staff: [
    "people",
    "integrations",
    "assessments",
    "events",
    "compliance",
    "publishing",
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
 * The folders of `app/staff`. A foundation may import foundations. A feature may import foundations and its own folders, and no other feature,
 * for types too. What two features need belongs in a foundation, or in the area that owns the data.
 */
export const staffFolders = {
  foundations: [
    "auth-forms",
    "data-table",
    "email-document",
    "export-button",
    "header",
    "paths",
    "session",
    "shell",
    "time",
    "word-diff",
  ],
  features: [
    ["account"],
    ["assessments"],
    ["audit"],
    ["auth", "auth-island", "auth-links", "auth-steps"],
    ["bookings"],
    ["content", "content-form", "content-preview", "content-review", "content-claims", "content-pictures"],
    ["dashboard", "live-updates"],
    ["email", "email-previews"],
    ["events", "event-form", "event-people", "event-messages"],
    ["exports"],
    ["health"],
    ["integrations", "deliveries", "wealthbox"],
    ["people", "person", "person-contact", "person-email", "person-erasure", "person-merge", "follow-up"],
    ["quarantine"],
    ["incidents"],
    ["record", "record-download", "claims", "claims-of-version"],
    ["records"],
    ["signups"],
    ["sources", "source-forms"],
    ["team"],
    ["today"],
    ["visits"],
  ],
  /**
   * Features that combine the lists of others: the dashboard displays recent rows, exports create the files, and the audit log names lists and
   * filters. They may import list definitions, because a second description of a list would have to be kept in step with the first.
   */
  listReaders: ["audit", "dashboard", "exports"],
  lists: "app/staff/*/*.list.{tsx,server.ts}",
} as const satisfies StaffFolders;

/**
 * The areas whose tables an area may query besides its own. `people` finds, exports and erases everything about a person, polls for
 * changes, and names the owner of a record. `intake` links submissions to visits and reads consent by email. `events` counts the seats of quarantined sign-ups.
 * `integrations` sends what other areas store. `backup` locks the table of migrations, and marks a database that is not completely restored.
 */
export const tableAccess: Partial<Record<Area, readonly Area[]>> = {
  people: ["assessments", "events", "identity", "intake", "tracking"],
  integrations: ["assessments", "events", "identity", "people"],
  backup: ["data"],
  intake: ["assessments", "events", "tracking"],
  events: ["intake"],
};

/**
 * Packages of this repository: folders with a `package.json` and a public entry, and no imports of the product. Only server code
 * may import the entry, and only tests may import `testing`.
 */
export const ownPackages = {
  folders: "packages/*/**",
  entries: ["#embedded-postgres"],
  importers: ["app/data/connection/**", "server/**", "bench/**"],
} as const;

/** Code that assembles the areas and may import all of them. No area may import it, except for the request context below. */
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

/**
 * The exports of `content/` that a published release replaces (`content/validation/documents.ts`). Modules must not read them while they are loaded,
 * except for fields that a release cannot change.
 */
export const releasedDocuments = [
  "about",
  "articleIndex",
  "articleSources",
  "businessValuation",
  "disclosures",
  "exitPlanning",
  "faqGroups",
  "footerGroups",
  "formAdvPart2a",
  "formAdvPart2b",
  "formCrs",
  "home",
  "homeFaqs",
  "liveEvent",
  "manufacturerSale",
  "menu",
  "practice",
  "privacyPolicy",
  "reasonsToRead",
  "services",
  "sevenSteps",
  "successionPlanning",
  "taxStrategies",
  "testimonials",
] as const;

/** Fields of the documents that a release cannot change: modules may read them while they are loaded. */
export const fixedFields = ["timeZone", "reviews"] as const;

/** The files that may import `*.server.*` files. `import type` is always permitted, because it adds nothing to a browser bundle. */
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

/** Tests may import everything. Product code must not import tests. */
export const tests = ["tests/**", "packages/*/tests/**", "e2e/**", "**/*.test.{ts,tsx}"] as const;

/**
 * Packages that only some product files may import, including their types. Benchmarks and tests are exempt. `exactly` excludes subpaths of
 * the package.
 */
export const packages: readonly PackageFence[] = [
  {
    names: ["pg", "kysely"],
    homes: ["app/data/**", "**/*.server.{ts,tsx}"],
    why: "only app/data and *.server files may contain SQL",
  },
  {
    names: ["pg-copy-streams"],
    homes: ["app/backup/**"],
    why: "only app/backup copies whole tables",
  },
  {
    names: ["better-auth", "@better-auth", "@simplewebauthn"],
    homes: ["app/identity/**"],
    why: "only app/identity may depend on the authentication libraries",
  },
  {
    names: ["openid-client"],
    homes: ["app/identity/single-sign-on/**"],
    why: "only app/identity/single-sign-on speaks to the provider",
  },
  {
    names: ["hono", "@hono"],
    homes: ["server/**", "**/*.api.server.ts"],
    why: "only server/ and *.api.server.ts endpoints may depend on the web framework",
  },
  {
    names: ["nodemailer"],
    homes: ["app/email/delivery/**"],
    why: "only app/email/delivery sends email",
  },
  {
    names: ["prom-client"],
    homes: ["server/monitoring/**"],
    why: "only server/monitoring prints metrics",
  },
  {
    names: ["imapflow"],
    homes: ["app/email/bounces/**"],
    why: "only app/email/bounces reads email",
  },
  {
    names: ["standardwebhooks", "request-filtering-agent"],
    homes: ["app/integrations/**"],
    why: "only app/integrations sends requests to other systems",
  },
  {
    names: ["client-zip"],
    homes: ["app/staff/record-download/**", "app/compliance/site-export/**"],
    why: "only app/staff/record-download and app/compliance/site-export create ZIP files",
  },
  {
    names: ["warcio"],
    homes: ["app/compliance/site-export/**"],
    why: "only app/compliance/site-export writes web archives",
  },
  {
    names: ["ical-generator"],
    homes: ["app/events/emails/**"],
    why: "only app/events/emails creates calendar entries",
  },
  {
    names: ["zod"],
    exactly: true,
    homes: ["content/**", "server/**", "**/*.server.{ts,tsx}"],
    why: "code that can run in the browser uses zod/mini, which is a tenth of the size",
  },
  {
    names: ["node:"],
    homes: ["server/**", "**/*.server.{ts,tsx,mjs}"],
    why: "a file that uses Node APIs must have .server in its name",
  },
];

/** Entry points. Only they may read `process.env`; they pass settings on as parameters. */
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

/** Files for which the framework or a tool requires a default export. */
export const defaultExports = [
  "**/*.route.tsx",
  "app/root.tsx",
  "app/entry.*",
  "app/routes.ts",
  "*.config.ts",
  "fences.rules.ts",
  "tests/kit/database-server.ts",
] as const;

/**
 * The size of the folders of product code. Tests and README files do not count. Folders of `app/` are areas, which contain topics, which
 * contain only files.
 */
export const folderLimits = {
  roots: ["app", "content", "demo", "packages", "server"],
  maxFiles: 15,
  /** Folders without a maximum, because all of their files are of the same kind, and one is found by its name. */
  uniform: {
    "app/data/migrations": "one file per migration",
    "app/data/schema": "one file per table",
    "content/articles": "one file per article",
  },
} as const;

/** File and folder names that do not describe a purpose. */
export const vagueNames = ["utils", "util", "helpers", "helper", "misc", "common", "lib", "manager"] as const;

type StaffFolders = {
  foundations: readonly string[];
  features: readonly (readonly string[])[];
  listReaders: readonly string[];
  lists: string;
};

export type PackageFence = {
  names: readonly string[];
  exactly?: boolean;
  homes: readonly string[];
  why: string;
};
