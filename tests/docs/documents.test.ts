import { describe, expect, test } from "vitest";
import { z } from "zod";
import { generated, readSource, sourceFiles } from "#tests/fences/source-files.ts";
import { claimsOf, type Inventory, untrueClaims } from "./document-claims.ts";

const documents = sourceFiles.filter((file) => file.endsWith(".md"));
const code = sourceFiles.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith("tests/docs/"));
const deployFiles = sourceFiles.filter((file) => file.startsWith("deploy/") || file === ".env.example");
const inventory = readInventory();

describe("the documents", () => {
  test.each(documents)("%s refers only to things that exist", (document) => {
    expect(untrueClaims(document, readSource(document), inventory)).toEqual([]);
  });

  test("the documents for new contributors exist", () => {
    for (const name of [
      "README.md",
      "CONTRIBUTING.md",
      "docs/architecture.md",
      "docs/glossary.md",
      "docs/runbook.md",
    ]) {
      expect(documents).toContain(name);
    }
  });

  test("a document that a text, a message or a comment refers to exists, with the section it names", () => {
    const files = [...documents, ...code, ...deployFiles];
    expect(files.flatMap((file) => missingReferences(file, readSource(file)))).toEqual([]);
  });
});

describe("planted", () => {
  const tree: Inventory = {
    files: [
      "app/assessments/questions/score.ts",
      "app/ui/fields/field.tsx",
      "docs/runbook.md",
      "docs/decisions/0001-one.md",
      ".env.example",
    ],
    generated: ["data/"],
    scripts: ["start", "check:quick"],
    variables: ["DATA_DIR", "PORT"],
  };
  const untrue = (markdown: string): string[] => untrueClaims("docs/architecture.md", markdown, tree);

  test.each([
    ["`app/leads/assessment/scores.ts`", "path app/leads/assessment/scores.ts"],
    ["`levels.ts` holds them", "path levels.ts"],
    ["`app/audit/` writes it", "path app/audit/"],
    ["`compliance/`", "path compliance/"],
    ["every `*.letter.server.tsx`", "path *.letter.server.tsx"],
    ["`.npmrc`", "path .npmrc"],
    ["```\napp/lead/   what visitors give us\n```", "path app/lead/"],
    ["[the runbook](runbooks.md)", "link runbooks.md"],
    ["[one](../decisions/0001-one.md#context)", "link ../decisions/0001-one.md"],
    ["`npm run check:slow`", "script check:slow"],
    ["```sh\nnpm run lint\n```", "script lint"],
    ["then npm test", "script test"],
    ["`DATA_FOLDER`", "variable DATA_FOLDER"],
    ["```sh\nHTTP_PORT=80 npm start\n```", "variable HTTP_PORT"],
  ])("%j is reported", (markdown, claim) => {
    expect(untrue(markdown)).toEqual([expect.stringContaining(`names the ${claim}, which does not exist`)]);
  });

  test.each([
    "`app/assessments/questions/score.ts`, `assessments/questions/`, `score.ts`, `app/`, `.ts`, `./data` and `data/`",
    "`app/**/*.ts`, `*.{ts,tsx}`, `app/assessments/questions/*.ts`, `#app/ui/fields/field.tsx`, `.env.example`",
    "`text/html`, `image/avif`, `@hono/node-server`, `/pre-loi-assessment`, `zod/mini`, `and/or`, `Node.js`",
    "`app/data/migrations/NNNN_name.sql`, `{ ok: true, … }`, `<area>/README.md`, `q1`, `X-Forwarded-For`",
    "[runbook](runbook.md#restore), [one](./decisions/0001-one.md), [site](https://example.com/a.ts), [here](#tests)",
    "`npm ci && npm start`, `npm run check:quick`, `PORT`, `DATA_DIR=/srv/practice`",
    "```sh\nPORT=8080 npm start\n```",
  ])("%j is accepted", (markdown) => {
    expect(untrue(markdown)).toEqual([]);
  });

  test("a document can mention neighboring files", () => {
    expect(untrueClaims("app/assessments/README.md", "`questions/` and `questions/score.ts`", tree)).toEqual(
      [],
    );
    expect(untrueClaims("app/ui/README.md", "`questions/`", tree)).toHaveLength(1);
  });

  test("the line number is reported", () => {
    expect(claimsOf("# Title\n\n`levels.ts`")).toEqual([{ kind: "path", name: "levels.ts", line: 3 }]);
  });

  test("a reference to a missing document is reported", () => {
    expect(missingReferences("a.ts", `/** See docs/nowhere.md. */`)).toEqual([
      "a.ts refers to docs/nowhere.md, which does not exist",
    ]);
  });

  test.each([
    `/** (docs/architecture.md, “No such section”) */`,
    `fail "See “No such section” in docs/architecture.md."`,
    "(“No such section” in\n[architecture.md](architecture.md))",
    "([architecture.md](../architecture.md), “No such section”)",
    "# “No such\n# section” in docs/architecture.md",
  ])("a reference to a missing section is reported: %j", (text) => {
    expect(missingReferences("a.ts", text)).toEqual([
      "a.ts refers to “No such section” in docs/architecture.md, which has no such section",
    ]);
  });

  test.each([
    "(docs/architecture.md, “Tests”)",
    "“Health” in docs/runbook.md",
    "[operations.md](operations.md), “Keep outside the machine”",
    "“${section}” in docs/runbook.md",
  ])("a reference to a heading or to the name of a paragraph is accepted: %j", (text) => {
    expect(missingReferences("a.ts", text)).toEqual([]);
  });
});

