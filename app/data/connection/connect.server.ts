import type { Kysely } from "kysely";
import type { ClientConfig, Pool } from "pg";
import type { Log } from "#app/platform/log.server.ts";
import { checkEngine } from "./check-server-version.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  connectionsTo,
  describeTarget,
  describeTls,
  explainConnectionProblem,
  readDatabaseUrl,
} from "./database-url.server.ts";
import {
  borrowEmbeddedPostgres,
  type EmbeddedPostgres,
  explainWrongPassword,
  findPostgresOfRelease,
  startEmbeddedPostgres,
} from "#embedded-postgres";
import { rethrowAsStartupProblem, toStartupProblem } from "./embedded-problem.server.ts";
import { openPool, openQueries } from "./open-pool.server.ts";

export type DatabaseConnection = {
  readonly db: Kysely<Database>;
  /** The same pool without a query builder, for libraries with their own SQL. */
  readonly pool: Pool;
  /** One further connection for the readiness check, opened on first use. */
  readonly probePool: Pool;
  /** Folder of the embedded database; undefined for an external database. */
  readonly dataDir?: string | undefined;
  /** The number of restarts of the embedded database after an unexpected exit; undefined for an external database. */
  readonly restarts?: (() => number) | undefined;
  /** A sentence for the administrator about where data is stored. */
  describe(): string;
  /** Waits for running queries, then ends the connections and the embedded database. */
  close(): Promise<void>;
};

export type ConnectOptions = {
  /** An external PostgreSQL server; undefined starts the embedded one below `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Absolute path. */
  readonly dataDir: string;
  readonly log: Log;
  /**
   * A command shares the database of a running server, or runs it until the command ends. An exclusive command needs the data folder for
   * itself. Default: server.
   */
  readonly purpose?: "server" | "command" | "exclusive command";
  /** The folder of the release whose PostgreSQL opens the embedded database. Default: this release. */
  readonly postgresOfRelease?: string | undefined;
  /** Work that does not need the database, done once while the embedded one starts. If it fails, the connection fails. */
  readonly whileStarting?: (() => Promise<void>) | undefined;
  /** The embedded database, if another process runs it for this one. */
  readonly shared?: Pick<EmbeddedPostgres, "connection" | "restarts"> | undefined;
  /** The maximum number of connections; 12 by default. */
  readonly maxConnections?: number | undefined;
  /** The timeout for a connection; five seconds by default. */
  readonly connectTimeoutMs?: number | undefined;
  /** Accepts a server that does not sync. Only tests set it, and no setting does. */
  readonly acceptDataLossForTests?: boolean;
};

/**
 * Connects to the database at DATABASE_URL, or starts the embedded one, and checks that committed data survives a crash. The pool
 * reconnects automatically after a disconnection; queries fail in the meantime (`isUnavailable`).
 * @throws StartupProblem with a sentence that does not contain the password
 */
export async function connectDatabase(options: ConnectOptions): Promise<DatabaseConnection> {
  const source = await openSource(options);
  const pool = openPool(source.target, options.log, options);
  const probePool = openPool(source.target, options.log, { ...options, maxConnections: 1 });
  const db = openQueries(pool);
  const close = once(async () => {
    await endWithin(Promise.all([pool.end(), probePool.end()]), shutdownTimeoutMs);
    await source.stop();
  });
  try {
    const version = await checkEngine(pool, { acceptDataLoss: options.acceptDataLossForTests ?? false });
    const facts = [`PostgreSQL ${version}`, ...(source.tls === undefined ? [] : [source.tls])].join(", ");
    return {
      db,
      pool,
      probePool,
      close,
      dataDir: source.dataDir,
      restarts: source.restarts,
      describe: () => `Data is stored in ${source.place} (${facts}).`,
    };
  } catch (error) {
    await close();
    throw source.explain(error);
  }
}

/** The database that connections lead to: external or embedded. */
type Source = {
  target: ClientConfig | readonly ClientConfig[];
  /** For display: "the database practice at db.example.com:5432". */
  place: string;
  /** Location of the embedded database. */
  dataDir?: string;
  restarts?: () => number;
  /** Human-readable description of how connections that leave this machine are encrypted. */
  tls?: string | undefined;
  explain: (error: unknown) => unknown;
  stop: () => Promise<void>;
};

/** The timeout for running queries at shutdown. Longer queries are aborted. */
const shutdownTimeoutMs = 10_000;

async function openSource(options: ConnectOptions): Promise<Source> {
  const { databaseUrl, dataDir } = options;
  if (databaseUrl !== undefined) {
    const target = readDatabaseUrl(databaseUrl);
    return {
      target: connectionsTo(databaseUrl),
      place: describeTarget(target),
      tls: describeTls(target),
      explain: (error) => explainConnectionProblem(error, target),
      stop: () => Promise.resolve(),
    };
  }
  const embedded = await openEmbedded(options).catch(rethrowAsStartupProblem);
  return {
    // Never encrypted, even if PGSSLMODE is set, because the connection stays on this machine.
    target: { ...embedded.connection, ssl: false },
    dataDir,
    restarts: () => embedded.restarts(),
    place: `${dataDir}, in the embedded database`,
    explain: (error) => toStartupProblem(explainWrongPassword(error, dataDir)),
    stop: () => embedded.stop(),
  };
}

type Embedded = Pick<EmbeddedPostgres, "connection" | "restarts" | "stop">;

async function openEmbedded(options: ConnectOptions): Promise<Embedded> {
  const { dataDir, log, purpose, postgresOfRelease, whileStarting, shared } = options;
  // The process that runs it stops it.
  if (shared !== undefined) return { ...shared, stop: () => Promise.resolve() };
  if (purpose === "command") return borrowEmbeddedPostgres({ dataDir, log });
  return startEmbeddedPostgres({
    dataDir,
    log,
    whileStarting,
    purpose: purpose === undefined || purpose === "server" ? "server" : "command",
    binaries: postgresOfRelease === undefined ? undefined : findPostgresOfRelease(postgresOfRelease),
  });
}

function endWithin(work: Promise<unknown>, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limitMs);
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer));
  });
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
