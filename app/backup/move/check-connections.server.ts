import type { Pool } from "pg";
import { z } from "zod";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { withClient } from "#app/backup/database/transactions.server.ts";
import { isPooled } from "#app/data/connection/session.server.ts";

/** @throws BackupProblem behind a pooler, which does not permit transactions that take hours */
export async function refusePooler(pool: Pool): Promise<void> {
  await withClient(pool, (client) => {
    if (!isPooled(client)) return Promise.resolve();
    throw new BackupProblem(
      "DATABASE_URL leads to a connection pooler. For the move, set it to the address of PostgreSQL itself.",
    );
  });
}

/**
 * Finds servers that run on an external database, by their connections. Behind a pooler, none may be open.
 * @param pool a pool with one connection
 * @throws BackupProblem if there are any
 */
export async function refuseOtherConnections(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`
    select pid, usename as user, coalesce(host(client_addr), 'this machine') as origin
    from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend'
      and pid <> pg_backend_pid()
    order by pid`);
  const others = z
    .array(z.object({ pid: z.number(), user: z.string(), origin: z.string() }))
    .parse(rows)
    .map(({ pid, user, origin }) => `process ${pid} for ${user} from ${origin}`);
  if (others.length === 0) return;
  throw new BackupProblem(
    `Servers or other programs are connected to the source (${others.join(", ")}). Stop all servers, and run the move again.`,
  );
}
