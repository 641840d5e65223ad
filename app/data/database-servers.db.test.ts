import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, inject, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { emptyDatabase } from "#tests/kit/database.ts";
import { asAdministrator } from "#tests/kit/test-server.ts";
import { addressCertificate, localhostCertificate } from "#tests/kit/test-certificates.ts";
import { scratchFolder } from "#embedded-postgres/testing";
import { startTlsRelay } from "#tests/kit/tls-relay.ts";
import { startTransactionPooler } from "#tests/kit/transaction-pooler.ts";
import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";

// Connection setups of an external database: a pooler, TLS, several servers and a read-only server.

const newFolder = scratchFolder();
const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function connect(databaseUrl: string): Promise<DatabaseConnection> {
  const connection = await connectDatabase({
    databaseUrl,
    dataDir: "/nowhere",
    log: silentLog,
    acceptDataLossForTests: true,
  });
  closing.push(() => connection.close());
  return connection;
}

async function refusal(databaseUrl: string): Promise<string> {
  const error: unknown = await connect(databaseUrl).then(
    () => new Error("it was accepted"),
    (problem: unknown) => problem,
  );
  if (!(error instanceof StartupProblem)) throw error;
  return error.message;
}

async function closingAtEnd<T extends { stop: () => void }>(started: Promise<T>): Promise<T> {
  const each = await started;
  closing.push(() => each.stop());
  return each;
}

const portOf = (url: string): { port: number } => ({ port: Number(new URL(url).port) });

/** Returns the URL of the same database at another host and port. */
function at(url: string, hosts: string, parameters = ""): string {
  const { username, password, pathname } = new URL(url);
  return `postgres://${username}:${password}@${hosts}${pathname}${parameters}`;
}

async function readOnlyDatabase(): Promise<string> {
  const url = await emptyDatabase();
  await setReadOnly(url, "on");
  return url;
}

