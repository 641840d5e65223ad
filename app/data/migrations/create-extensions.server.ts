import type { PoolClient } from "pg";
import { z } from "zod";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";

/** PostgreSQL modules that the search needs: trigram indexes, and text without accents. */
const extensions = ["pg_trgm", "unaccent"] as const;

/**
 * Creates missing extensions and checks that the role may use them, in any schema. Creation is attempted without a prior check, because
 * hosted databases restrict extensions in ways that the role's permissions do not show.
 * @param client inside a transaction, while no other program migrates
 * @throws StartupProblem that names the missing extensions and the command for an administrator
 */
export async function makeExtensions(client: PoolClient): Promise<void> {
  const { database, user, missing, closed } = await readState(client);
  for (const name of missing) {
    try {
      await client.query(`create extension ${name}`);
    } catch (error) {
      if (isUnavailable(error) || !(error instanceof Error)) throw error;
      throw new StartupProblem(
        `The database ${database} lacks ${formatExtensions(missing)}, and the user ${user} cannot add what is missing (${error.message.replace(/\.$/, "")}): as an administrator run ${formatCommands(missing.map((each) => `create extension ${each}`))} in that database and start again.`,
      );
    }
  }
  if (closed.length > 0) {
    throw new StartupProblem(
      `The user ${user} cannot use the schema of an extension in the database ${database}: as an administrator run ${formatCommands(closed.map((schema) => `grant usage on schema ${schema} to ${user}`))} in that database and start again.`,
    );
  }
}

const stateSchema = z.object({
  database: z.string(),
  user: z.string(),
  missing: z.array(z.string()),
  closed: z.array(z.string()),
});

/** The missing extensions, and the schemas of existing ones that the role cannot use. Names are quoted as SQL requires. */
async function readState(client: PoolClient): Promise<z.infer<typeof stateSchema>> {
  const answer = await client.query(
    `select current_database() as database,
            quote_ident(current_user) as user,
            array(
              select name from unnest($1::text[]) as name
              where not exists (select from pg_extension where extname = name)
            ) as missing,
            array(
              select distinct extnamespace::regnamespace::text from pg_extension
              where extname = any ($1::text[]) and not has_schema_privilege(extnamespace, 'usage')
            ) as closed`,
    [extensions],
  );
  return stateSchema.parse(answer.rows[0]);
}

function formatExtensions(missing: readonly string[]): string {
  return `the ${missing.length === 1 ? "extension" : "extensions"} ${missing.join(" and ")}`;
}

function formatCommands(commands: readonly string[]): string {
  return `"${commands.map((command) => `${command};`).join(" ")}"`;
}
