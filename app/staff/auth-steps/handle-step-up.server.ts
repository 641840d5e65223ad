import type { Identity } from "#app/identity/identity.server.ts";
import type { StepUpOutcome } from "#app/identity/sessions/step-up.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import { parseForm } from "#app/platform/form.ts";
import { delayOverloadResponse } from "#app/platform/work-queue.server.ts";
import type { SignInNotice } from "#app/staff/paths/sign-in-path.ts";
import { passwordSchema } from "#app/staff/auth/sign-in.schema.ts";
import type { StepUpState } from "./step-up-card.tsx";
import { codeSchema } from "./step-up.schema.ts";

export type StepUpAnswer =
  | { outcome: "given"; headers: Headers }
  | { outcome: "refused"; status: number; state: StepUpState }
  /** The session has ended. */
  | { outcome: "signed-out"; because: SignInNotice };

/** Takes a code, of the app or one for recovery, or the password: whichever the form carries. */
export async function handleStepUp(
  identity: Identity,
  visitor: Visitor,
  form: FormData,
): Promise<StepUpAnswer> {
  const typed = form.has("code") ? parseForm(codeSchema, form) : parseForm(passwordSchema, form);
  if (!typed.ok) {
    return { outcome: "refused", status: 422, state: { error: Object.values(typed.fieldErrors)[0] } };
  }

  const proof =
    "code" in typed.value
      ? await identity.stepUpWithCode(visitor, typed.value.code)
      : await stepUpWithPassword(identity, visitor, typed.value.password);
  if (proof.ok) return { outcome: "given", headers: proof.headers };
  const { reason } = proof;
  if (reason === "signed-out") return { outcome: "signed-out", because: "ended" };
  const isClosed = reason === "too-many" || reason === "spent";
  if (isClosed && (await identity.currentSession(visitor.request.headers)) === null) {
    return { outcome: "signed-out", because: reason === "spent" ? "spent" : "codes" };
  }
  return { outcome: "refused", status: statuses[reason], state: { refused: reason } };
}

async function stepUpWithPassword(
  identity: Identity,
  visitor: Visitor,
  password: string,
): Promise<StepUpOutcome> {
  const outcome = await identity.stepUpWithPassword(visitor, password);
  if (!outcome.ok && outcome.reason === "busy") await delayOverloadResponse();
  return outcome;
}

const statuses = { wrong: 401, "too-many": 429, spent: 429, busy: 503 } as const;
