import { DatabaseError, type PoolClient } from "pg";
import { z } from "zod";
import { StartupProblem } from "#app/platform/startup-problem.ts";

const createTable = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * Creates the table of applied migrations. It is the first table, so it shows whether the role can create tables.
 * @param client inside a transaction
 * @throws StartupProblem with the command for an administrator
 */
export async function makeFirstTable(client: PoolClient): Promise<void> {
  // Read first, because an error aborts the transaction.
  const answer = await client.query(targetSchemaQuery);
  const { database, user, schema } = targetSchema.parse(answer.rows[0]);
  try {
    await client.query(createTable);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !refusals.has(error.code ?? "")) throw error;
    const command =
      schema === null
        ? `create schema ${user} authorization ${user}; alter role ${user} set search_path = ${user};`
        : `grant usage, create on schema ${schema} to ${user};`;
    throw new StartupProblem(
      `The user ${user} cannot create tables in the database ${database} (${error.message}): as an administrator run "${command}" in that database and start again.`,
    );
  }
}

/** Permission denied, and no usable schema. An administrator resolves both with a grant. */
const refusals: ReadonlySet<string> = new Set(["42501", "3F000"]);

/** The schema of new tables: the first existing schema of the search path, usable or not. */
const targetSchemaQuery = `
  select current_database() as database,
         quote_ident(current_user) as user,
         (
           select quote_ident(nspname)
           from unnest(string_to_array(current_setting('search_path'), ',')) with ordinality as named (name, place)
           join pg_namespace
             on nspname = case trim(name) when '"$user"' then current_user else trim(both ' "' from name) end
           order by place
           limit 1
         ) as schema`;

const targetSchema = z.object({ database: z.string(), user: z.string(), schema: z.nullable(z.string()) });
