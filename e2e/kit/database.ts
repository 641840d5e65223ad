import { connectDatabase, type DatabaseConnection } from "#app/data/connection/connect.server.ts";

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Rows of the database of the server under test. */
export async function rowsOf<Row extends object>(
  query: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withDatabase(async ({ pool }) => (await pool.query<Row>(query, [...values])).rows);
}

/** Works on the database of the server under test, reached as a shell command reaches it. */
export async function withDatabase<Result>(
  work: (database: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (dataDir === undefined) throw new Error("playwright.config.ts names the folder.");
  const database = await connectDatabase({
    // Set where the tests run on an operator's database (tests/long/other-databases.ts).
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
  // What the database's connections have to say is in the server's own log.
}
