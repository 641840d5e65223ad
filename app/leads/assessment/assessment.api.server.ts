import { Hono } from "hono";
import { readJsonObject } from "#app/platform/json-body.server.ts";
import { errorsOf } from "#app/platform/form.ts";
import { refuse } from "#app/platform/refusal.ts";
import { assessmentSchema, type AssessmentField } from "./assessment.schema.ts";
import { submitAssessment, type SubmitAssessmentDeps } from "./submit-assessment.server.ts";

/** The longest Idempotency-Key we take; the header's draft standard names no limit. */
const longestIdempotencyKey = 255;

/**
 * `POST /functions/v1/pre-loi-assessment` (specification section 7): the body's `score` and `scoreLevel` are accepted and
 * ignored, the server scores. Calls the same command as the form.
 */
export function assessmentEndpoint(deps: SubmitAssessmentDeps): Hono {
  return new Hono().post("/pre-loi-assessment", async (c) => {
    const idempotencyKey = c.req.header("idempotency-key");
    if (
      idempotencyKey !== undefined &&
      !/^[\x21-\x7e]+$/.test(idempotencyKey.slice(0, longestIdempotencyKey + 1))
    ) {
      return refuse("invalid", { fields: { "Idempotency-Key": "must be printable ASCII without spaces" } });
    }
    if (idempotencyKey !== undefined && idempotencyKey.length > longestIdempotencyKey) {
      return refuse("invalid", {
        fields: { "Idempotency-Key": `must have at most ${longestIdempotencyKey} characters` },
      });
    }
    const body = await readJsonObject(c.req.raw);
    const parsed = assessmentSchema.safeParse(body);
    if (!parsed.success) {
      const { fieldErrors } = errorsOf(fields, parsed.error.issues);
      return refuse("invalid", { fields: fieldErrors });
    }
    const outcome = await submitAssessment(deps, { input: parsed.data, idempotencyKey });
    if (!outcome.ok) {
      return refuse("conflict", {
        fields: { "Idempotency-Key": "was used before with other content" },
      });
    }
    c.header("Cache-Control", "no-store");
    return c.json({
      data: {
        id: outcome.id,
        score: outcome.score,
        scoreLevel: outcome.level,
        resultUrl: `${deps.siteUrl}/pre-loi-assessment/result/${outcome.resultKey}`,
      },
    });
  });
}

const fields = Object.keys(assessmentSchema.shape) as AssessmentField[]; // the schema's own keys
