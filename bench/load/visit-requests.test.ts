import { expect, test } from "vitest";
import { visitSchema } from "#app/tracking/collector/visit.schema.ts";
import { parseAnswer } from "../kit/http-connection.ts";
import { visitRequest } from "./visit-requests.ts";

test("each request is a whole one, with a visit and an address that no other has", () => {
  const request = visitRequest(3000);
  const requests = Array.from({ length: 3_000 }, (_, number) => request(number));
  const ids = requests.map((text) => {
    // Read by the same rules as an answer: its length has to be right.
    const body = parseAnswer(Buffer.from(text))?.body.toString() ?? "";
    return visitSchema.parse(JSON.parse(body)).id;
  });
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(3_000);
  expect(new Set(requests.map((text) => /X-Forwarded-For: (\S+)/.exec(text)?.[1])).size).toBe(3_000);
});