async function setReadOnly(url: string, value: "on" | "off"): Promise<void> {
  await asAdministrator(inject("testServer"), (client) =>
    client.query(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${value}`,
    ),
  );
}

describe("behind a pooler in transaction mode", () => {
  async function pooled(): Promise<DatabaseConnection> {
    const url = await emptyDatabase();
    const { port } = await closingAtEnd(startTransactionPooler(portOf(url)));
    return connect(at(url, `127.0.0.1:${port}`));
  }

  test("connects, migrates and repeats statements", async () => {
    const { db, pool } = await pooled();
    expect((await migrate({ pool, log: silentLog })).length).toBeGreaterThan(0);
    for (const subject of ["one", "two", "one"]) {
      await db.selectFrom("letters").select("id").where("subject", "=", subject).execute();
    }
  });

  test("sets timeouts per transaction and leaves none on the session", async () => {
    const { db } = await pooled();
    const limit = sql<{ value: string }>`
      select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
        current_setting('idle_in_transaction_session_timeout') as value`;
    await db.connection().execute(async (connection) => {
      for (const transaction of [
        connection.transaction(),
        connection.transaction().setIsolationLevel("repeatable read"),
      ]) {
        const { rows } = await transaction.execute((trx) => limit.execute(trx));
        expect(rows).toEqual([{ value: "15s 10s 30s" }]);
      }
      expect((await limit.execute(connection)).rows).toEqual([{ value: "0 0 0" }]);
    });
  });

  test("without a pooler, prepares statements and sets timeouts on the session", async () => {
    const { db } = await connect(await emptyDatabase());
    await db.connection().execute(async (connection) => {
      for (let round = 0; round < 2; round += 1) await sql`select 1 as prepared`.execute(connection);
      const { rows } = await sql<{ value: string; limit: string }>`
        select count(*) as value, current_setting('statement_timeout') as limit
        from pg_prepared_statements where statement like 'select 1 as prepared'`.execute(connection);
      expect(rows).toEqual([{ value: 1, limit: "15s" }]);
    });
  });
});

describe("over TLS", () => {
  /** 0.0.0.0 is this machine, but the program treats the address as remote. */
  async function behindTls(certificate: string): Promise<{ url: string; relay: { port: number } }> {
    const url = await emptyDatabase();
    const relay = await closingAtEnd(startTlsRelay(portOf(url), certificate));
    return { url, relay };
  }

  async function fileOf(certificate: string): Promise<string> {
    const file = join(await newFolder(), "ca.pem");
    await writeFile(file, certificate);
    return file;
  }

  test("verifies a server on another machine and reports that at startup", async () => {
    const { url, relay } = await behindTls(addressCertificate);
    const file = await fileOf(addressCertificate);
    const connection = await connect(at(url, `0.0.0.0:${relay.port}`, `?sslrootcert=${file}`));
    expect(connection.describe()).toMatch(/ \(PostgreSQL [^,]+, TLS, certificate verified\)\.$/);
  });

  test("rejects a certificate from an unknown authority with a clear message", async () => {
    const { url, relay } = await behindTls(addressCertificate);
    expect(await refusal(at(url, `0.0.0.0:${relay.port}`))).toMatch(
      /^The certificate of the database server at 0\.0\.0\.0:\d+ could not be verified \(self.signed certificate.*\): name the file/,
    );
  });

  test("rejects a certificate for another name, including for a numeric address", async () => {
    const { url, relay } = await behindTls(localhostCertificate);
    const file = await fileOf(localhostCertificate);
    expect(await refusal(at(url, `0.0.0.0:${relay.port}`, `?sslrootcert=${file}`))).toMatch(
      /^The certificate of the database server at \S+ could not be verified \(Hostname\/IP does not match/,
    );
  });

  test("rejects a remote server without TLS unless DATABASE_URL disables TLS", async () => {
    const url = await emptyDatabase();
    const { port } = portOf(url);
    expect(await refusal(at(url, `0.0.0.0:${port}`))).toBe(
      `The database server at 0.0.0.0:${port} offers no TLS, which a server on another machine needs: turn ssl on there, or, where the network is trusted, add sslmode=disable to DATABASE_URL.`,
    );
    const connection = await connect(at(url, `0.0.0.0:${port}`, "?sslmode=disable"));
    expect(connection.describe()).toContain(", not encrypted).");
  });

  test("accepts any certificate with sslmode=no-verify and reports that at startup", async () => {
    const { url, relay } = await behindTls(localhostCertificate);
    const connection = await connect(at(url, `0.0.0.0:${relay.port}`, "?sslmode=no-verify"));
    expect(connection.describe()).toContain(", TLS, certificate not verified).");
  });
});

describe("with several servers", () => {
  test("uses the server that accepts writes, regardless of its position in the list", async () => {
    const url = await emptyDatabase();
    const { port } = portOf(url);
    for (const hosts of [`127.0.0.1:1,127.0.0.1:${port}`, `127.0.0.1:${port},127.0.0.1:1`]) {
      const { pool } = await connect(at(url, hosts, "?target_session_attrs=read-write"));
      expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
      // Opens several new connections at the same time.
      await Promise.all(Array.from({ length: 5 }, () => pool.query("select pg_sleep(0.05)")));
    }
  });

  test("names all servers when none responds", async () => {
    const url = at(await emptyDatabase(), "127.0.0.1:1,127.0.0.1:2");
    expect(await refusal(url)).toBe(
      "No server responds at 127.0.0.1:1, 127.0.0.1:2 (from DATABASE_URL): start that PostgreSQL server or correct the address.",
    );
  });

  test("reports that responding servers are read-only, not that another server is down", async () => {
    const url = await readOnlyDatabase();
    const { port } = portOf(url);
    expect(await refusal(at(url, `127.0.0.1:${port},127.0.0.1:1`))).toBe(
      `None of the database servers at 127.0.0.1:${port}, 127.0.0.1:1 accepts writes: start the primary, promote one of them, or correct DATABASE_URL.`,
    );
  });

  test("does not try other servers after the first rejects the password", async () => {
    const url = new URL(await emptyDatabase());
    url.password = "guessed";
    const { port } = url;
    expect(await refusal(at(url.href, `127.0.0.1:${port},127.0.0.1:1`))).toMatch(
      /does not accept the user \S+ with this password/,
    );
  });
});

describe("a read-only database", () => {
  test("fails at startup with a one-sentence message", async () => {
    const url = await readOnlyDatabase();
    const { host, pathname } = new URL(url);
    expect(await refusal(url)).toBe(
      `The database ${pathname.slice(1)} at ${host} is read-only: set default_transaction_read_only to off for it and start again.`,
    );
  });

  test("is unavailable while running and recovers when it accepts writes again", async () => {
    const url = await emptyDatabase();
    const { db, pool } = await connect(url);
    await migrate({ pool, log: silentLog });
    const letter = { kind: "test", recipient: "a@example.com", subject: "s", bodyText: "b", settledAt: null };
    const write = (): Promise<unknown> => db.insertInto("letters").values(letter).execute();
    await write();
    // Makes the pooled session read-only, as on a demoted primary.
    await pool.query("set default_transaction_read_only = on");
    expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
    await write();
    await setReadOnly(url, "on");
    await pool.query("set default_transaction_read_only = on");
    expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
    // New connections are now read-only as well.
    expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
    await setReadOnly(url, "off");
    await write();
  });
});
