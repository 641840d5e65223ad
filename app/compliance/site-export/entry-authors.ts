import type { ArchiveEntriesTable } from "#app/data/schema/archive.ts";

/** What the archive stores as the approver of an entry that no person has published. */
const byDeployment = "deployment";

/**
 * Who wrote and approved an entry, in words. An entry within a release names no one, because the archive does not store what changed the
 * pages.
 */
export function describeAuthors({
  kind,
  author,
  approver,
}: Pick<ArchiveEntriesTable, "kind" | "author" | "approver">): { author: string; approver: string } {
  if (kind === "state") {
    return {
      author:
        "No release. A live event, a sign-up or the date changed the pages; the audit log lists the changes of events and who made them",
      approver: "No separate approval: live events, sign-ups and the date change pages without a release",
    };
  }
  return {
    author,
    approver: approver === byDeployment ? `${approver}, without a person who approved it here` : approver,
  };
}
