import type { ChangeState } from "#app/publishing/changes/change-store.server.ts";
import { cellTexts, stateNames } from "./review.messages.ts";

const tones: Record<ChangeState, string> = {
  draft: "tag",
  submitted: "tag low",
  approved: "tag middle",
  published: "tag high",
  rejected: "tag low",
  discarded: "tag",
};

/** The state of a change, whether a build began it, and whether it could not be published. */
export function TagList({
  change,
}: {
  change: { state: ChangeState; isFromBuild: boolean; failure: string | undefined };
}) {
  return (
    <span className="tags">
      <span className={tones[change.state]}>{stateNames[change.state]}</span>
      {change.isFromBuild ? <span className="tag middle">{cellTexts.fromBuild}</span> : null}
      {change.failure === undefined ? null : <span className="tag bad">{cellTexts.failed}</span>}
    </span>
  );
}
