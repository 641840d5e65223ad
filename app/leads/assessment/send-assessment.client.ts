import * as z from "zod/mini";
import { type ReadRefusal, readRefusal } from "#app/leads/submission/read-refusal.client.ts";
import type { AssessmentField, AssessmentInput } from "./assessment.schema.ts";

export type SendOutcome =
  /** `resultUrl`: null where the same answers were sent before from another form. */
  | { ok: true; resultUrl: string | null; score: number; level: string }
  | { ok: false; reason: "refused"; errors: Partial<Record<AssessmentField, string>> }
  | ({ ok: false } & Extract<ReadRefusal, { reason: "question" | "too-many" }>)
  /** No answer, or one that is no use to the visitor. Sending again is safe: the same answers are stored once. */
  | { ok: false; reason: "failed" };

/** Longer than a slow connection needs, shorter than a person waits. */
const patienceMs = 20_000;

const accepted = z.object({
  data: z.object({ resultUrl: z.nullable(z.string()), score: z.number(), scoreLevel: z.string() }),
});

/**
 * Sends the answers to the endpoint of specification section 7. Never throws.
 * @param more what the form carries besides its fields
 */
export async function sendAssessment(
  input: AssessmentInput,
  more: Readonly<Record<string, string>>,
): Promise<SendOutcome> {
  try {
    const response = await fetch("/functions/v1/pre-loi-assessment", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...more, ...input }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return readAnswer(await response.json());
  } catch {
    return { ok: false, reason: "failed" };
  }
}

function readAnswer(body: unknown): SendOutcome {
  const answer = accepted.safeParse(body);
  if (answer.success) {
    const { resultUrl, score, scoreLevel } = answer.data.data;
    return { ok: true, resultUrl, score, level: scoreLevel };
  }
  const refusal = readRefusal(body);
  return refusal.reason === "unreadable" ? { ok: false, reason: "failed" } : { ok: false, ...refusal };
}
