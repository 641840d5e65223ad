import { findHeld, type OnRecord, removeHeld } from "#app/intake/quarantine/quarantine.server.ts";
import { type ReleaseDeps, releaseSubmission } from "#app/intake/quarantine/accept-quarantined.server.ts";
import { pages } from "#app/pages/registry.ts";
import { heldPath } from "./quarantine-list.ts";
import { quarantineRefusals } from "./quarantine.messages.ts";

/** What can be decided about what is held: the names of the buttons. */
const judgements = ["release", "remove"] as const;
export type Judgement = (typeof judgements)[number];

export function isJudgement(value: unknown): value is Judgement {
  return judgements.some((judgement) => judgement === value);
}

export type JudgementOutcome =
  | { ok: true; path: string }
  | { ok: false; status: 404 | 409 | 422; refusal: string };

/** Takes what was held, or removes it. Of two who decide at once the second is told what the first did. */
export async function judgeSubmission(
  deps: ReleaseDeps & OnRecord,
  { id, judgement }: { id: string; judgement: Judgement },
): Promise<JudgementOutcome> {
  if (judgement === "remove") {
    if (await removeHeld(deps, id)) return { ok: true, path: `${pages.quarantine.path}?done=removed` };
    // What was released stays; of anything else nothing is left to tell apart.
    return refused((await findHeld(deps.db, id)) === undefined ? "unknown" : "released");
  }
  const outcome = await releaseSubmission(deps, id);
  return outcome.ok ? { ok: true, path: `${heldPath(id)}?done=${outcome.became}` } : refused(outcome.reason);
}

function refused(reason: "unknown" | "released" | "unreadable"): JudgementOutcome {
  const status = { unknown: 404, released: 409, unreadable: 422 } as const;
  return { ok: false, status: status[reason], refusal: quarantineRefusals[reason] };
}
