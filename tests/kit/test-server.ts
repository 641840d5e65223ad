import pg from "pg";

/** How a test reaches the server of this run. */
export type TestServer = {
  /** Address of the server, with its user and password, as DATABASE_URL has it. */
  url: string;
  /** The migrated, empty database that each worker's is copied from. */
  template: string;
  /** Start of every name that this run gives to a database. */
  prefix: string;
};

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    testServer: TestServer;
    projectName: string;
  }
}

/** The address of one database of the server. */
export function databaseUrl(server: TestServer, database: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs `work` on the database that the server's own address names, where others are made and removed. */
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
