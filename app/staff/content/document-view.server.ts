import type { ChangeState } from "#app/publishing/changes/change-store.server.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { type Change, isReturned, listFinishedChanges } from "#app/publishing/changes/change-store.server.ts";
import { checkDocument } from "#app/publishing/documents/check-document.server.ts";
import { type Json, parseJson } from "#app/publishing/documents/json.ts";
import { findBodies } from "#app/publishing/releases/release-store.server.ts";
import { listLatestChanges } from "#app/publishing/releases/list-releases.server.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import type { PublishDeps } from "#app/publishing/publication/publish-change.server.ts";
import { formatSeen } from "#app/staff/content-form/form-fields.ts";
import { describePath } from "#app/staff/content-form/form-labels.ts";
import { type FormPart, findPart, listParts } from "#app/staff/content-form/form-parts.ts";
import {
  createDraft,
  type Draft,
  type LoadedDocument,
  loadDocument,
} from "#app/staff/content-form/load-document.server.ts";
import { previewTexts } from "#app/staff/content-preview/preview.messages.ts";
import { listPreviewPages } from "#app/staff/content-preview/preview-pages.server.ts";
import type { PreviewView } from "#app/staff/content-preview/preview-panel.tsx";
import {
  type AccessView,
  compareFields,
  type ComparisonView,
  formatMoment,
  type HistoryEntry,
  viewAccess,
  viewHistory,
  zoneAt,
} from "#app/staff/content-review/version-view.server.ts";
import { contentPath, previewPath } from "#app/staff/content-form/content-path.ts";
import { siteDocuments, type DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import type { ChangeClaims } from "#app/staff/content-claims/added-claim-view.ts";
import { viewDraftClaims } from "#app/staff/content-claims/draft-claims.server.ts";
import { documentTexts } from "./content.messages.ts";

export type DocumentView = {
  name: DocumentName;
  title: string;
  /** The release that changed the document last. */
  live: string;
  change: ChangeView | undefined;
  /** Undefined if the account cannot edit, or if there is nothing to edit. */
  editor: EditorView | undefined;
  preview: PreviewView;
  comparison: ComparisonView | undefined;
  /** Undefined while the draft has mistakes. */
  claims: ChangeClaims | undefined;
  history: readonly HistoryEntry[];
  access: AccessView;
  /** The abbreviation of the firm’s time zone. */
  zone: string;
};

export type ChangeView = {
  id: string;
  revision: number;
  state: ChangeState;
  saved: string;
  author: string;
  reason: string;
  isFromBuild: boolean;
  conflicts: readonly { path: string; label: string }[];
  returned: { by: string; at: string; reason: string } | undefined;
  scheduled: string | undefined;
  failure: string | undefined;
  /** Another version was published since the change was begun. */
  isOutdated: boolean;
};

export type MistakeView = { path: string; label: string; message: string; part: string };

export type PartView = {
  id: string;
  label: string;
  level: number;
  isCurrent: boolean;
  isChanged: boolean;
  mistakes: number;
};

export type EditorView = {
  parts: readonly PartView[];
  part: FormPart;
  mistakes: readonly MistakeView[];
  seen: string;
};

type Deps = Pick<PublishDeps, "clock" | "db"> & { publishing: Publishing };

/** What the URL asks for. */
export type DocumentQuery = Record<"part" | "page" | "history", string | undefined>;

export async function viewDocument(
  { clock, db, publishing }: Deps,
  name: DocumentName,
  { staff, query }: { staff: Staff; query: DocumentQuery },
): Promise<DocumentView | undefined> {
  const loaded = await loadDocument(db, name);
  if (loaded === undefined) return undefined;
  const { change, published } = loaded;
  const draft = createDraftOf(name, loaded);
  const live = await describeLive(db, name);
  const access = viewAccess(staff, change, publishing.requiresSecondPerson);
  const comparison =
    change === undefined || draft === undefined
      ? undefined
      : viewComparison(name, { published, draft, change, live });
  return {
    name,
    title: siteDocuments[name].title,
    live,
    change: change === undefined ? undefined : viewChange(name, change, loaded),
    editor: canChange(change, access) ? viewEditor(name, { draft, comparison, query }) : undefined,
    preview: viewPreview(name, { change, document: draft?.document ?? published }, query),
    comparison,
    claims:
      draft === undefined
        ? undefined
        : await viewDraftClaims({ clock, db, publishing }, name, draft.document),
    history: await viewFinished(db, name, { shown: query.history, published }),
    access,
    zone: zoneAt(clock.now()),
  };
}

function createDraftOf(name: DocumentName, { change, published }: LoadedDocument): Draft | undefined {
  const body = change?.body ?? null;
  return body === null ? undefined : createDraft(name, published, body);
}

function canChange(change: Change | undefined, { canEdit }: AccessView): boolean {
  return change?.state === "draft" && canEdit;
}

/** More than a person reads; the releases list all that was published. */
const maxHistory = 20;

/** The finished changes. The words of an unpublished change are displayed only here; those of the selected change are compared. */
async function viewFinished(
  db: Deps["db"],
  name: DocumentName,
  { shown, published }: { shown: string | undefined; published: Json },
): Promise<HistoryEntry[]> {
  const changes = await listFinishedChanges(db, name, maxHistory);
  return Promise.all(
    changes.map(async (change) => {
      const { id, body, release, baseHash } = change;
      const entry = { ...viewHistory(change), path: undefined, words: undefined };
      if (body === null || release !== null) return entry;
      if (id !== shown) return { ...entry, path: `${contentPath(name, { history: id })}#history` };
      const base = baseHash === null ? undefined : (await findBodies(db, [baseHash])).get(baseHash);
      const before = base === undefined ? published : parseJson(base);
      return { ...entry, words: compareFields(name, before, parseJson(body)) };
    }),
  );
}

async function describeLive(db: Deps["db"], name: DocumentName): Promise<string> {
  const release = (await listLatestChanges(db)).get(name);
  return release === undefined
    ? documentTexts.neverPublished
    : documentTexts.live(release.number, formatMoment(release.publishedAt));
}

export function viewChange(
  name: string,
  change: Change,
  { publishedHash }: Pick<LoadedDocument, "publishedHash">,
): ChangeView {
  const { id, revision, state, author, reason, origin, decidedBy, decidedAt, decisionReason } = change;
  const publishAt = state === "approved" ? change.publishAt : null;
  return {
    id,
    revision,
    state,
    saved: documentTexts.saved(formatMoment(change.savedAt), author),
    author,
    reason,
    isFromBuild: origin === "files",
    conflicts: change.conflicts.map((path) => ({ path, label: describePath(name, path) })),
    returned:
      isReturned(change) && decidedAt !== null && decisionReason !== null
        ? { by: decidedBy ?? "", at: formatMoment(decidedAt), reason: decisionReason }
        : undefined,
    scheduled:
      publishAt === null ? undefined : documentTexts.scheduledFor(formatMoment(publishAt), decidedBy ?? ""),
    failure: change.failure ?? undefined,
    isOutdated: change.document !== null && change.baseHash !== publishedHash,
  };
}

function viewEditor(
  name: DocumentName,
  given: { draft: Draft | undefined; comparison: ComparisonView | undefined; query: DocumentQuery },
): EditorView | undefined {
  const { draft, comparison, query } = given;
  if (draft === undefined) return undefined;
  const parts = listParts(draft.form);
  const part = parts.find(({ id }) => id === query.part) ?? parts[0];
  if (part === undefined) return undefined;
  const mistakes = viewMistakes(name, draft, parts);
  const changed = new Set(comparison?.fields.map(({ path }) => findPart(parts, path)?.id));
  return {
    parts: parts.map(({ id, label, level }) => ({
      id,
      label,
      level,
      isCurrent: id === part.id,
      isChanged: changed.has(id),
      mistakes: mistakes.filter((mistake) => mistake.part === id).length,
    })),
    part: part.isOutline ? { ...part, nodes: part.nodes.map(withoutFields) } : part,
    mistakes,
    seen: part.isOutline ? "{}" : formatSeen(part.nodes),
  };
}

function viewMistakes(name: DocumentName, draft: Draft, parts: readonly FormPart[]): MistakeView[] {
  const checked = checkDocument(name, draft.document);
  if (checked.ok) return [];
  return checked.mistakes.map((mistake) => {
    const path = mistake.path.map(String).join(".");
    // The form displays the field and its value.
    const text = mistake.message
      .replace(path, "")
      .replace(/; found [\s\S]*$/, "")
      .trim();
    return {
      path,
      label: path === "" ? siteDocuments[name].title : describePath(name, path),
      message: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
      part: findPart(parts, path)?.id ?? "",
    };
  });
}

/** The items of an outline have parts of their own, which the page does not contain. */
function withoutFields(node: FormPart["nodes"][number]): FormPart["nodes"][number] {
  if (node.kind !== "list") return node;
  return {
    ...node,
    items: node.items.map((item) => (item.kind === "group" ? { ...item, children: [] } : item)),
  };
}

function viewPreview(
  name: DocumentName,
  { change, document }: { change: Change | undefined; document: Json },
  query: DocumentQuery,
): PreviewView {
  const pages = listPreviewPages(name, document);
  const page = pages.find(({ path }) => path === query.page)?.path ?? pages[0]?.path ?? "/";
  return {
    pages,
    page,
    source: previewPath(name, page, change?.revision),
    caption: change === undefined ? previewTexts.published : documentTexts.draft(change.revision),
  };
}

function viewComparison(
  name: DocumentName,
  given: { published: Json; draft: Draft; change: Change; live: string },
): ComparisonView {
  const { published, draft, change, live } = given;
  return {
    from: { title: previewTexts.published, about: live },
    to: {
      title: documentTexts.draft(change.revision),
      about: documentTexts.saved(formatMoment(change.savedAt), change.author),
    },
    ...compareFields(name, published, draft.document),
  };
}
