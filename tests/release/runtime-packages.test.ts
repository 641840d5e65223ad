import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runtimePackages } from "#server/release/runtime-packages.ts";

const manifest = (fields: object): string => JSON.stringify({ name: "sample", version: "1.0.0", ...fields });

const project = {
  "package.json": manifest({
    dependencies: { pdf: "1", "@fontsource/literata": "1", sharp: "1", unused: "1" },
    optionalDependencies: { "node-here": "1", "node-elsewhere": "1" },
  }),
  "node_modules/pdf/package.json": manifest({ dependencies: { zip: "2" } }),
  "node_modules/pdf/node_modules/zip/package.json": manifest({ dependencies: { shared: "1" } }),
  "node_modules/zip/package.json": manifest({}),
  "node_modules/shared/package.json": manifest({}),
  "node_modules/sharp/package.json": manifest({
    optionalDependencies: { "native-here": "1", "native-elsewhere": "1" },
  }),
  "node_modules/native-here/package.json": manifest({}),
  "node_modules/unused/package.json": manifest({}),
  "node_modules/@fontsource/literata/package.json": manifest({}),
  "node_modules/node-here/package.json": manifest({}),
  "build/server/assets/app.js":
    'import { join } from "node:path";\nimport pdf from "pdf/document";\nimport "./other.js";\nexport { pdf, join };\n',
  "build/server/pictures.js": 'import "drawing";\n',
};

test("the archive contains the imported packages with their own versions of dependencies, and the optional packages of this system", () => {
  expect(runtimePackages(createProject(project), "build/server")).toEqual([
    "node_modules/@fontsource/literata",
    "node_modules/native-here",
    "node_modules/node-here",
    "node_modules/pdf",
    "node_modules/pdf/node_modules/zip",
    "node_modules/shared",
    "node_modules/sharp",
  ]);
});

test("a development dependency that the built server imports is an error", () => {
  const folder = createProject({ ...project, "build/server/main.js": 'import "satori";\n' });
  expect(() => runtimePackages(folder, "build/server")).toThrow(
    "The build imports satori, which package.json does not list",
  );
});

test("a dependency that is not installed is an error", () => {
  const { "node_modules/shared/package.json": _, ...incomplete } = project;
  expect(() => runtimePackages(createProject(incomplete), "build/server")).toThrow(
    "The package shared, which node_modules/pdf/node_modules/zip needs",
  );
});

test("exit-planning names every command of package.json", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }; // our own file
  const commands = Object.values(scripts).flatMap(
    (script) => /^node server\/run-command\.mjs (\S+)$/.exec(script)?.[1] ?? [],
  );
  const listed = /Commands: (.+)\./.exec(readFileSync("bin/exit-planning", "utf8"))?.[1]?.split(", ");
  expect(listed?.toSorted()).toEqual(commands.toSorted());
});

function createProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "practice-packages-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
