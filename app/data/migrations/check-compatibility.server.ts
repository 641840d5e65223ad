import type { ClientBase } from "pg";
import { z } from "zod";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { levelOf, type Migration } from "./plan-migrations.server.ts";

/** The name in the table of migrations that marks a database into which a restore has not finished. No server starts on it. */
export const unfinishedRestore = "unfinished-restore";

/** What a database stores about its migrations, by their names in order. */
export type AppliedMigrations = ReadonlyMap<
  string,
  { checksum: string; requiredLevel: string | null | undefined }
>;

const appliedSchema = z.array(
  z.object({ name: z.string(), checksum: z.string(), required_level: z.nullable(z.string()) }),
);

export async function readApplied(client: Pick<ClientBase, "query">): Promise<AppliedMigrations> {
  // The column is missing before migration 0074.
  const answer = await client.query(
    "select name, checksum, to_jsonb(applied) ->> 'required_level' as required_level from schema_migrations as applied order by name",
  );
  return new Map(
    appliedSchema
      .parse(answer.rows)
      .map(({ name, checksum, required_level: requiredLevel }) => [name, { checksum, requiredLevel }]),
  );
}

/** @property later migrations of later releases, which this release does not have and can run with
 * @property pending migrations of this release that have not run */
export type Compatibility = { later: readonly string[]; pending: readonly Migration[] };

/**
 * Compares a database with a release.
 * @param plan the migrations of the release, in order
 * @throws StartupProblem if the release cannot run on the database
 */
export function checkCompatibility(plan: readonly Migration[], done: AppliedMigrations): Compatibility {
  refuseChanges(plan, done);
  const later = findLater(plan, done);
  const pending = plan.filter(({ name }) => !done.has(name));
  const newest = [...done.keys()].at(-1);
  const [first] = pending;
  if (first !== undefined && newest !== undefined && first.name < newest) {
    throw new StartupProblem(
      `The migration ${first.name} comes before ${newest}, which this database already has: give it a later number.`,
    );
  }
  return { later, pending };
}

function refuseChanges(plan: readonly Migration[], done: AppliedMigrations): void {
  for (const { name, checksum } of plan) {
    const applied = done.get(name);
    if (applied !== undefined && applied.checksum !== checksum) {
      throw new StartupProblem(
        `The migration ${name} was changed after this database ran it: restore the file, and put the change into a new file.`,
      );
    }
  }
}

/** @throws StartupProblem if the release does not have a migration that it needs to have */
function findLater(plan: readonly Migration[], done: AppliedMigrations): string[] {
  const own = levelOf(plan.at(-1)?.name ?? "") ?? "0000";
  for (const [name, { requiredLevel }] of done) {
    if (requiredLevel !== undefined && requiredLevel !== null && requiredLevel > own) {
      throw new StartupProblem(
        `This release cannot run on this database: the migration ${name} of a later release requires a release with the migration ${requiredLevel}, and this one ends with ${own}. Start such a release, or restore the backup that was made before the upgrade (“Go back” in docs/operations.md).`,
      );
    }
  }
  const known = new Set(plan.map(({ name }) => name));
  const unknown = [...done.keys()].filter((name) => !known.has(name));
  const foreign = unknown.find((name) => (levelOf(name) ?? "") <= own);
  if (foreign === undefined) return unknown;
  throw new StartupProblem(
    `This database was used by another version of the program (it has the migration ${foreign}, which this release does not have): start that version or a later one.`,
  );
}
