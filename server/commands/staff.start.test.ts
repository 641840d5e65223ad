import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresPid, startServer } from "#tests/kit/running-server.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-staff-"));
// Where the build is older than its sources, the first command makes it, and says so.
beforeAll(() => staff(folder, []));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const password = "a password for tests";

describe("the staff command", () => {
  test("works before the first start of the server, and ends the database that it started", async () => {
    const dataDir = join(folder, "fresh");
    const added = await staff(
      dataDir,
      ["add", "ruth@example.com", "--role", "owner", "--name", "Ruth"],
      password,
    );
    expect(added).toEqual({ code: 0, out: "Added ruth@example.com as owner.\n", problems: "" });
    expect(postgresPid(dataDir)).toBeUndefined();
    expect(await staff(dataDir, ["list"])).toEqual({
      code: 0,
      out: "ruth@example.com\towner\tRuth\n",
      problems: "",
    });
  });

  test("works while the server runs, whose sign-in then knows the account", async () => {
    const dataDir = join(folder, "running");
    const server = await startServer({ dataDir });
    const post = async (path: string, fields: Record<string, string>) => {
      const response = await fetch(server.url + path, {
        method: "POST",
        redirect: "manual",
        headers: { origin: server.url },
        body: new URLSearchParams(fields),
      });
      return [response.status, response.headers.get("location")];
    };
    const signIn = (typed = password) => post("/auth", { email: "joan@example.com", password: typed });
    expect(await signIn()).toEqual([401, null]);
    await staff(dataDir, ["add", " Joan@Example.com ", "--role", "owner"], `${password}\n`);
    expect(await signIn()).toEqual([303, "/admin"]);
    expect(await staff(dataDir, ["remove", "joan@example.com"])).toEqual({
      code: 1,
      out: "",
      problems: "joan@example.com is the last owner: make somebody else an owner first.\n",
    });
    const linked = await staff(dataDir, ["link", "joan@example.com"]);
    const [, path = ""] = /localhost:3000(\/auth\/reset\/\S+)\n$/.exec(linked.out) ?? [];
    expect((await fetch(server.url + path)).status).toBe(200);
    const another = "another password for tests";
    expect((await post(path, { password: another }))[0]).toBe(200);
    expect(await signIn()).toEqual([401, null]);
    expect(await signIn(another)).toEqual([303, "/admin"]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.stop();
  });

  test("refuses what cannot be an account, before it touches any database", async () => {
    const dataDir = join(folder, "never");
    expect(await staff(dataDir, ["add", "ruth@example.com", "--role", "staff"], "too short")).toEqual({
      code: 1,
      out: "",
      problems: "About the password: Please use at least 12 characters.\n",
    });
    expect(await staff(dataDir, ["add", "ruth", "--role", "staff"], password)).toMatchObject({
      code: 1,
      problems: "About the email: Please enter a valid email address.\n",
    });
    expect(postgresPid(dataDir)).toBeUndefined();
  });

  test("explains itself, with exit code 2, when it does not understand", async () => {
    const result = await staff(join(folder, "never"), ["promote"]);
    expect(result).toMatchObject({ code: 2, out: "" });
    expect(result.problems).toMatch(/^There is no command promote\.\nUsage:\n/);
  });
});

type Result = { code: number | null; out: string; problems: string };

async function staff(dataDir: string, args: readonly string[], input = ""): Promise<Result> {
  const child = spawn(process.execPath, ["server/run-command.mjs", "staff", ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATA_DIR: dataDir },
  });
  const result: Result = { code: null, out: "", problems: "" };
  child.stdout.on("data", (chunk: Buffer) => (result.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (result.problems += chunk.toString()));
  child.stdin.on("error", () => undefined); // it may end without having read
  child.stdin.end(input);
  await once(child, "close");
  return { ...result, code: child.exitCode };
}
