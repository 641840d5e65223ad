import * as z from "zod/mini";
import { confirmationRequired, readRefusal } from "#app/intake/form/read-rejection.client.ts";
import type { LimitRefusal } from "#app/intake/form/submission.messages.ts";
import { formPaths } from "#app/pages/form-paths.ts";
import type { AssessmentField, AssessmentInput } from "#app/assessments/questions/assessment.schema.ts";
import { completeId } from "#app/assessments/questions/result-path.ts";

export type SendOutcome =
  | { ok: true; nextPath: string }
  /** Another form already sent the same answers. */
  | { ok: false; reason: "already-received"; score: number; level: string }
  | { ok: false; reason: "refused"; errors: Partial<Record<AssessmentField, string>> }
  | ({ ok: false } & LimitRefusal)
  /** No usable response. Resending is safe, because the same answers are stored once. */
  | { ok: false; reason: "failed" };

/** Long enough for a slow connection, but shorter than people are willing to wait. */
const timeoutMs = 20_000;

const accepted = z.object({
  data: z.object({ resultUrl: z.nullable(z.string()), score: z.number(), scoreLevel: z.string() }),
});

/**
 * Sends the answers to the JSON endpoint. Never throws.
 * @param hidden the submission fields, such as the form token
 */
export async function sendAssessment(
  input: AssessmentInput,
  hidden: Readonly<Record<string, string>>,
): Promise<SendOutcome> {
  try {
    const response = await fetch("/functions/v1/pre-loi-assessment", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...hidden, ...input }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return readResponse(await response.json(), response.headers);
  } catch {
    return { ok: false, reason: "failed" };
  }
}

function readResponse(body: unknown, headers: Headers): SendOutcome {
  const response = accepted.safeParse(body);
  if (response.success) {
    const { resultUrl, score, scoreLevel: level } = response.data.data;
    if (resultUrl === null) return { ok: false, reason: "already-received", score, level };
    // Uses only the path, because the page may have been opened under another host name of the site.
    return { ok: true, nextPath: `${new URL(resultUrl).pathname}#${completeId}` };
  }
  if (confirmationRequired.safeParse(body).success) return { ok: true, nextPath: formPaths.checkEmail };
  const refusal = readRefusal(body, headers);
  return refusal.reason === "unreadable" ? { ok: false, reason: "failed" } : { ok: false, ...refusal };
}
