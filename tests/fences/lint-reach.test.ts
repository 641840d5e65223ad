import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { root, sourceFiles } from "./source-files.ts";

test("the linter checks every source file, even if a pattern in .gitignore matches it", () => {
  const written = sourceFiles.filter((file) => /\.(tsx?|mjs)$/.test(file));
  const listed = execFileSync(process.execPath, ["node_modules/oxlint/bin/oxlint", "--debug=files", "."], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const read = new Set(listed.split("\n").map((line) => line.trim().replace(/^\.\//, "")));
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter((file) => !read.has(file))).toEqual([]);
});

test("a .gitignore pattern for the root does not exclude a source folder of the same name", () => {
  expect(sourceFiles.filter((file) => file.startsWith("app/data/")).length).toBeGreaterThan(10);
});
