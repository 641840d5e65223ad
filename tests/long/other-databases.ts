import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type pg from "pg";
import { startEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { freePort, type RunningServer, startServer } from "#tests/kit/running-server.ts";
import { asAdministrator } from "#tests/kit/test-server.ts";
import { answers } from "../../bench/load/lead-requests.ts";
import { check, NotRun } from "./check.ts";
import { startDebianPgBouncer } from "./debian-pgbouncer.ts";
import { startDebianPostgres, type TestDatabaseServer } from "./debian-postgres.ts";

// Runs the tests on external databases: PostgreSQL from our own package on a loopback port with a password, Debian's PostgreSQL, and
// PgBouncer.

await checkServer("a second PostgreSQL from our own package", startSecondPostgres);
await checkServer("Debian's PostgreSQL", startDebianPostgres);

await checkPooler();

/** The program connects through PgBouncer; the test administrator connects to the server directly. */
async function checkPooler(): Promise<void> {
  const started: TestDatabaseServer[] = [];
  const start = async (server: Promise<TestDatabaseServer>): Promise<TestDatabaseServer> => {
    const running = await server;
    started.unshift(running);
    return running;
  };
  const name = "Debian's PgBouncer in transaction mode";
  try {
    let pooler: TestDatabaseServer | undefined;
    await check(`Two servers and three hundred concurrent forms with ${name}`, async () => {
      pooler = await start(startDebianPgBouncer(await start(startDebianPostgres())));
      return sendForms(pooler);
    });
    await check(`Browser tests with ${name}`, async () => {
      if (pooler === undefined) throw new NotRun("the pooler did not start");
      return runJourneys(pooler);
    });
  } finally {
    for (const server of started) await server.stop();
  }
}

/** Sends each form from a different address to two servers that share the pooler. @throws if any response is an error */
async function sendForms({ url }: TestDatabaseServer): Promise<string> {
  const env = { DATABASE_URL: url, SESSION_SECRET: randomBytes(32).toString("base64url") };
  const dataDir = join(tmpdir(), "practice-prove-none");
  const servers: RunningServer[] = [];
  try {
    for (let count = 0; count < 2; count += 1) servers.push(await startServer({ dataDir, env }));
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, number) => {
        const path = number % 3 === 0 ? "linkedin-live-signup" : "pre-loi-assessment";
        const response = await fetch(`${servers[number % 2]?.url}/functions/v1/${path}`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": `198.18.${number >> 8}.${number & 255}`,
          },
          body: JSON.stringify({
            name: `Person ${number}`,
            email: `person-${number}@example.com`,
            phone: "(512) 555-0100",
            ...answers(number),
          }),
        });
        return response.status;
      }),
    );
    const faults = statuses.filter((status) => status >= 500);
    if (faults.length > 0) throw new Error(`${faults.length} of 300 returned ${faults[0]}`);
    for (const server of servers) {
      const { status } = await fetch(`${server.url}/readyz`);
      if (status !== 200) throw new Error(`/readyz returned ${status}`);
    }
    return `${statuses.filter((status) => status === 200).length} of 300 returned 200, no errors`;
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function checkServer(name: string, start: () => Promise<TestDatabaseServer>): Promise<void> {
  let server: TestDatabaseServer | undefined;
  const running = async (): Promise<TestDatabaseServer> => (server ??= await start());
  try {
    await check(`Database and HTTP tests with ${name}`, async () => runTests(await running()));
    await check(`Browser tests with ${name}`, async () => runJourneys(await running()));
  } finally {
    await server?.stop();
  }
}

async function runTests(server: TestDatabaseServer): Promise<string> {
  const summary = await run("vitest", ["run", "--project", "db", "--project", "http"], {
    TEST_DATABASE_URL: server.url,
  });
  return `${await readVersion(server)}; ${summary}`;
}

/** DATABASE_URL alone connects the built server and the commands that the tests run to this database. */
async function runJourneys(server: TestDatabaseServer): Promise<string> {
  if (!existsSync(process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium")) {
    throw new NotRun("Chromium is not installed");
  }
  await withClient(server, (client) =>
    client.query("create database journeys template template0 encoding 'UTF8'"),
  );
  const address = new URL(server.url);
  address.pathname = "/journeys";
  const summary = await run("playwright", ["test"], {
    DATABASE_URL: address.href,
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    E2E_PORT: String(await freePort()),
  });
  return `${await readVersion(server)}; ${summary}`;
}

async function startSecondPostgres(): Promise<TestDatabaseServer> {
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

function readVersion(server: TestDatabaseServer): Promise<string> {
  return withClient(server, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    return `PostgreSQL ${rows[0]?.version ?? "of unknown version"}`;
  });
}

function withClient<T>({ url }: TestDatabaseServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return asAdministrator({ url, template: "", prefix: "" }, work);
}

/**
 * Runs a test command.
 * @returns its summary
 * @throws with the end of its output if it fails
 */
async function run(command: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(command, args, {
    // The tests with more rounds say nothing more about a database.
    env: { ...process.env, PROVE: "", ...env },
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
