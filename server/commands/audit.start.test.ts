import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresPid, startServer } from "#tests/kit/running-server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-audit-"));
// Where the build is older than its sources, the first command makes it, and says so.
beforeAll(() => command("audit"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const moment = /^\d+\t\d{4}-\d\d-\d\d, \d\d:\d\d:\d\d C[SD]T\t/;

test("the shell reads what the shell and the server did, with a server and without one", async () => {
  // Before the first start of the server: the secret that it makes is the one that the server takes.
  await command("person", "withdraw", "ada@example.com", "--phone");
  const server = await startServer({ dataDir });
  await command("person", "withdraw", "ada@example.com", "--email");

  const listed = await command("audit", "list", "--person", "Ada@Example.com");
  expect([listed.code, listed.problems]).toEqual([0, ""]);
  const lines = listed.out.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  for (const [at, channel] of ["email", "phone"].entries()) {
    expect(lines[at]).toMatch(moment);
    expect(lines[at]?.replace(moment, "")).toMatch(
      new RegExp(`^consent-withdrawn\tshell\tperson:[\\w-]{22}\tchannels ${channel}\t-$`),
    );
  }
  expect(listed.out).not.toContain("ada@");
  await server.stop();

  expect((await command("audit", "list", "--person", "ada@example.com")).out).toBe(listed.out);
  const document: unknown = JSON.parse((await command("audit", "list", "--json", "--limit", "1")).out);
  expect(document).toMatchObject([{ action: "consent-withdrawn", actorKind: "shell", clientAddress: null }]);
  expect(postgresPid(dataDir)).toBeUndefined();
});

test("it explains itself, with exit code 2, when it does not understand", async () => {
  const { code, problems, out } = await command("audit", "remove");
  expect([code, out]).toEqual([2, ""]);
  expect(problems).toMatch(/^There is no command remove\.\nUsage:\n/);
});

type Result = { code: number | null; out: string; problems: string };

async function command(name: "audit" | "person", ...args: string[]): Promise<Result> {
  const child = spawn(process.execPath, ["server/run-command.mjs", name, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATA_DIR: dataDir },
  });
  const result: Result = { code: null, out: "", problems: "" };
  child.stdout.on("data", (chunk: Buffer) => (result.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (result.problems += chunk.toString()));
  await once(child, "close");
  return { ...result, code: child.exitCode };
}
