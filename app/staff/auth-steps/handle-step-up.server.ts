import * as z from "zod/mini";
import type { Identity } from "#app/identity/identity.server.ts";
import type { StepUpOutcome } from "#app/identity/sessions/step-up.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { delayOverloadResponse } from "#app/platform/work-queue.server.ts";
import { passwordSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import type { SignInNotice } from "#app/staff/paths/sign-in-path.ts";
import type { StepUpState } from "./step-up-card.tsx";
import { codeMissing } from "./step-up.messages.ts";

export type StepUpResult =
  | { outcome: "verified"; headers: Headers }
  | { outcome: "refused"; status: number; state: StepUpState }
  /** The session has ended. */
  | { outcome: "signed-out"; because: SignInNotice };

/** Verifies the code or the password in the form. */
export async function handleStepUp(
  identity: Identity,
  visitor: Visitor,
  form: FormData,
): Promise<StepUpResult> {
  const parsed = form.has("code") ? parseForm(codeSchema, form) : parseForm(passwordSchema, form);
  if (!parsed.ok) {
    return { outcome: "refused", status: 422, state: { error: Object.values(parsed.fieldErrors)[0] } };
  }

  const outcome = await verify(identity, visitor, parsed.value);
  if (outcome.ok) return { outcome: "verified", headers: outcome.headers };
  const { reason } = outcome;
  if (reason === "signed-out") return { outcome: "signed-out", because: "ended" };
  if (reason === "busy") await delayOverloadResponse();
  const isOverLimit = reason === "too-many" || reason === "spent";
  if (isOverLimit && (await identity.currentSession(visitor.request.headers)) === null) {
    return { outcome: "signed-out", because: reason === "spent" ? "spent" : "codes" };
  }
  return { outcome: "refused", status: statuses[reason], state: { refused: reason } };
}

function verify(
  identity: Identity,
  visitor: Visitor,
  input: { code: string } | { password: string },
): Promise<StepUpOutcome> {
  return "code" in input
    ? identity.stepUpWithCode(visitor, input.code)
    : identity.stepUpWithPassword(visitor, input.password);
}

const statuses = { wrong: 401, "too-many": 429, spent: 429, busy: 503 } as const;

/** Accepts spaces and both kinds of codes, so the limit exceeds the length of either. */
const codeSchema = z.object({
  code: z
    .string({ error: codeMissing })
    .check(
      z.trim(),
      z.minLength(1, { error: codeMissing, abort: true }),
      z.maxLength(100, { error: codeMissing }),
    ),
});
