import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { copyDataDir, eventually, scratchFolder } from "#embedded-postgres/testing";
import { connectDatabase, type ConnectOptions, type DatabaseConnection } from "./connect.server.ts";
import { isUnavailable } from "./postgres-errors.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";

const newFolder = scratchFolder();
const connections: DatabaseConnection[] = [];
let seed: string;

beforeAll(async () => {
  seed = join(await newFolder(), "seed");
  await (await connect(seed)).close();
});

afterEach(async () => {
  await Promise.all(connections.splice(0).map((connection) => connection.close()));
});

async function connect(dataDir: string, options: Partial<ConnectOptions> = {}): Promise<DatabaseConnection> {
  const connection = await connectDatabase({ databaseUrl: undefined, dataDir, log: silentLog, ...options });
  connections.push(connection);
  return connection;
}

async function newDataDir(): Promise<string> {
  return copyDataDir(seed, join(await newFolder(), "data"));
}

async function refusal(dataDir: string): Promise<string> {
  const error: unknown = await connect(dataDir).catch((problem: unknown) => problem);
  if (!(error instanceof StartupProblem)) throw new Error("no error was thrown", { cause: error });
  return error.message;
}

const email = { kind: "test", recipient: "a@example.com", subject: "s", bodyText: "b", settledAt: null };

describe("the embedded database", () => {
  test("describes its location and keeps its data between starts", async () => {
    const dataDir = await newDataDir();
    const first = await connect(dataDir);
    expect(first.describe()).toBe(
      `Data is stored in ${dataDir}, in the embedded database (PostgreSQL 18.4).`,
    );
    await migrate({ pool: first.pool, log: silentLog });
    await first.db.insertInto("letters").values(email).execute();
    await first.close();
    const second = await connect(dataDir);
    expect(await migrate({ pool: second.pool, log: silentLog })).toEqual([]);
    expect(await second.db.selectFrom("letters").select("bodyText").execute()).toEqual([{ bodyText: "b" }]);
  });

  test("a killed server restarts automatically, and queries meanwhile count as unavailable @long", async () => {
    const dataDir = await newDataDir();
    const { db, pool } = await connect(dataDir);
    await migrate({ pool, log: silentLog });
    await db.insertInto("letters").values(email).execute();
    const [pid] = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");
    const failures: unknown[] = [];
    await eventually(async () => {
      try {
        const { length } = await db.selectFrom("letters").select("id").execute();
        // An open connection may respond once more before it fails.
        return length === 1 && failures.length > 0;
      } catch (error) {
        failures.push(error);
        return false;
      }
    });
    expect(failures.filter((error) => !isUnavailable(error))).toEqual([]);
  });

  test("is refused if its configuration file disables sync", async () => {
    const dataDir = await newDataDir();
    await appendFile(join(dataDir, "postgres", "postgresql.conf"), "fsync = off\n");
    expect(await refusal(dataDir)).toBe(
      "The database server runs with fsync = off and could lose committed data: turn fsync on and start again.",
    );
  });

  test("reports a password file of another database", async () => {
    const dataDir = await newDataDir();
    await writeFile(join(dataDir, "postgres.password"), "another");
    expect(await refusal(dataDir)).toBe(
      `The file postgres.password in ${dataDir} is not the password of the database beside it: restore the one that belongs to it.`,
    );
    await writeFile(join(dataDir, "postgres.password"), await readFile(join(seed, "postgres.password")));
    expect((await connect(dataDir)).describe()).toContain(dataDir);
  });

  test("a command works beside a running server and without one, and does not stop the server", async () => {
    const dataDir = await newDataDir();
    const server = await connect(dataDir);
    await migrate({ pool: server.pool, log: silentLog });
    const beside = await connect(dataDir, { purpose: "command" });
    await beside.db.insertInto("letters").values(email).execute();
    await beside.close();
    expect(await server.db.selectFrom("letters").select("kind").execute()).toHaveLength(1);
    await server.close();
    const alone = await connect(dataDir, { purpose: "command" });
    expect(await alone.db.selectFrom("letters").select("kind").execute()).toHaveLength(1);
    await alone.close();
    expect(await (await connect(dataDir)).db.selectFrom("letters").select("kind").execute()).toHaveLength(1);
  });
});
