import { type Change, findChange } from "#app/publishing/changes/change-store.server.ts";
import {
  reopenChange,
  type SeenChange,
  startChange,
  submitChange,
} from "#app/publishing/changes/edit-changes.server.ts";
import { rebaseChange } from "#app/publishing/changes/rebase-change.server.ts";
import type { PublishDeps } from "#app/publishing/publication/publish-change.server.ts";
import { parseOperation } from "#app/staff/content-form/list-operations.ts";
import {
  applyDecision,
  type ContentOutcome,
  describe,
  describeRefusal,
  discard,
  done,
  readSeenChange,
  readText,
  refuse,
} from "#app/staff/content-review/decide.server.ts";
import { refusals } from "#app/staff/content-review/review.messages.ts";
import type { ContentParameters } from "#app/staff/content-form/content-path.ts";
import type { DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import { saveDraft } from "./save-draft.server.ts";

/** Handles the button that was pressed in the editor. */
export async function applyContentAction(
  deps: PublishDeps,
  { name, form, shown }: { name: DocumentName; form: FormData; shown: ContentParameters },
): Promise<ContentOutcome> {
  const action = readText(form, "do");
  if (action === "start") {
    const started = await startChange(deps, name);
    return started.ok ? done("started", shown) : refuse(404, { text: refusals.unknown });
  }
  const seen = readSeenChange(form);
  if (seen === undefined) return refuse(422, { text: refusals.unclear });
  // Permissions are checked with the change of this document.
  const change = await findChange(deps.db, seen.id);
  if (change?.document !== name) return refuse(404, { text: refusals.unknown });
  const decided = await applyDecision(deps, seen, form);
  if (decided !== undefined) return decided;
  if (action === "discard") return discard(deps, seen, form);
  if (action === "reopen") return reopen(deps, seen);
  if (action === "rebase") return describe(await rebaseChange(deps, seen), () => done("rebased", shown));
  return edit(deps, { name, form, shown, seen, action });
}

async function reopen(deps: PublishDeps, seen: SeenChange): Promise<ContentOutcome> {
  const reopened = await reopenChange(deps, seen);
  if (reopened.ok) return done("reopened");
  if (reopened.reason === "not-author") return refuse(403, { text: refusals["not-author"] });
  return describeRefusal(reopened);
}

async function edit(
  deps: PublishDeps,
  given: { name: DocumentName; form: FormData; shown: ContentParameters; seen: SeenChange; action: string },
): Promise<ContentOutcome> {
  const { name, form, action, seen } = given;
  const operation = parseOperation(action, (path) => readText(form, `member.${path}`));
  // A form that was sent again after signing in lacks its button.
  const isKnown = operation !== undefined || /^(?:save|submit|open:.*|)$/s.test(action);
  if (!isKnown) return refuse(422, { text: refusals.unclear });
  const saved = await saveDraft(deps, given, operation);
  if (!saved.ok) {
    const conflict =
      "typed" in saved ? { isClosed: saved.reason === "closed", typed: saved.typed } : undefined;
    return describeRefusal(saved, conflict);
  }
  const { change, path } = saved;
  if (action === "submit") return submit(deps, change);
  // The part of a withdrawn article no longer exists.
  if (operation?.kind === "remove" && name === "articles") return done("withdrawn");
  const parameters = describeSaved(given, change.revision !== seen.revision);
  return { ok: true, parameters, ...(path === undefined ? {} : { anchor: path }) };
}

/** The part to open next, and the page in the preview. */
function describeSaved(
  { form, shown, action }: { form: FormData; shown: ContentParameters; action: string },
  isSaved: boolean,
): ContentParameters {
  const opened = /^open:(.*)$/s.exec(action)?.[1];
  const page = readText(form, "page");
  const parameters = page === "" ? shown : { ...shown, page };
  if (opened === undefined) return { ...parameters, done: "saved" };
  return { page: parameters.page, part: opened, done: isSaved ? "saved" : undefined };
}

async function submit(deps: PublishDeps, { id, revision }: Change): Promise<ContentOutcome> {
  const submitted = await submitChange(deps, { id, revision });
  if (submitted.ok) return done("submitted");
  if ("current" in submitted) return describeRefusal(submitted);
  const field = submitted.reason === "no-reason" ? "reason" : undefined;
  return refuse(422, { text: refusals[submitted.reason], field });
}
