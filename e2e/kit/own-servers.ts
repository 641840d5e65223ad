import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import pg from "pg";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { freePort, type RunningServer, startServer } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";
import { staffPassword } from "./staff.ts";

/** Servers of one test with one public URL and one database, as behind a load balancer. */
export type OwnServers = {
  /** The public URL, which is also the address of the first server. */
  siteUrl: string;
  servers: readonly (RunningServer & { port: number })[];
  db: Kysely<Database>;
  addStaff(email: string, role: Role): Promise<void>;
  stop(): Promise<void>;
};

/** Starts servers on a new external PostgreSQL, for tests that other tests would disturb. */
export async function startOwnServers(
  count: number,
  settings: Record<string, string> = {},
): Promise<OwnServers> {
  const folder = mkdtempSync(join(tmpdir(), "practice-own-servers-"));
  const postgres = await servePostgres(join(folder, "postgres"));
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  // The database can close connections first.
  pool.on("error", () => undefined);
  const db = openQueries(pool);
  const servers: (RunningServer & { port: number })[] = [];
  const stop = async (): Promise<void> => {
    await pool.end();
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
    const siteUrl = `http://localhost:${ports[0]}`;
    const env = { ...postgres.env, SITE_URL: siteUrl, ...settings };
    for (const port of ports) {
      const server = await startServer({ dataDir: join(folder, String(port)), port, env });
      servers.push({ ...server, port });
    }
    return { siteUrl, servers, db, addStaff: (email, role) => addStaffTo(db, email, role), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addStaffTo(db: Kysely<Database>, email: string, role: Role): Promise<void> {
  const account = { name: "", email, password: staffPassword, role, actor: { kind: "shell" } } as const;
  const added = await addAccount({ db, passwords: createPasswords() }, account);
  if (!added.ok) throw new Error(`${email} could not be added: ${added.reason}`);
}
