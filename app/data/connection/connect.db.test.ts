import { createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { createLog, silentLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { emptyDatabase, testDatabase } from "#tests/kit/database.ts";
import { connectDatabase, type DatabaseConnection } from "./connect.server.ts";
import { isUnavailable } from "./postgres-errors.server.ts";

const connections: DatabaseConnection[] = [];

afterEach(async () => {
  await Promise.all(connections.splice(0).map((connection) => connection.close()));
});

async function connect(databaseUrl: string, log = silentLog): Promise<DatabaseConnection> {
  const connection = await connectDatabase({
    databaseUrl,
    dataDir: "/nowhere",
    log,
    acceptDataLossForTests: true,
  });
  connections.push(connection);
  return connection;
}

async function refusal(
  databaseUrl: string,
  { acceptDataLossForTests = true, connectTimeoutMs = 5_000 } = {},
): Promise<string> {
  const error: unknown = await connectDatabase({
    databaseUrl,
    dataDir: "/nowhere",
    log: silentLog,
    acceptDataLossForTests,
    connectTimeoutMs,
  }).then(
    () => new Error("no error was thrown"),
    (problem: unknown) => problem,
  );
  if (!(error instanceof StartupProblem)) throw error;
  expect(error.message).not.toContain("\n");
  return error.message;
}

function changed(url: string, change: (url: URL) => void): string {
  const copy = new URL(url);
  change(copy);
  return copy.href;
}

describe("an external database", () => {
  test("describes where data is stored, without the password", async () => {
    const url = await emptyDatabase();
    const { host, pathname, password } = new URL(url);
    const sentence = (await connect(url)).describe();
    expect(sentence).toMatch(
      new RegExp(
        `^Data is stored in the database ${pathname.slice(1)} at ${host} \\(PostgreSQL \\d+\\.\\d+.*\\)\\.$`,
      ),
    );
    expect(sentence).not.toContain(password);
  });

  test("is refused if it does not sync, with the name of the setting", async () => {
    const url = await emptyDatabase();
    // The test server runs without sync. On the server in TEST_DATABASE_URL, it is disabled for this database.
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    const fsync: unknown = (await client.query("show fsync")).rows[0];
    await client.end();
    const name = JSON.stringify(fsync).includes("off") ? "fsync" : "synchronous_commit";
    expect(await refusal(url, { acceptDataLossForTests: false })).toBe(
      `The database server runs with ${name} = off and could lose committed data: turn ${name} on and start again.`,
    );
  });

  test("is refused with another encoding", async () => {
    const url = await emptyDatabase();
    const name = `${new URL(url).pathname.slice(1)}_latin`;
    const client = new pg.Client({ connectionString: inject("testServer").url });
    await client.connect();
    await client.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    );
    await client.end();
    expect(await refusal(changed(url, (copy) => (copy.pathname = `/${name}`)))).toMatch(
      /^The database stores text as SQL_ASCII, and names need UTF8/,
    );
  });

  test.each([
    [
      "a wrong password",
      (url: URL) => (url.password = "s3cret%2Fguess"),
      /does not accept the user \S+ with this password/,
    ],
    [
      "a missing database",
      (url: URL) => (url.pathname = "/not_there"),
      /^There is no database not_there on the server at /,
    ],
    ["a closed port", (url: URL) => (url.port = "1"), /^No server responds at \S+:1 \(from DATABASE_URL\)/],
    [
      "an unknown host",
      (url: URL) => (url.hostname = "db.invalid"),
      /^The host db\.invalid named in DATABASE_URL cannot be found/,
    ],
  ])("%s is reported in one sentence without the password", async (_what, change, sentence) => {
    const url = changed(await emptyDatabase(), change);
    const message = await refusal(url);
    expect(message).toMatch(sentence);
    expect(message).not.toContain(new URL(url).password);
    expect(message).not.toContain("s3cret");
  });

  test("a server that accepts connections and does not respond is reported as unavailable", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const url = `postgres://user:s3cret@127.0.0.1:${port}/practice`;
    expect(await refusal(url, { connectTimeoutMs: 200 })).toBe(
      `No server responds at 127.0.0.1:${port} (from DATABASE_URL): start that PostgreSQL server or correct the address.`,
    );
    silent.close();
  });
});

