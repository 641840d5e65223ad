import type { EntryKind } from "#app/data/schema/archive.ts";

/**
 * Finds the version whose release brought the words of a page. Later versions can have the same words, for example after a new build, or
 * differ only by a live event, a sign-up or the date, which needs no approval.
 * @param versions of one page, oldest first, up to the version in question; an entry without a change can be among them
 * @returns undefined if the words came without a release, as on the page of a new live event
 */
export function findTextRelease<Version extends { kind: EntryKind; textHash: string | null }>(
  versions: readonly Version[],
): Version | undefined {
  const origin = versions.findLast(({ kind, textHash }, index) => {
    const previous = versions[index - 1];
    return previous === undefined || (kind === "release" && textHash !== previous.textHash);
  });
  return origin?.kind === "release" ? origin : undefined;
}
