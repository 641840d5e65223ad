import { type Kysely, sql } from "kysely";
import type { DatabaseHealth } from "#app/platform/health.ts";
import type { Database } from "#app/data/schema/database.ts";

/** How the database fares. Nothing of it says where the database is, or who may use it. */
export async function readDatabaseHealth(db: Kysely<Database>): Promise<DatabaseHealth> {
  const begun = performance.now();
  await sql`select 1`.execute(db);
  const answersInMs = performance.now() - begun;
  const { rows } = await sql<{ version: string; sizeBytes: number; made: number; newest: string | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes,
      count(*) as made, max(name) as newest
    from schema_migrations`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database did not say how it fares.");
  const { version, sizeBytes, made, newest } = row;
  return { answersInMs, version, sizeBytes, migrations: { made, newest: newest ?? undefined } };
}
