import { maxClaimsPerDecision } from "#app/compliance/claims/claim-limits.ts";
import { type DecideDeps, decideClaims } from "#app/compliance/claims/decide-claims.server.ts";
import { findEvidence, storeEvidence } from "#app/compliance/claims/evidence-files.server.ts";
import { findClaimsById } from "#app/compliance/claims/list-claims.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { claimField } from "#app/staff/paths/record-path.ts";
import { practice } from "#content/practice.ts";
import {
  type Choice,
  type DecisionErrors,
  type DecisionValues,
  parseDecision,
  readChoice,
  readDecisionValues,
  readSeen,
  uploadField,
} from "./claim-values.ts";
import { claimErrors, decisionRefusals } from "./claims.messages.ts";

/** The form after a refusal, with what was typed. */
export type DecisionDraft = {
  choice: Choice | undefined;
  values: DecisionValues;
  errors: DecisionErrors;
  refusal: string;
};

export type DecisionOutcome =
  | { ok: true; choice: Choice }
  | { ok: false; status: 404 | 409 | 422; draft: DecisionDraft };

/** Saves the form about one or several claims. */
export async function applyDecision(deps: DecideDeps, form: FormData): Promise<DecisionOutcome> {
  const choice = readChoice(form);
  // Files are kept permanently, so only the form that binds them stores one.
  const file: FileOfForm = choice === "bound" ? await readFile(deps, form) : { hash: "" };
  const values = { ...readDecisionValues(form), evidenceFile: file.hash };
  const refuse = (status: 404 | 409 | 422, refusal: string, errors: DecisionErrors = {}) =>
    ({ ok: false, status, draft: { choice, values, errors, refusal } }) as const;
  const seen = readSeen(form);
  if (!isSelectionPossible(form)) return refuse(422, decisionRefusals.selection);
  if (choice === undefined || seen === undefined) return refuse(422, decisionRefusals.unclear);
  const today = dayIn(practice.timeZone, deps.clock.now());
  const parsed = parseDecision(values, { choice, today });
  const errors = { ...(parsed.ok ? {} : parsed.errors), ...file.errors };
  if (!parsed.ok || file.errors !== undefined) return refuse(422, decisionRefusals.fields, errors);
  const decided = await decideClaims(deps, seen, parsed.value);
  if (decided.ok) return { ok: true, choice };
  if (decided.reason === "unknown") return refuse(404, decisionRefusals.unknown);
  return refuse(409, await describeChange(deps, seen));
}

/** Whether the form is about as many claims as one decision can have. */
function isSelectionPossible(form: FormData): boolean {
  const { length } = form.getAll(claimField);
  return length > 0 && length <= maxClaimsPerDecision;
}

type FileOfForm = { hash: string; errors?: Pick<DecisionErrors, "evidenceFile"> };

/**
 * Stores the uploaded file of a form, so that the form can name it when another field has to be corrected; browsers do not fill in files
 * again.
 * @returns the hash of the file, or of the one that was stored before; empty without a file
 */
async function readFile(deps: DecideDeps, form: FormData): Promise<FileOfForm> {
  const upload = form.get(uploadField);
  if (upload instanceof File && upload.name !== "") {
    const bytes = Buffer.from(await upload.arrayBuffer());
    const stored = await storeEvidence(deps, { name: upload.name, bytes });
    if (stored.ok) return { hash: stored.hash };
    return { hash: "", errors: { evidenceFile: claimErrors.files[stored.reason] } };
  }
  const { evidenceFile: hash } = readDecisionValues(form);
  if (hash === "" || (await findEvidence(deps.db, hash)) !== undefined) return { hash };
  return { hash: "", errors: { evidenceFile: claimErrors.files.unknown } };
}

/** Names the colleague who has decided meanwhile. */
async function describeChange(
  { db }: Pick<DecideDeps, "db">,
  seen: readonly { id: number; revision: number }[],
): Promise<string> {
  const claims = await findClaimsById(
    db,
    seen.map(({ id }) => id),
  );
  const changed = claims.find(({ id, revision }) =>
    seen.some((claim) => claim.id === id && claim.revision !== revision),
  );
  const { decidedBy = null, decidedAt = null } = changed ?? {};
  if (changed === undefined || decidedBy === null || decidedAt === null) return decisionRefusals.unclear;
  return decisionRefusals.changed(decidedBy, momentIn(practice.timeZone, decidedAt), changed.figure);
}
