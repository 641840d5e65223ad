import type { PublishingDatabase } from "#app/publishing/changes/edit-changes.server.ts";
import type { ChangeState } from "#app/publishing/changes/change-store.server.ts";
import { type Change, listOpenChanges } from "#app/publishing/changes/change-store.server.ts";
import { listLatestChanges } from "#app/publishing/releases/list-releases.server.ts";
import { formatMoment } from "#app/staff/content-review/version-view.server.ts";
import { contentPath, releasePath } from "#app/staff/content-form/content-path.ts";
import type { ContentDocument } from "#content/validation/documents.ts";
import { siteDocuments, isDocumentName } from "#app/publishing/documents/site-documents.server.ts";
import { contentTexts } from "./content.messages.ts";

export type OpenChange = {
  id: string;
  to: string;
  title: string;
  state: ChangeState;
  isFromBuild: boolean;
  failure: string | undefined;
  /** When and by whom it was saved, or when it is published. */
  about: string;
  reason: string;
};

export type DocumentRow = {
  name: string;
  title: string;
  path: string | undefined;
  published: { release: number; at: string; by: string } | undefined;
  state: ChangeState | undefined;
};

export type ContentList = {
  /** What waits for a decision first. */
  open: readonly { heading: string; changes: readonly OpenChange[] }[];
  groups: readonly { heading: string; documents: readonly DocumentRow[] }[];
};

export async function viewContentList(db: PublishingDatabase): Promise<ContentList> {
  const [changes, latest] = await Promise.all([listOpenChanges(db), listLatestChanges(db)]);
  const rows = Object.entries<ContentDocument>(siteDocuments).map(([name, { title, path }]) => {
    const release = latest.get(name);
    const row: DocumentRow = {
      name,
      title,
      path,
      published:
        release === undefined
          ? undefined
          : {
              release: release.number,
              at: formatMoment(release.publishedAt),
              by: release.author,
            },
      state: changes.find(({ document }) => document === name)?.state,
    };
    return { row, group: findGroup(name, path) };
  });
  return {
    open: [
      { heading: contentTexts.waiting, changes: listIn(changes, "submitted") },
      { heading: contentTexts.scheduled, changes: listIn(changes, "approved") },
      { heading: contentTexts.drafts, changes: listIn(changes, "draft") },
    ].filter((group) => group.changes.length > 0),
    groups: (["page", "regulatory", "shared"] as const).map((group) => ({
      heading: contentTexts.groups[group],
      documents: rows.filter((each) => each.group === group).map(({ row }) => row),
    })),
  };
}

/** The documents that regulations require, although the disclosures are on several pages. */
const regulatory: readonly string[] = [
  "disclosures",
  "formAdvPart2a",
  "formAdvPart2b",
  "formCrs",
  "privacyPolicy",
];

function findGroup(name: string, path: string | undefined): "page" | "regulatory" | "shared" {
  if (regulatory.includes(name)) return "regulatory";
  if (name === "articles") return "page";
  return path === undefined ? "shared" : "page";
}

function listIn(changes: readonly Change[], state: ChangeState): OpenChange[] {
  return changes.filter((change) => change.state === state).map(viewOpenChange);
}

function viewOpenChange(change: Change): OpenChange {
  const { id, document, restores, state, origin, failure, author, savedAt, publishAt, reason } = change;
  const at = publishAt ?? savedAt;
  return {
    id,
    to: document === null ? releasePath(restores ?? 0) : contentPath(document),
    title:
      document === null || !isDocumentName(document)
        ? contentTexts.restoring(restores ?? 0)
        : siteDocuments[document].title,
    state,
    isFromBuild: origin === "files",
    failure: failure ?? undefined,
    about: `${formatMoment(at)} ${contentTexts.by(author)}`,
    reason,
  };
}
