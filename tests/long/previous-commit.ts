/** A commit with the names of its migrations. */
export type MigrationState = { commit: string; migrations: readonly string[] };

/**
 * The latest commit whose migrations are a prefix of today's. A commit between two migrations that were added out of order
 * was never a release, because its database would need an earlier migration later.
 * @param today the names of all migrations
 * @param history latest first
 */
export function findCommitBefore(
  today: readonly string[],
  history: readonly MigrationState[],
): string | undefined {
  const ordered = today.toSorted();
  return history.find(
    ({ migrations }) =>
      migrations.length < ordered.length &&
      migrations.toSorted().every((name, index) => name === ordered[index]),
  )?.commit;
}
