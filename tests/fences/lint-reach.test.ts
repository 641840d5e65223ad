import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { filesBelow, root } from "./source-files.ts";

const folders = ["app", "content", "server", "tests", "scripts", "bench", "e2e"];

test("the linter reads every source file: none is hidden from it, be it by .gitignore", async () => {
  const written = await Promise.all(folders.map((folder) => filesBelow(folder, /\.(tsx?|mjs)$/)));
  const read = execFileSync(process.execPath, ["node_modules/oxlint/bin/oxlint", "--debug=files", "."], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const seen = new Set(read.split("\n").map((line) => line.trim().replace(/^\.\//, "")));
  expect(written.flat().length).toBeGreaterThan(50);
  expect(written.flat().filter((file) => !seen.has(file))).toEqual([]);
});
