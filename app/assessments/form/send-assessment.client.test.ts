import { describe, expect, test, vi } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { sendAssessment } from "./send-assessment.client.ts";

const input = anAssessment();

describe("sending the answers", () => {
  test("posts the specified body and navigates to the result", async () => {
    const fetch = stubResponse(200, {
      data: { id: "1", score: 13, scoreLevel: "x", resultUrl: "https://a/b" },
    });
    expect(await sendAssessment(input, {})).toEqual({ ok: true, nextPath: "/b#complete" });
    const [address, request] = fetch.mock.calls[0] ?? [];
    expect(address).toBe("/functions/v1/pre-loi-assessment");
    expect(JSON.parse(request?.body ?? "")).toEqual(input);
  });

  test("does not navigate when the same answers are already stored", async () => {
    stubResponse(200, { data: { id: "1", score: 13, scoreLevel: "x", resultUrl: null } });
    const received = { ok: false, reason: "already-received", score: 13, level: "x" };
    expect(await sendAssessment(input, {})).toEqual(received);
  });

  test("navigates to the “Check your email” page when the mailbox must be confirmed", async () => {
    stubResponse(202, { data: { outcome: "confirmation-required" } });
    expect(await sendAssessment(input, {})).toEqual({ ok: true, nextPath: "/check-your-email" });
  });

  test("returns the fields that the server refused", async () => {
    stubResponse(400, { error: { kind: "invalid", message: "x", fields: { email: "Not an address" } } });
    expect(await sendAssessment(input, {})).toEqual({
      ok: false,
      reason: "refused",
      errors: { email: "Not an address" },
    });
  });

  test("returns how long a limit applies", async () => {
    const fetch = async () =>
      Response.json(
        { error: { kind: "too-many", message: "x" } },
        { status: 429, headers: { "Retry-After": "42000" } },
      );
    vi.stubGlobal("fetch", fetch);
    const refusal = { ok: false, reason: "too-many", retryAfterSeconds: 42_000 };
    expect(await sendAssessment(input, {})).toEqual(refusal);
  });

  test.each([
    ["a refusal without fields", { error: { kind: "unavailable", message: "x" } }],
    ["an unexpected response", { ok: true }],
    ["nothing", null],
  ])("reports %s as a failure", async (_, body) => {
    stubResponse(503, body);
    expect(await sendAssessment(input, {})).toEqual({ ok: false, reason: "failed" });
  });

  test("reports a response without JSON, and no response, as failures", async () => {
    vi.stubGlobal("fetch", async () => new Response("<h1>Bad gateway</h1>"));
    expect(await sendAssessment(input, {})).toEqual({ ok: false, reason: "failed" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await sendAssessment(input, {})).toEqual({ ok: false, reason: "failed" });
  });
});

function stubResponse(status: number, body: unknown) {
  const fetch = vi.fn<(address: string, request: { body: string }) => Promise<Response>>(async () =>
    Response.json(body, { status }),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}
