import { expect, test } from "vitest";
import { visitSchema } from "#app/tracking/collector/visit.schema.ts";
import { parseResponse } from "../kit/http-connection.ts";
import { visitRequest } from "./visit-requests.ts";

test("each request is complete and has a unique visit and address", () => {
  const request = visitRequest(3000);
  const requests = Array.from({ length: 3_000 }, (_, number) => request(number));
  const ids = requests.map((text) => {
    // The response parser also reads requests, so a wrong content length fails the test.
    const body = parseResponse(Buffer.from(text))?.body.toString() ?? "";
    return visitSchema.parse(JSON.parse(body)).id;
  });
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(3_000);
  expect(new Set(requests.map((text) => /X-Forwarded-For: (\S+)/.exec(text)?.[1])).size).toBe(3_000);
});
