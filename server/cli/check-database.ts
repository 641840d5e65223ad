import { checkDatabase } from "#app/data/migrations/migrate.server.ts";
import type { Migration } from "#app/data/migrations/plan-migrations.server.ts";
import { formatCount } from "#server/database-copies/backup-options.ts";
import { defineCommand, done, type Report, type Services } from "./command.ts";

/** `npm run check-database`: whether this release can run on the database. The upgrade asks the earlier release before it goes back. */
export const run = defineCommand(
  "check-database",
  ({ program, act }) => {
    program
      .description("Finds out whether this release can run on the database, and changes nothing.")
      .action(() => act(check));
  },
  { migrates: false },
);

async function check({ pool }: Services): Promise<Report> {
  const { later, pending } = await checkDatabase(pool);
  return done(
    [
      "This release can run on the database.",
      ...(later.length === 0
        ? []
        : [`Later releases have made ${formatCount(later.length, "migration")} that it can run with.`]),
      ...(pending.length === 0 ? [] : [describePending(pending)]),
    ].join("\n"),
  );
}

function describePending(pending: readonly Migration[]): string {
  const level = pending
    .flatMap(({ requiredLevel }) => requiredLevel ?? [])
    .toSorted()
    .at(-1);
  return [
    `Its start runs ${formatCount(pending.length, "migration")}.`,
    ...(level === undefined
      ? []
      : [`After that, releases without the migration ${level} can no longer run on the database.`]),
  ].join(" ");
}
