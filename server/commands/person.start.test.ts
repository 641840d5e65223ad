import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, until } from "#tests/kit/running-server.ts";
import { signUpByForm } from "#tests/kit/sign-up-by-form.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-person-"));
// Where the build is older than its sources, the first command makes it, and says so.
beforeAll(() => person());
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("the shell hands over and erases a person, with a server and without one", async () => {
  const server = await startServer({ dataDir });
  await signUpByForm(server.url, { name: "Ada Byron", email: "ada@example.com" });
  const exported = () => person("export", "Ada@Example.com");
  await until("both letters to be kept", async () => (await exported()).out.split('"kept"').length === 3);
  expect(JSON.parse((await exported()).out)).toMatchObject({
    signUps: [{ name: "Ada Byron", state: "seat" }],
    consentReceipts: [{ basis: "none-given" }],
  });

  const erased = await person("erase", "ada@example.com");
  expect(erased.code).toBe(0);
  expect(erased.out).toContain("  linkedin_live_signups: 1\n");
  expect(erased.out).toContain("  letters: 2\n");
  expect(erased.problems).toBe("");
  const rewritten = await person("rewrite");
  expect(rewritten.out).toMatch(/^The tables and indexes were rewritten\. .* log segments were removed\.\n$/);
  expect(rewritten.code).toBe(0);
  expect((await person("rewrite")).out).toContain("Nobody was erased since the last rewrite.");
  await server.stop();
  expect(server.output()).not.toContain("ada@");

  expect(await exported()).toEqual({ code: 1, out: "", problems: "Nothing is held about that address.\n" });
});

test("it explains itself, with exit code 2, when it does not understand", async () => {
  const { code, problems, out } = await person("forget");
  expect([code, out]).toEqual([2, ""]);
  expect(problems).toMatch(/^There is no command forget\.\nUsage:\n/);
});

type Result = { code: number | null; out: string; problems: string };

async function person(...args: string[]): Promise<Result> {
  const child = spawn(process.execPath, ["server/run-command.mjs", "person", ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATA_DIR: dataDir },
  });
  const result: Result = { code: null, out: "", problems: "" };
  child.stdout.on("data", (chunk: Buffer) => (result.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (result.problems += chunk.toString()));
  await once(child, "close");
  return { ...result, code: child.exitCode };
}
