import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { freePort, refusal, startServer } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-startup-errors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secret = { SESSION_SECRET: "a secret for tests, longer than thirty-two characters" };

/** Expects one sentence without a stack trace and a nonzero exit code. */
function expectSentence(
  result: { code: number | null; printed: string },
  ...parts: (string | RegExp)[]
): void {
  for (const part of parts) expect(result.printed).toMatch(part);
  expect(result.printed).not.toMatch(/^\s+at /m);
  expect(result.printed.trim().split("\n")).toHaveLength(1);
  expect(result.code).not.toBe(0);
  expect(result.code).not.toBeNull();
}

/** Runs a command that is expected to fail. */
async function runFailingCommand(
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, ["server/run-command.mjs", ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, "close");
  return { code: child.exitCode, printed };
}

describe("startup fails with one sentence that says what to do", () => {
  it("if the port is in use", async () => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    expectSentence(
      await refusal({ dataDir: join(folder, "port"), port }),
      `Port ${port} is already in use`,
      "set PORT",
    );
    other.close();
  });

  it.each(["0", "1.5", "17", "many"])("if WORKERS is %s", async (value) => {
    expectSentence(
      await refusal({ dataDir: join(folder, "workers"), env: { WORKERS: value } }),
      "WORKERS must be a whole number from 1 to 16.",
    );
  });

  it("once, with several processes, if the port or the data folder is in use", async () => {
    const dataDir = join(folder, "workers");
    const first = await startServer({ dataDir, env: { WORKERS: "2" } });
    const port = Number(new URL(first.url).port);
    const env = { WORKERS: "2" };
    expectSentence(
      await refusal({ dataDir: join(folder, "workers-other"), port, env }),
      `Port ${port} is already in use`,
    );
    expectSentence(await refusal({ dataDir, env }), String(first.child.pid), "DATA_DIR");
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.stop();
  });

  it("once, with several processes, if the database does not answer", async () => {
    const port = await freePort();
    const env = {
      ...secret,
      DATABASE_URL: `postgres://practice:word@127.0.0.1:${port}/practice`,
      WORKERS: "3",
    };
    const result = await refusal({ dataDir: join(folder, "workers-none"), env });
    expectSentence(result, `127.0.0.1:${port}`);
    expect(result.printed).not.toContain("word@");
  });

  it("if another server uses the data folder", async () => {
    const dataDir = join(folder, "shared");
    const first = await startServer({ dataDir });
    expectSentence(await refusal({ dataDir }), String(first.child.pid), "DATA_DIR");
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.stop();
  });

  it("if the data folder is not a folder", async () => {
    const dataDir = join(folder, "file");
    writeFileSync(dataDir, "");
    expectSentence(await refusal({ dataDir: join(dataDir, "below") }), "DATA_DIR");
  });

  it("if another major version created the data folder", async () => {
    const dataDir = join(folder, "old");
    mkdirSync(join(dataDir, "postgres"), { recursive: true });
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "15\n");
    expectSentence(await refusal({ dataDir }), "15", "18");
  });

  it("if no database answers at DATABASE_URL, without showing its password", async () => {
    const port = await freePort();
    const result = await refusal({
      dataDir: join(folder, "none"),
      env: { ...secret, DATABASE_URL: `postgres://practice:hunter2@127.0.0.1:${port}/practice` },
    });
    expectSentence(result, "DATABASE_URL", String(port));
    expect(result.printed).not.toContain("hunter2");
  });

  it("if the role of DATABASE_URL cannot create a missing extension; a command fails with the same sentence", async () => {
    const served = await servePostgres(join(folder, "served"));
    const administrator = new pg.Client({ connectionString: served.url });
    await administrator.connect();
    await administrator.query(
      "create role website login password 'hunter2'; create schema authorization website",
    );
    await administrator.end();
    const url = new URL(served.url);
    url.username = "website";
    url.password = "hunter2";
    const env = { ...served.env, DATABASE_URL: url.href };
    // If the build is outdated, the first command rebuilds it and prints that.
    await runFailingCommand(["staff"], env);
    const failures = [
      await refusal({ dataDir: join(folder, "none"), env }),
      await runFailingCommand(["staff", "list"], env),
    ];
    await served.stop();
    for (const result of failures) {
      expectSentence(result, 'run "create extension pg_trgm; create extension unaccent;" in that database');
      expect(result.printed).not.toContain("hunter2");
    }
  });

  it("if DATABASE_URL is set without SESSION_SECRET", async () => {
    const result = await refusal({
      dataDir: join(folder, "none"),
      env: { DATABASE_URL: "postgres://practice@127.0.0.1:1/practice" },
    });
    expectSentence(result, "SESSION_SECRET");
  });

  it("if emails would contain links to localhost", async () => {
    const result = await refusal({
      dataDir: join(folder, "none"),
      env: { SMTP_URL: "smtp://user:hunter2@mail.example.com" },
    });
    expectSentence(result, "SITE_URL", "SMTP_URL");
    expect(result.printed).not.toContain("hunter2");
  });

  it("if settings are malformed, with one line for each of them", async () => {
    const result = await refusal({
      dataDir: folder,
      env: { PORT: "http", SITE_URL: "example.com", LOG_LEVEL: "loud", TRUSTED_PROXIES: "10.0.0.0/8,proxy" },
    });
    expect(result.code).toBe(1);
    expect(
      result.printed
        .trim()
        .split("\n")
        .map((line) => line.split(" ", 1)[0]),
    ).toEqual(["PORT", "SITE_URL", "TRUSTED_PROXIES", "LOG_LEVEL"]);
  });
});

it("pages contain the configured SITE_URL", async () => {
  const server = await startServer({
    dataDir: join(folder, "address"),
    env: { SITE_URL: "https://www.pinnacle.example" },
  });
  const response = await fetch(server.url);
  expect(await response.text()).toContain('href="https://www.pinnacle.example/"');
  expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
  await server.stop();
});
