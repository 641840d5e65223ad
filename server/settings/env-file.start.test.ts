import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A copy of the project with a separate `.env`. */
const project = mkdtempSync(join(tmpdir(), "practice-env-"));
for (const name of readdirSync(".")) {
  if (name !== ".env") symlinkSync(resolve(name), join(project, name));
}
// Rebuilds an outdated build here instead of in the linked copy.
beforeAll(() => {
  const args = ["server/run-command.mjs", "demo", "--help"];
  spawnSync(process.execPath, args, { env: { PATH: process.env.PATH, NODE_ENV: "test" } });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

type Program = { name: string; args: string[] };
const start: Program = { name: "npm start", args: ["server/start.mjs"] };
const staff: Program = { name: "npm run staff", args: ["server/run-command.mjs", "staff", "list"] };
const dev: Program = { name: "npm run dev", args: ["server/dev.ts"] };

// Vite cannot serve the application from symbolic links, so the development server is tested only for the error.
test.each([start, staff])("$name reads settings from .env in the project folder", ({ args }) => {
  writeFileSync(join(project, ".env"), "PORT=not-a-port\n");
  expect(run(args)).toEqual({ status: 1, problems: "PORT must be a number.\n" });
});

test.each([start, dev, staff])("$name rejects an .env with a malformed line", ({ args }) => {
  writeFileSync(join(project, ".env"), "PORT=3000\nthis is not a setting\n");
  expect(run(args)).toEqual({
    status: 1,
    problems:
      "Line 2 of .env is not a setting: write NAME=value on one line, quotes around a value with #, and # before a comment.\n",
  });
});

test("tests do not read .env", () => {
  writeFileSync(join(project, ".env"), "this is not a setting\n");
  const { problems } = run(["server/start.mjs"], { NODE_ENV: "test", PORT: "not-a-port" });
  expect(problems).toBe("PORT must be a number.\n");
});

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  return { status, problems: stderr };
}
