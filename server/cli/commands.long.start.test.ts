import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresPid, startServer, until } from "#tests/kit/running-server.ts";
import { signUpByForm } from "#tests/kit/sign-up-by-form.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-commands-"));
// If the build is older than its sources, the first command builds it and prints that.
beforeAll(() => runIn(folder, ["clock"]));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const password = "a password for tests";

test("staff works before the first start of the server, and stops the database that it started", async () => {
  const dataDir = join(folder, "fresh");
  const added = await runIn(
    dataDir,
    ["staff", "add", "ruth@example.com", "--role", "owner", "--name", "Ruth"],
    password,
  );
  expect(added).toEqual({ code: 0, out: "Added ruth@example.com as owner.\n", problems: "" });
  expect(postgresPid(dataDir)).toBeUndefined();
  expect(await runIn(dataDir, ["staff", "list"])).toEqual({
    code: 0,
    out: "ruth@example.com\towner\tRuth\n",
    problems: "",
  });
});

test("a running server accepts sign-ins of an account that the staff command added", async () => {
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
  await runIn(dataDir, ["staff", "add", " Joan@Example.com ", "--role", "owner"], `${password}\n`);
  expect(await signIn()).toEqual([303, "/admin"]);
  expect(await runIn(dataDir, ["staff", "remove", "joan@example.com"])).toEqual({
    code: 1,
    out: "",
    problems: "joan@example.com is the last owner. Give another account the role owner first.\n",
  });
  const linked = await runIn(dataDir, ["staff", "link", "joan@example.com"]);
  const [, path = ""] = /localhost:3000(\/auth\/reset\/\S+)\n$/.exec(linked.out) ?? [];
  expect((await fetch(server.url + path)).status).toBe(200);
  const another = "another password for tests";
  expect((await post(path, { password: another }))[0]).toBe(200);
  expect(await signIn()).toEqual([401, null]);
  expect(await signIn(another)).toEqual([303, "/admin"]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop();
});

test("staff refuses an invalid account before it starts a database", async () => {
  const dataDir = join(folder, "never");
  const add = ["staff", "add", "ruth@example.com", "--role", "staff"];
  expect(await runIn(dataDir, add, "too short")).toEqual({
    code: 1,
    out: "",
    problems: "Invalid password: Please use at least 12 characters.\n",
  });
  expect(postgresPid(dataDir)).toBeUndefined();
});

test("event changes the live events, with or without a running server", async () => {
  const dataDir = join(folder, "events");
  const event = (...args: string[]) => runIn(dataDir, ["event", ...args]);
  // Years ahead, so that the test does not expire.
  const details = "--start 2090-12-14T12:00 --join-url https://live.example.com/a --topic Tax".split(" ");
  const added = await event("add", "--title", "The first", ...details);
  expect(added.out).toMatch(/^Added The first, Thursday, December 14, 2090, 12:00 PM CST \(.{36}\)\.\n$/);
  expect(added.code).toBe(0);

  const server = await startServer({ dataDir });
  const page = async () => (await fetch(`${server.url}/linkedin-live-signup`)).text();
  // The sample events are stored in an empty installation only.
  expect(await page()).toContain("The first");

  const [id = ""] = (await event("list")).out.split("\t");
  await event("edit", id, "--title", "The last name");
  await until("the page to follow", async () => (await page()).includes("The last name"), 3_000);

  await signUpByForm(server.url, { name: "Ada Byron", email: "ada@example.com" });
  expect((await event("cancel", id)).out).toContain(
    "1 person with a seat or on the waiting list will get an email.",
  );
  await server.stop();
  expect((await event("list")).out).toMatch(/^.{36}\tcanceled\t.*\t1\/100\t0\tThe last name\n$/);
});

test("person exports and erases a person, with or without a running server", async () => {
  const dataDir = join(folder, "people");
  const person = (...args: string[]) => runIn(dataDir, ["person", ...args]);
  const server = await startServer({ dataDir });
  await signUpByForm(server.url, { name: "Ada Byron", email: "ada@example.com" });
  const exported = () => person("export", "Ada@Example.com");
  await until("both emails to be kept", async () => (await exported()).out.split('"kept"').length === 3);
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
  expect((await person("rewrite")).out).toContain("No one was erased since the last rewrite.");
  await server.stop();
  expect(server.output()).not.toContain("ada@");

  const problems = "No data is stored for that email address.\n";
  expect(await exported()).toEqual({ code: 1, out: "", problems });
});

test("audit lists what commands and the server recorded, with or without a running server", async () => {
  const dataDir = join(folder, "audit");
  const audit = (...args: string[]) => runIn(dataDir, ["audit", "list", ...args]);
  const time = /^\d+\t\d{4}-\d\d-\d\d, \d\d:\d\d:\d\d C[SD]T\t/;
  // This command creates the secret that the server then uses.
  await runIn(dataDir, ["person", "withdraw", "ada@example.com", "--phone"]);
  const server = await startServer({ dataDir });
  await runIn(dataDir, ["person", "withdraw", "ada@example.com", "--email"]);

  const listed = await audit("--person", "Ada@Example.com");
  expect([listed.code, listed.problems]).toEqual([0, ""]);
  const lines = listed.out.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  for (const [index, channel] of ["email", "phone"].entries()) {
    expect(lines[index]).toMatch(time);
    expect(lines[index]?.replace(time, "")).toMatch(
      new RegExp(`^consent-withdrawn\tshell\tperson:[\\w-]{22}\tchannels ${channel}\t-$`),
    );
  }
  expect(listed.out).not.toContain("ada@");
  await server.stop();

  expect((await audit("--person", "ada@example.com")).out).toBe(listed.out);
  const document: unknown = JSON.parse((await audit("--json", "--limit", "1")).out);
  expect(document).toMatchObject([{ action: "consent-withdrawn", actorKind: "shell", clientAddress: null }]);
  expect(postgresPid(dataDir)).toBeUndefined();
});

test.each(["staff", "event", "person", "audit", "clock", "demo"])(
  "%s exits with 2 after a usage error",
  async (name) => {
    const { code, out, problems } = await runIn(join(folder, "never"), [name, "promote"]);
    expect([code, out]).toEqual([2, ""]);
    expect(problems).toMatch(/^error: [^]*\n\nUsage: npm run /);
  },
);

type Result = { code: number | null; out: string; problems: string };

async function runIn(dataDir: string, args: readonly string[], input = ""): Promise<Result> {
  const child = spawn(process.execPath, ["server/run-command.mjs", ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATA_DIR: dataDir },
  });
  const result: Result = { code: null, out: "", problems: "" };
  child.stdout.on("data", (chunk: Buffer) => (result.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (result.problems += chunk.toString()));
  child.stdin.on("error", () => undefined); // The child can exit without reading.
  child.stdin.end(input);
  await once(child, "close");
  return { ...result, code: child.exitCode };
}
