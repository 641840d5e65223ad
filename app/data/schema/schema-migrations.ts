import type { Generated } from "kysely";

/**
 * Table `schema_migrations`: which migrations this database has, and what each said when it ran.
 * Owner: data. Personal data: none. Kept for as long as the database exists.
 */
export type SchemaMigrationsTable = {
  name: string;
  checksum: string;
  appliedAt: Generated<Date>;
};
