import { maximumLength } from "#app/platform/limits.ts";
import { findChange } from "#app/publishing/changes/change-store.server.ts";
import type { PublishDeps } from "#app/publishing/publication/publish-change.server.ts";
import { restoreRelease } from "#app/publishing/publication/restore-release.server.ts";
import { withoutControls } from "#app/staff/content-form/form-fields.ts";
import {
  applyDecision,
  type ContentOutcome,
  describe,
  discard,
  done,
  readSeenChange,
  readText,
  refuse,
} from "./decide.server.ts";
import { refusals } from "./review.messages.ts";

/** Submits a change that restores a release, or decides about it. */
export async function applyReleaseAction(
  deps: PublishDeps,
  release: number,
  form: FormData,
): Promise<ContentOutcome> {
  const action = readText(form, "do");
  if (action === "restore") {
    const reason = withoutControls(readText(form, "reason")).trim().slice(0, maximumLength.freeText);
    if (reason === "") return refuse(422, { text: refusals.decisionReason, field: "reason" });
    return describe(await restoreRelease(deps, { release, reason }), () => done("submitted"));
  }
  const seen = readSeenChange(form);
  const change = seen === undefined ? undefined : await findChange(deps.db, seen.id);
  if (seen === undefined || change?.restores !== release) return refuse(422, { text: refusals.unclear });
  if (action === "discard") return discard(deps, seen, form);
  return (await applyDecision(deps, seen, form)) ?? refuse(422, { text: refusals.unclear });
}
