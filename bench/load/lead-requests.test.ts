import { expect, test } from "vitest";
import { assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { parseResponse } from "../kit/http-connection.ts";
import { assessmentRequest } from "./lead-requests.ts";

test("each request is complete and has a unique person and network address", () => {
  const request = assessmentRequest(3000);
  const requests = Array.from({ length: 3_000 }, (_, number) => request(number));
  const bodies = requests.map((text) => {
    // The response parser also reads requests, so a wrong content length fails the test.
    const body = parseResponse(Buffer.from(text))?.body.toString() ?? "";
    return assessmentSchema.parse(JSON.parse(body));
  });
  expect(new Set(bodies.map(({ email }) => email)).size).toBe(3_000);
  expect(new Set(requests.map((text) => /X-Forwarded-For: (\S+)/.exec(text)?.[1])).size).toBe(3_000);
});

test("two runs never submit the same person", () => {
  expect(assessmentRequest(3000)(1)).not.toBe(assessmentRequest(3000)(1));
});