function readInventory(): Inventory {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readSource("package.json")));
  const deployment = sourceFiles.filter((file) => file.startsWith("deploy/"));
  const capitals = [...code, ".env.example", ...deployment].flatMap(
    (file) => readSource(file).match(/\b[A-Z][A-Z0-9_]{2,}\b/g) ?? [],
  );
  return {
    files: sourceFiles,
    generated: generated.map((line) => line.replace(/^\//, "").replace(/\/?$/, "/")),
    scripts: Object.keys(scripts),
    variables: [...new Set(capitals)],
  };
}

/** The forms of a reference to a section, with the document as a path or as a link. */
const sectionReferences = [
  /“(?<section>[^”]+)” in (?:\[(?:docs\/)?(?<link>[\w-]+\.md)\]|docs\/(?<path>[\w-]+\.md))/g,
  /(?:\[(?:docs\/)?(?<link>[\w-]+\.md)\]\([^)]*\)|docs\/(?<path>[\w-]+\.md)), “(?<section>[^”]+)”/g,
];

/** References to documents and sections that do not exist. A section is a heading or the bold name of a paragraph. */
function missingReferences(file: string, text: string): string[] {
  const paths = [...text.matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([path]) => path);
  const missing = paths.filter((path) => !sourceFiles.includes(path));
  // Without the line breaks of wrapped text and comments.
  const inOneLine = text.replaceAll(/\n[ \t]*(?:#|\*|\/\/)?[ \t]*/g, " ");
  const sections = sectionReferences.flatMap((form) =>
    [...inOneLine.matchAll(form)].flatMap(({ groups }) => {
      const section = groups?.["section"] ?? "";
      const document = `docs/${groups?.["link"] ?? groups?.["path"]}`;
      const isKnown = !sourceFiles.includes(document) || listSections(document).includes(section);
      return isKnown || section.startsWith("$") ? [] : [{ section, document }];
    }),
  );
  return [
    ...missing.map((path) => `${file} refers to ${path}, which does not exist`),
    ...sections.map(
      ({ section, document }) => `${file} refers to “${section}” in ${document}, which has no such section`,
    ),
  ];
}

function listSections(document: string): string[] {
  const found = readSource(document).matchAll(/^#+ (?<heading>.+)$|^(?:- )?\*\*(?<name>[^*]+?)\.?\*\*/gm);
  return Array.from(found, ({ groups }) => groups?.["heading"] ?? groups?.["name"] ?? "");
}
