import * as z from "zod/mini";
import type { AssessmentField, AssessmentInput } from "./assessment.schema.ts";

export type SendOutcome =
  | { ok: true; resultUrl: string }
  | { ok: false; reason: "refused"; errors: Partial<Record<AssessmentField, string>> }
  /** No answer, or one that is no use to the visitor. Sending again is safe: the same answers are stored once. */
  | { ok: false; reason: "failed" };

/** Longer than a slow connection needs, shorter than a person waits. */
const patienceMs = 20_000;

const accepted = z.object({ data: z.object({ resultUrl: z.string() }) });
const refused = z.object({ error: z.object({ fields: z.record(z.string(), z.string()) }) });

/** Sends the answers to the endpoint of specification section 7. Never throws. */
export async function sendAssessment(input: AssessmentInput): Promise<SendOutcome> {
  try {
    const response = await fetch("/functions/v1/pre-loi-assessment", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(patienceMs),
    });
    return readAnswer(await response.json());
  } catch {
    return { ok: false, reason: "failed" };
  }
}

function readAnswer(body: unknown): SendOutcome {
  const answer = accepted.safeParse(body);
  if (answer.success) return { ok: true, resultUrl: answer.data.data.resultUrl };
  const refusal = refused.safeParse(body);
  if (refusal.success) return { ok: false, reason: "refused", errors: refusal.data.error.fields };
  return { ok: false, reason: "failed" };
}
