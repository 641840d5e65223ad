import { describe, expect, test } from "vitest";
import { z } from "zod";
import { generated, readSource, sourceFiles } from "#tests/fences/source-files.ts";
import { claimsOf, type Inventory, untrueClaims } from "./document-claims.ts";

const documents = sourceFiles.filter((file) => file.endsWith(".md"));
const code = sourceFiles.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith("tests/docs/"));
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

  test("a document that a comment refers to exists, with the section it names", () => {
    expect(code.flatMap((file) => missingReferences(file, readSource(file)))).toEqual([]);
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

  test("a comment that refers to a missing document or section is reported", () => {
    expect(missingReferences("a.ts", `/** See docs/nowhere.md. */`)).toEqual([
      "a.ts refers to docs/nowhere.md, which does not exist",
    ]);
    expect(missingReferences("a.ts", `/** (docs/architecture.md, "No such section") */`)).toEqual([
      `a.ts refers to "No such section" in docs/architecture.md, which has no such heading`,
    ]);
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

/** References of the forms `docs/runbook.md` and `docs/architecture.md, "Tests"`. */
function missingReferences(file: string, text: string): string[] {
  return [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:, "([^"]+)")?/g)].flatMap(
    ([, document = "", section]) => {
      if (!sourceFiles.includes(document)) return [`${file} refers to ${document}, which does not exist`];
      const headings = readSource(document)
        .split("\n")
        .filter((line) => line.startsWith("#"));
      if (section === undefined || headings.some((line) => line.replace(/^#+ /, "") === section)) return [];
      return [`${file} refers to "${section}" in ${document}, which has no such heading`];
    },
  );
}
