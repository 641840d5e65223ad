import type { Kysely } from "kysely";
import pg from "pg";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { startEmbeddedPostgres } from "#embedded-postgres";

/** Uses the database of a data folder while no server runs. @param task receives the connection's settings as well */
export async function withDatabase<Result>(
  dataDir: string,
  task: (db: Kysely<Database>, config: pg.ClientConfig) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const { host, port, user, password, database } = postgres.connection;
  const config = { host, port, user, password, database };
  const pool = new pg.Pool({ ...config, max: 4 });
  // Connections that the pool is closing can end with the database first.
  pool.on("error", () => undefined);
  try {
    return await task(openQueries(pool), config);
  } finally {
    await pool.end();
    await postgres.stop();
  }
}
