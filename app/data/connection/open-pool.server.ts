import { SpanKind } from "@opentelemetry/api";
import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect } from "kysely";
import pg from "pg";
import type { Log } from "#app/platform/log.server.ts";
import { recordSpan } from "#app/platform/tracing.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { FailoverPool } from "./failover-pool.server.ts";
import { poolConnections } from "./pool-size.server.ts";
import { withPreparedStatements } from "./prepared-statements.server.ts";

/**
 * A connection pool that reconnects automatically. It opens no connection until the first query.
 * @param target one server, or all servers of a cluster in which one accepts writes
 */
export function openPool(
  target: Readonly<pg.ClientConfig> | readonly pg.ClientConfig[],
  log: Log,
  size: { maxConnections?: number | undefined; connectTimeoutMs?: number | undefined } = {},
): pg.Pool {
  const options = {
    ...limits,
    max: size.maxConnections ?? poolConnections,
    connectionTimeoutMillis: size.connectTimeoutMs ?? 5_000,
    types: valueParsers(),
    application_name: "exit-planning-practice",
    keepAlive: true,
  };
  const pool = new FailoverPool(options, [target].flat());
  // A broken connection emits an error event, which ends the process if there is no listener. The pool listens only to idle connections,
  // so each connection gets its own listener.
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      if (!pool.ending) log.warn("database.connection_lost", { error });
    });
  });
  pool.on("error", () => undefined);
  return pool;
}

/** Creates typed queries over a pool. The caller ends the pool, because `destroy` leaves a pool open that no query has used. */
export function openQueries(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
    // Keys inside JSON values are not converted.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: traceQuery,
  });
}

/** Records a query as a part of the request or job that made it. The statement contains placeholders instead of values. */
function traceQuery({ level, query: { sql: statement }, queryDurationMillis }: LogEvent): void {
  const name = /^\s*(?:\w+)/.exec(statement)?.[0].trim().toLowerCase() ?? "query";
  const attributes = { "db.system.name": "postgresql", "db.query.text": statement };
  recordSpan({ name, kind: SpanKind.CLIENT, attributes }, queryDurationMillis, level === "error");
}

/** Timeouts in milliseconds. */
const limits = {
  idleTimeoutMillis: 60_000,
  // Longer than the server-side timeout (session.server.ts), so it applies only when the server stops responding.
  query_timeout: 20_000,
} as const;

/**
 * Parses values as `pg` does, except for two types. 64-bit integers, such as counts, become numbers
 * instead of text; dates without a time stay text ("2026-05-01") instead of a midnight in the machine's own time zone.
 */
function valueParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(pg.types.builtins.INT8, parseInteger);
  parsers.setTypeParser(pg.types.builtins.DATE, String);
  return parsers;
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The database sent ${text}, which a number cannot represent exactly.`);
  }
  return value;
}
