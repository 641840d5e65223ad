import {
  findQuarantined,
  type OnRecord,
  deleteQuarantined,
} from "#app/intake/quarantine/quarantine.server.ts";
import { type AcceptDeps, acceptQuarantined } from "#app/intake/quarantine/accept-quarantined.server.ts";
import { pages } from "#app/pages/registry.ts";
import { quarantinedPath } from "./quarantine-path.ts";
import { quarantineRefusals } from "./quarantine.messages.ts";

/** What can be decided about what is held: the names of the buttons. */
const judgements = ["release", "remove"] as const;
export type QuarantineDecision = (typeof judgements)[number];

export function isDecision(value: unknown): value is QuarantineDecision {
  return judgements.some((judgement) => judgement === value);
}

export type DecisionOutcome =
  | { ok: true; path: string }
  | { ok: false; status: 404 | 409 | 422; refusal: string };

/** Takes what was held, or removes it. Of two who decide at once the second is told what the first did. */
export async function decideSubmission(
  deps: AcceptDeps & OnRecord,
  { id, judgement }: { id: string; judgement: QuarantineDecision },
): Promise<DecisionOutcome> {
  if (judgement === "remove") {
    if (await deleteQuarantined(deps, id)) return { ok: true, path: `${pages.quarantine.path}?done=removed` };
    // What was released stays; of anything else nothing is left to tell apart.
    return refused((await findQuarantined(deps.db, id)) === undefined ? "unknown" : "released");
  }
  const outcome = await acceptQuarantined(deps, id);
  return outcome.ok
    ? { ok: true, path: `${quarantinedPath(id)}?done=${outcome.became}` }
    : refused(outcome.reason);
}

function refused(reason: "unknown" | "released" | "unreadable"): DecisionOutcome {
  const status = { unknown: 404, released: 409, unreadable: 422 } as const;
  return { ok: false, status: status[reason], refusal: quarantineRefusals[reason] };
}
