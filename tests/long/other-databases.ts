import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type pg from "pg";
import { startEmbeddedPostgres } from "#app/data/embedded/embedded-postgres.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { freePort } from "#tests/kit/running-server.ts";
import { asAdministrator } from "#tests/kit/test-server.ts";
import { check, NotRun } from "./check.ts";
import { startDebianPostgres, type TriedServer } from "./debian-postgres.ts";

// The same tests through an operator's PostgreSQL: one from the package that comes with us, over a loopback port with a
// password, and the one that Debian packs.

await checkServer("a second PostgreSQL from our own package", startSecondPostgres);
await checkServer("Debian's PostgreSQL", startDebianPostgres);

async function checkServer(name: string, start: () => Promise<TriedServer>): Promise<void> {
  let server: TriedServer | undefined;
  const running = async (): Promise<TriedServer> => (server ??= await start());
  try {
    await check(`Database and HTTP tests through ${name}`, async () => runTests(await running()));
    await check(`Browser tests through ${name}`, async () => runJourneys(await running()));
  } finally {
    await server?.stop();
  }
}

async function runTests(server: TriedServer): Promise<string> {
  const summary = await run("vitest", ["run", "--project", "db", "--project", "http"], {
    TEST_DATABASE_URL: server.url,
  });
  return `${await versionOf(server)}; ${summary}`;
}

/** The built server is told of it by DATABASE_URL alone, and so are the shell commands that the tests run. */
async function runJourneys(server: TriedServer): Promise<string> {
  if (!existsSync(process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium")) {
    throw new NotRun("there is no Chromium");
  }
  await asking(server, (client) =>
    client.query("create database journeys template template0 encoding 'UTF8'"),
  );
  const address = new URL(server.url);
  address.pathname = "/journeys";
  const summary = await run("playwright", ["test"], {
    DATABASE_URL: address.href,
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    E2E_PORT: String(await freePort()),
  });
  return `${await versionOf(server)}; ${summary}`;
}

async function startSecondPostgres(): Promise<TriedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "practice-prove-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    forTests: { loopbackPort: true, administrator: true, settings: { max_connections: "100" } },
  });
  const { host, port, user, password, database } = postgres.connection;
  return {
    url: `postgres://${user}:${password}@${host}:${port}/${database}`,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function versionOf(server: TriedServer): Promise<string> {
  return asking(server, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    return `PostgreSQL ${rows[0]?.version ?? "of no version"}`;
  });
}

function asking<T>({ url }: TriedServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return asAdministrator({ url, template: "", prefix: "" }, work);
}

/** Runs a test command. @returns its own summary @throws with the end of what it printed, where it fails */
async function run(command: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(`${command} failed\n${printed.slice(-6_000)}`);
  const summary = stripVTControlCharacters(printed)
    .split("\n")
    .filter((line) => /^\s*(Tests\s|\d+ (passed|skipped|flaky)\b)/.test(line));
  return summary.map((line) => line.trim()).join(", ");
}
