import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Queries the database of the server under test. */
export async function queryRows<Row extends object>(
  query: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withDatabase(async ({ pool }) => (await pool.query<Row>(query, [...values])).rows);
}

/**
 * Forgets the seats that were reserved in this hour. The browser tests together reserve more than strangers may reserve in an hour
 * (`unconfirmedSeatsByEvent`).
 */
export async function forgetSeatsOfHour(): Promise<void> {
  await queryRows("delete from rate_limits where key like 'unconfirmed-seats %'");
}

/** Runs work on the database of the server under test, with the connection that commands use. */
export async function withDatabase<Result>(
  work: (database: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (dataDir === undefined) throw new Error("playwright.config.ts must set the data folder.");
  const database = await connectDatabase({
    // Set if the tests run on an external database (tests/long/other-databases.ts).
    databaseUrl: process.env.DATABASE_URL,
    dataDir,
    log: silent,
    purpose: "command",
    maxConnections: 1,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function ignore(): void {
  // The server's own log contains messages about database connections.
}
