import { Hono } from "hono";
import { respondNotAccepted, readArrival } from "#app/intake/receive/receive-submission.server.ts";
import { parseJson } from "#app/platform/http/json-body.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { resultPath } from "#app/assessments/questions/result-path.ts";
import { receiveAssessment, type ReceiveAssessmentDeps } from "./receive-assessment.server.ts";

/**
 * `POST /functions/v1/pre-loi-assessment` (specification section 7). It calls the same command as the form. The `score` and `scoreLevel`
 * of the body are ignored, because the server computes them.
 */
export function assessmentEndpoint(
  deps: ReceiveAssessmentDeps,
): Hono<{ Variables: { clientAddress: string } }> {
  return new Hono<{ Variables: { clientAddress: string } }>().post("/pre-loi-assessment", async (c) => {
    const idempotencyKey = c.req.header("idempotency-key");
    if (idempotencyKey !== undefined && !usableKey.test(idempotencyKey)) {
      return refuse("invalid", {
        fields: { "Idempotency-Key": "must be 1 to 255 printable ASCII characters without spaces" },
      });
    }
    const parsed = await parseJson(assessmentSchema, c.req.raw);
    if (!parsed.ok) return parsed.response;
    const clientAddress = c.get("clientAddress");
    const arrival = readArrival(deps, { headers: c.req.raw.headers, clientAddress, fields: parsed.body });
    const outcome = await receiveAssessment(deps, arrival, { input: parsed.value, idempotencyKey });
    if (!outcome.ok) return respondNotAccepted(outcome);
    c.header("Cache-Control", "no-store");
    return c.json({
      data: {
        id: outcome.id,
        score: outcome.score,
        scoreLevel: outcome.level,
        resultUrl: outcome.resultKey === null ? null : deps.siteUrl + resultPath(outcome.resultKey),
      },
    });
  });
}

/** The draft standard for the header defines no maximum length. */
const usableKey = /^[\x21-\x7e]{1,255}$/;
