import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, until } from "#tests/kit/running-server.ts";
import { signUpByForm } from "#tests/kit/sign-up-by-form.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-event-"));
// Where the build is older than its sources, the first command makes it, and says so.
beforeAll(() => command("event"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

// Years ahead, whenever this runs.
const details = "--start 2090-12-14T12:00 --join-url https://live.example.com/a --topic Tax".split(" ");

test("the shell sets events and tries letters again, with a server and without one", async () => {
  const added = await command("event", "add", "--title", "The first", ...details);
  expect(added.out).toMatch(/^Added The first, Thursday, December 14, 2090, 12:00 PM CST \(.{36}\)\.\n$/);
  expect(added.code).toBe(0);

  const server = await startServer({ dataDir });
  const page = async () => (await fetch(`${server.url}/linkedin-live-signup`)).text();
  // The sample's events are for an empty installation.
  expect(await page()).toContain("The first");

  const [id = ""] = (await command("event", "list")).out.split("\t");
  await command("event", "edit", id, "--title", "Another name");
  await until("the page to follow", async () => (await page()).includes("Another name"), 3_000);

  await signUpByForm(server.url, { name: "Ada Byron", email: "ada@example.com" });
  const kept = () => command("letters", "list", "--state", "kept", "--show-recipients");
  await until("both letters to be kept", async () => (await kept()).out.split("\n").length === 3);
  const [letter = ""] = (await kept()).out.split("\n").filter((line) => line.includes("\tevent-place\t"));
  const [letterId = ""] = letter.split("\t");

  await command("event", "edit", id, "--title", "The last name");
  expect((await command("letters", "retry", letterId)).code).toBe(0);
  const shown = () => command("letters", "show", letterId);
  // It is written anew, from what is true by then.
  await until("the letter to be tried again", async () => (await shown()).out.includes("Attempts: 2"));
  expect((await shown()).out).toContain("The last name");

  expect((await command("event", "cancel", id)).out).toContain("1 person who holds a place is told.");
  await server.stop();
  expect((await command("event", "list")).out).toMatch(/^.{36}\tcancelled\t.*\t1\/100\t0\tThe last name\n$/);
});

test("each explains itself, with exit code 2, when it does not understand", async () => {
  for (const name of ["event", "letters"] as const) {
    const { code, problems, out } = await command(name, "promote");
    expect([code, out]).toEqual([2, ""]);
    expect(problems).toMatch(/^There is no command promote\.\nUsage:\n/);
  }
});

type Result = { code: number | null; out: string; problems: string };

async function command(name: "event" | "letters", ...args: string[]): Promise<Result> {
  const child = spawn(process.execPath, ["server/run-command.mjs", name, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATA_DIR: dataDir },
  });
  const result: Result = { code: null, out: "", problems: "" };
  child.stdout.on("data", (chunk: Buffer) => (result.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (result.problems += chunk.toString()));
  await once(child, "close");
  return { ...result, code: child.exitCode };
}
