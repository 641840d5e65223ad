import type { ArchiveEntriesTable } from "#app/data/schema/archive.ts";
import { deployment } from "#app/platform/deployment.ts";

type Authored = Pick<ArchiveEntriesTable, "kind" | "position" | "author" | "approver">;

/**
 * Who wrote and approved an entry, in words. A change within a release has the texts of the release. The archive does not store what changed
 * the pages since.
 * @param release the release that the entry belongs to
 */
export function describeAuthors(entry: Authored, release: Authored): { author: string; approver: string } {
  const author = release.author;
  const approver =
    release.approver === deployment
      ? `${release.approver}, without a person who approved it here`
      : release.approver;
  if (entry.kind !== "state") return { author, approver };
  const ofRelease = `for the release in entry ${release.position}`;
  return {
    author: `${author} ${ofRelease}. Since then, a live event, a sign-up or the date changed the pages; the audit log lists the changes of events and who made them`,
    approver: `${approver} ${ofRelease}. Live events, sign-ups and the date change pages without a separate approval`,
  };
}
