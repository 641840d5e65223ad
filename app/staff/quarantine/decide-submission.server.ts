import {
  findQuarantined,
  type AuditDeps,
  deleteQuarantined,
} from "#app/intake/quarantine/quarantine.server.ts";
import { type AcceptDeps, acceptQuarantined } from "#app/intake/quarantine/accept-quarantined.server.ts";
import { deleteUnlessHeld } from "#app/compliance/records/records.server.ts";
import { pages } from "#app/pages/registry.ts";
import { quarantinedPath } from "#app/staff/paths/quarantine-path.ts";
import { quarantineRefusals } from "./quarantine.messages.ts";

/** The values of the buttons. */
const decisions = ["release", "remove"] as const;
export type QuarantineDecision = (typeof decisions)[number];

export function isDecision(value: unknown): value is QuarantineDecision {
  return decisions.some((decision) => decision === value);
}

export type DecisionOutcome =
  | { ok: true; path: string }
  | { ok: false; status: 404 | 409 | 422; refusal: string };

/** Accepts or deletes a submission. If two people decide concurrently, the second response names the first decision. */
export async function decideSubmission(
  deps: AcceptDeps & AuditDeps,
  { id, decision }: { id: string; decision: QuarantineDecision },
): Promise<DecisionOutcome> {
  if (decision === "remove") {
    const removed = await deleteUnlessHeld(deps.db, (trx) => deleteQuarantined({ ...deps, db: trx }, id));
    if (removed === "held") return reject("held");
    if (removed) return { ok: true, path: `${pages.quarantine.path}?done=removed` };
    // An accepted submission remains; otherwise the row is gone.
    return reject((await findQuarantined(deps.db, id)) === undefined ? "unknown" : "released");
  }
  const outcome = await acceptQuarantined(deps, id);
  return outcome.ok
    ? { ok: true, path: `${quarantinedPath(id)}?done=${outcome.became}` }
    : reject(outcome.reason);
}

function reject(reason: "unknown" | "released" | "unreadable" | "held"): DecisionOutcome {
  const status = { unknown: 404, released: 409, held: 409, unreadable: 422 } as const;
  return { ok: false, status: status[reason], refusal: quarantineRefusals[reason] };
}
