import { type Kysely, sql } from "kysely";
import type { DatabaseHealth } from "#app/platform/health.ts";
import type { Database } from "#app/data/schema/database.ts";

/** The state of the database, without its location and roles. */
export async function readDatabaseHealth(db: Kysely<Database>): Promise<DatabaseHealth> {
  const begun = performance.now();
  await sql`select 1`.execute(db);
  const latencyMs = performance.now() - begun;
  const { rows } = await sql<{ version: string; sizeBytes: number; made: number; newest: string | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes,
      count(*) as made, max(name) as newest
    from schema_migrations`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The query for the state of the database returned no row.");
  const { version, sizeBytes, made, newest } = row;
  return { latencyMs, version, sizeBytes, migrations: { made, newest: newest ?? undefined } };
}
