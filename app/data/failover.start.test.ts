import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { ask, copyDataDir, scratchFolder } from "#embedded-postgres/testing";
import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#embedded-postgres";

const newFolder = scratchFolder();
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  while (stops.length > 0) await stops.pop()?.();
});

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const forTests = { administrator: true, loopbackPort: true };
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, forTests });
  stops.push(() => postgres.stop());
  return postgres;
}

async function connect(parts: readonly EmbeddedPostgres[]): Promise<DatabaseConnection> {
  const { user, password, database } = parts[0]?.connection ?? { user: "", password: "", database: "" };
  const hosts = parts.map(({ connection }) => `${connection.host}:${connection.port}`).join(",");
  const connection = await connectDatabase({
    databaseUrl: `postgres://${user}:${password}@${hosts}/${database}?target_session_attrs=read-write`,
    dataDir: "/nowhere",
    log: silentLog,
    connectTimeoutMs: 2_000,
  });
  stops.push(() => connection.close());
  return connection;
}

/** A primary and a standby, which accepts no writes until it is promoted. */
async function startCluster(): Promise<{ primary: EmbeddedPostgres; standby: EmbeddedPostgres }> {
  const folder = await newFolder();
  const first = await start(join(folder, "primary"));
  await ask(first.connection, "create table kept (number int)");
  await first.stop();
  copyDataDir(join(folder, "primary"), join(folder, "standby"));
  await writeFile(join(folder, "standby", "postgres", "standby.signal"), "");
  return { primary: await start(join(folder, "primary")), standby: await start(join(folder, "standby")) };
}

test("rejects a lone standby with a clear message", async () => {
  const { standby } = await startCluster();
  const { port } = standby.connection;
  await expect(connect([standby])).rejects.toThrow(
    `The database server at 127.0.0.1:${port} is a standby, which accepts no writes: point DATABASE_URL at the primary, or list all servers in it so that the program finds the primary.`,
  );
});

test("uses the primary, and after a failover the promoted standby", async () => {
  const { primary, standby } = await startCluster();
  const { pool } = await connect([standby, primary]);
  const write = (): Promise<unknown> => pool.query("insert into kept values (1)");
  await write();
  expect(await ask(primary.connection, "select count(*)::int from kept")).toEqual([1]);
  await primary.stop();
  expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
  await ask(standby.connection, "select pg_promote()");
  await expect
    .poll(
      () =>
        write().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  expect(await ask(standby.connection, "select count(*)::int from kept")).toEqual([1]);
});
