import pg from "pg";

/** How tests connect to the database server of this run. */
export type TestServer = {
  /** The server's URL with user and password, in the format of DATABASE_URL. */
  url: string;
  /** The migrated, empty database from which each worker's database is copied. */
  template: string;
  /** The prefix of all database names of this run. */
  prefix: string;
};

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    testServer: TestServer;
    projectName: string;
  }
}

/** The URL of one database of the server. */
export function databaseUrl(server: TestServer, database: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs `work` in the server's maintenance database, for creating and removing others. */
export async function asAdministrator<T>(
  server: TestServer,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
