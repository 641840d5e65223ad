import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#embedded-postgres";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { createEmptyTablesFunction } from "./empty-tables.ts";
import { asAdministrator, databaseUrl, type TestServer } from "./test-server.ts";

/**
 * Vitest's global setup for tests with PostgreSQL: one server for the whole run without disk syncing, with a migrated template database.
 * TEST_DATABASE_URL selects another server, whose user must be a superuser.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const running = await share();
  project.provide("testServer", running.server);
  project.provide("projectName", project.name);
  return leave;
}

type Running = { server: TestServer; stop: () => Promise<void> };

// Each project loads this module separately, so shared state is stored in the global object.
const sharedKey = Symbol.for("exit-planning-practice.test-server");
type Shared = { users: number; running: Promise<Running> };

function sharedState(): Shared | undefined {
  // The property is not declared in the type of the global object.
  return Reflect.get(globalThis, sharedKey) as Shared | undefined;
}

function share(): Promise<Running> {
  const shared = sharedState() ?? { users: 0, running: start() };
  shared.users += 1;
  Reflect.set(globalThis, sharedKey, shared);
  return shared.running;
}

async function leave(): Promise<void> {
  const shared = sharedState();
  if (shared === undefined) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  Reflect.deleteProperty(globalThis, sharedKey);
  await (await shared.running).stop();
}

async function start(): Promise<Running> {
  const named = process.env["TEST_DATABASE_URL"];
  const { url, stop } = named === undefined ? await startOwn() : { url: named, stop: undefined };
  const prefix = `test_${randomUUID().slice(0, 8)}_`;
  const server: TestServer = { url, template: `${prefix}template`, prefix };
  await asAdministrator(server, (client) => client.query(`create database ${server.template}`));
  const pool = openPool({ connectionString: databaseUrl(server, server.template) }, silentLog);
  await migrate({ pool, log: silentLog });
  await createEmptyTablesFunction(pool);
  await pool.end();
  return { server, stop: stop ?? (() => dropDatabases(server)) };
}

/** Test data does not need to survive a crash. */
const fastSettings = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum: "off",
  max_connections: "100",
};

/** Starts our own PostgreSQL on a loopback port, so that tests connect as to an external server. */
async function startOwn(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "practice-test-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    forTests: { settings: fastSettings, loopbackPort: true, administrator: true },
  });
  const { host, port, user, password, database } = postgres.connection;
  return {
    url: `postgres://${user}:${password}@${host}:${port}/${database}`,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function dropDatabases(server: TestServer): Promise<void> {
  await asAdministrator(server, async (client) => {
    const found = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [server.prefix],
    );
    for (const { datname } of found.rows) await client.query(`drop database ${datname} with (force)`);
  });
}
