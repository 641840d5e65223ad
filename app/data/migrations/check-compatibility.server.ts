import type { ClientBase } from "pg";
import { z } from "zod";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { parseMigrationNumber, type Migration } from "./plan-migrations.server.ts";

/**
 * Names in the table of migrations that no release has as a migration. A server of this or an earlier release does not start on a database
 * with such a mark.
 */
export const marks = {
  unfinishedRestore: "unfinished-restore",
  /** Its checksum is the ID of the move. */
  unfinishedMove: "unfinished-move",
  /** The data was copied to another database. Its checksum is the ID of the move, a space and the other database for display. */
  movedAway: "moved-away",
} as const;

const allMarks: ReadonlySet<string> = new Set(Object.values(marks));

/** What a database stores about its migrations, by their names in order. */
export type AppliedMigrations = ReadonlyMap<
  string,
  { checksum: string; requiredLevel: string | null | undefined }
>;

/**
 * Removes the marks.
 * @param options.permitsUnfinished whether a restore or a move is continued
 * @throws StartupProblem if the data is not complete or is in another database
 */
export function withoutMarks(
  applied: AppliedMigrations,
  options: { permitsUnfinished: boolean },
): AppliedMigrations {
  const place = readMovedAway(applied)?.place;
  if (place !== undefined) throw new StartupProblem(describeMovedAway(place));
  if (!options.permitsUnfinished) refuseUnfinished(applied);
  return new Map([...applied].filter(([name]) => !allMarks.has(name)));
}

/** @returns the move that has closed a database, and the other database; undefined if servers can use it */
export function readMovedAway(applied: AppliedMigrations): { moveId: string; place: string } | undefined {
  const value = applied.get(marks.movedAway)?.checksum;
  if (value === undefined) return undefined;
  const [moveId = "", ...place] = value.split(" ");
  return { moveId, place: place.join(" ") };
}

export function describeMovedAway(place: string): string {
  return `The data of this database was moved to ${place}, or a move to it has not finished: use that database, or read “Move the data” in docs/operations.md.`;
}

function refuseUnfinished(applied: AppliedMigrations): void {
  if (applied.has(marks.unfinishedRestore)) {
    throw new StartupProblem(
      "A restore into this database did not finish, so its data is not complete: run the restore again, or use another database.",
    );
  }
  if (applied.has(marks.unfinishedMove)) {
    throw new StartupProblem(
      "A move into this database did not finish, so its data is not complete: run the move again, or use another database.",
    );
  }
}

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
  const own = parseMigrationNumber(plan.at(-1)?.name ?? "") ?? "0000";
  for (const [name, { requiredLevel }] of done) {
    if (requiredLevel !== undefined && requiredLevel !== null && requiredLevel > own) {
      throw new StartupProblem(
        `This release cannot run on this database: the migration ${name} of a later release requires a release with the migration ${requiredLevel}, and this one ends with ${own}. Start such a release, or restore the backup that was made before the upgrade (“Roll back to an earlier release” in docs/operations.md).`,
      );
    }
  }
  const known = new Set(plan.map(({ name }) => name));
  const unknown = [...done.keys()].filter((name) => !known.has(name));
  const foreign = unknown.find((name) => (parseMigrationNumber(name) ?? "") <= own);
  if (foreign === undefined) return unknown;
  throw new StartupProblem(
    `This database was used by another version of the program (it has the migration ${foreign}, which this release does not have): start that version or a later one.`,
  );
}
