import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, inject, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { emptyDatabase } from "#tests/kit/database.ts";
import { asAdministrator } from "#tests/kit/test-server.ts";
import { addressCertificate, localhostCertificate } from "#tests/kit/test-certificates.ts";
import { scratchFolder } from "#tests/kit/embedded-runner.ts";
import { startTlsRelay } from "#tests/kit/tls-relay.ts";
import { startTransactionPooler } from "#tests/kit/transaction-pooler.ts";
import { connectDatabase, type DatabaseConnection } from "./connect.server.ts";
import { isUnavailable } from "./constraint.server.ts";
import { migrate } from "./migrate.server.ts";

// What can stand between us and a database of the operator's: a pooler, TLS, several servers, a server that only reads.

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

/** The same database, reached at another place. */
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

  test("the program connects, migrates and repeats statements", async () => {
    const { db, pool } = await pooled();
    expect((await migrate({ pool, log: silentLog })).length).toBeGreaterThan(0);
    for (const subject of ["one", "two", "one"]) {
      await db.selectFrom("letters").select("id").where("subject", "=", subject).execute();
    }
  });

  test("transactions bring their limits, and the session keeps none", async () => {
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

  test("without one, statements are prepared and the session has its limits", async () => {
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
  /** 0.0.0.0 is this machine under an address that counts as another. */
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

  test("a server on another machine is verified, and start-up says so", async () => {
    const { url, relay } = await behindTls(addressCertificate);
    const file = await fileOf(addressCertificate);
    const connection = await connect(at(url, `0.0.0.0:${relay.port}`, `?sslrootcert=${file}`));
    expect(connection.describe()).toMatch(/ \(PostgreSQL \S+, TLS, certificate verified\)\.$/);
  });

  test("a certificate of an unknown authority is refused with a sentence", async () => {
    const { url, relay } = await behindTls(addressCertificate);
    expect(await refusal(at(url, `0.0.0.0:${relay.port}`))).toMatch(
      /^The certificate of the database server at 0\.0\.0\.0:\d+ could not be verified \(self.signed certificate.*\): name the file/,
    );
  });

  test("a certificate for another name is refused, also where the address is a number", async () => {
    const { url, relay } = await behindTls(localhostCertificate);
    const file = await fileOf(localhostCertificate);
    expect(await refusal(at(url, `0.0.0.0:${relay.port}`, `?sslrootcert=${file}`))).toMatch(
      /^The certificate of the database server at \S+ could not be verified \(Hostname\/IP does not match/,
    );
  });

  test("a server without TLS on another machine is refused, unless the address asks for that", async () => {
    const url = await emptyDatabase();
    const { port } = portOf(url);
    expect(await refusal(at(url, `0.0.0.0:${port}`))).toBe(
      `The database server at 0.0.0.0:${port} offers no TLS, which a server on another machine needs: turn ssl on there, or, where the network is trusted, add sslmode=disable to DATABASE_URL.`,
    );
    const connection = await connect(at(url, `0.0.0.0:${port}`, "?sslmode=disable"));
    expect(connection.describe()).toContain(", not encrypted).");
  });

  test("with sslmode=no-verify any certificate will do, and start-up says so", async () => {
    const { url, relay } = await behindTls(localhostCertificate);
    const connection = await connect(at(url, `0.0.0.0:${relay.port}`, "?sslmode=no-verify"));
    expect(connection.describe()).toContain(", TLS, certificate not verified).");
  });
});

describe("with several servers", () => {
  test("the one that accepts writes is used, wherever it stands in the list", async () => {
    const url = await emptyDatabase();
    const { port } = portOf(url);
    for (const hosts of [`127.0.0.1:1,127.0.0.1:${port}`, `127.0.0.1:${port},127.0.0.1:1`]) {
      const { pool } = await connect(at(url, hosts, "?target_session_attrs=read-write"));
      expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
      // Several new connections at the same time.
      await Promise.all(Array.from({ length: 5 }, () => pool.query("select pg_sleep(0.05)")));
    }
  });

  test("where none answers, all are named", async () => {
    const url = at(await emptyDatabase(), "127.0.0.1:1,127.0.0.1:2");
    expect(await refusal(url)).toBe(
      "Nothing answers at 127.0.0.1:1, 127.0.0.1:2, where DATABASE_URL points: start that PostgreSQL server or correct the address.",
    );
  });

  test("where those that answer only read, that is said, and not that another does not answer", async () => {
    const url = await readOnlyDatabase();
    const { port } = portOf(url);
    expect(await refusal(at(url, `127.0.0.1:${port},127.0.0.1:1`))).toBe(
      `None of the database servers at 127.0.0.1:${port}, 127.0.0.1:1 accepts writes: promote one of them, or correct DATABASE_URL.`,
    );
  });

  test("a wrong password is refused by the first and tried at no other", async () => {
    const url = new URL(await emptyDatabase());
    url.password = "guessed";
    const { port } = url;
    expect(await refusal(at(url.href, `127.0.0.1:${port},127.0.0.1:1`))).toMatch(
      /does not accept the user \S+ with this password/,
    );
  });
});

describe("a database that only reads", () => {
  test("is refused at the start with one sentence", async () => {
    const url = await readOnlyDatabase();
    const { host, pathname } = new URL(url);
    expect(await refusal(url)).toBe(
      `The database ${pathname.slice(1)} at ${host} is read-only: set default_transaction_read_only to off for it and start again.`,
    );
  });

  test("later counts as unavailable, and works as soon as it accepts writes again", async () => {
    const url = await emptyDatabase();
    const { db, pool } = await connect(url);
    await migrate({ pool, log: silentLog });
    const letter = { kind: "test", recipient: "a@example.com", subject: "s", bodyText: "b", settledAt: null };
    const write = (): Promise<unknown> => db.insertInto("letters").values(letter).execute();
    await write();
    // The session that the pool keeps becomes one that only reads, as that of a primary that was demoted.
    await pool.query("set default_transaction_read_only = on");
    expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
    await write();
    await setReadOnly(url, "on");
    await pool.query("set default_transaction_read_only = on");
    expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
    // Now also a new connection finds it so.
    expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
    await setReadOnly(url, "off");
    await write();
  });
});