test("with two servers, one that rejects the user is passed over", async () => {
  const rejecting = createServer((socket) => {
    socket.once("data", () => socket.end(errorResponse("28000", "no pg_hba.conf entry for host")));
  });
  await new Promise<void>((resolve) => rejecting.listen(0, "127.0.0.1", resolve));
  const address = rejecting.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = await emptyDatabase();
  const connection = await connect(url.replace("@", `@127.0.0.1:${port},`));
  expect((await connection.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  rejecting.close();
});

/** A message of PostgreSQL’s protocol that ends a connection before it begins. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const header = Buffer.alloc(5);
  header.write("E");
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

describe("connections", () => {
  const { db, pool } = testDatabase();

  test("64-bit integers are numbers, and an integer that is too large is an error", async () => {
    expect((await pool.query("select 9007199254740991::bigint as large")).rows).toEqual([
      { large: Number.MAX_SAFE_INTEGER },
    ]);
    await expect(pool.query("select 9007199254740993::bigint as large")).rejects.toThrow(
      "which a number cannot represent exactly",
    );
    const { count } = await db
      .selectFrom("letters")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  test("timestamps are instants, and dates remain text", async () => {
    const answer = await pool.query(
      "select '2026-05-01'::date as day, '2026-05-01T12:00Z'::timestamptz as moment",
    );
    expect(answer.rows).toEqual([{ day: "2026-05-01", moment: new Date("2026-05-01T12:00:00Z") }]);
  });

  test("a connection that the server ends is logged and replaced by a new one", async () => {
    const events: string[] = [];
    const log = createLog({ level: "warn", write: (line) => events.push(line) });
    const connection = await connect(await emptyDatabase(), log);
    const answer = await connection.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    await pool.query("select pg_terminate_backend($1)", [answer.rows[0]?.pid]);
    await expect.poll(() => events.join("")).toContain("database.connection_lost");
    const again = await connection.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    expect(again.rows[0]?.pid).not.toBe(answer.rows[0]?.pid);
  });

  test("a connection that breaks during a transaction fails that transaction, not the process", async () => {
    const events: string[] = [];
    const log = createLog({ level: "warn", write: (line) => events.push(line) });
    const connection = await connect(await emptyDatabase(), log);
    const work = connection.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await expect.poll(() => events.join("")).toContain("database.connection_lost");
      await sql`select 1`.execute(trx);
    });
    expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true);
    expect((await connection.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("a query that the server's shutdown aborts counts as unavailable; an invalid one does not", async () => {
    const connection = await connect(await emptyDatabase());
    const client = await connection.pool.connect();
    client.on("error", () => undefined);
    const answer = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const sleeping = client.query("select pg_sleep(10)").catch((error: unknown) => error);
    await pool.query("select pg_terminate_backend($1)", [answer.rows[0]?.pid]);
    expect(isUnavailable(await sleeping)).toBe(true);
    client.release(true);
    expect(isUnavailable(await pool.query("select nothing").catch((error: unknown) => error))).toBe(false);
  });

  test("a timeout while all connections are busy counts as unavailable @long", async () => {
    const connection = await connectDatabase({
      databaseUrl: await emptyDatabase(),
      dataDir: "/nowhere",
      log: silentLog,
      maxConnections: 1,
      // Long enough for a slow machine to open one connection, and short for a test.
      connectTimeoutMs: 3_000,
      acceptDataLossForTests: true,
    });
    connections.push(connection);
    const client = await connection.pool.connect();
    const waited: unknown = await connection.pool.query("select 1").catch((error: unknown) => error);
    client.release();
    expect(isUnavailable(waited)).toBe(true);
  });
});
