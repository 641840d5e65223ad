import { describe, expect, test, vi } from "vitest";
import { sendEventSignup } from "./send-event-signup.client.ts";

const input = {
  name: "Thomas Avery",
  email: "t.avery@example.com",
  phone: null,
  questions: null,
  topics: "ESOPs",
};

const page = { hasOthers: false };

describe("sending a sign-up", () => {
  test.each([
    ["seat", "/linkedin-live-signup/registered"],
    ["waiting", "/linkedin-live-signup/waiting-list"],
    ["next-date", "/linkedin-live-signup/next-date"],
    ["confirmation-required", "/check-your-email#event"],
  ])("posts the specified body, and %s navigates to %s", async (outcome, nextPath) => {
    const fetch = stubResponse(200, { data: { outcome } });
    expect(await sendEventSignup(input, {}, page)).toEqual({ ok: true, nextPath });
    const [address, request] = fetch.mock.calls[0] ?? [];
    expect(address).toBe("/functions/v1/linkedin-live-signup");
    expect(JSON.parse(request?.body ?? "")).toEqual(input);
  });

  test.each([
    ["seat", "/linkedin-live-signup/registered/e2"],
    ["waiting", "/linkedin-live-signup/waiting-list/e2"],
    ["next-date", "/linkedin-live-signup/next-date"],
    ["confirmation-required", "/check-your-email#event-e2"],
  ])("for one of several events posts its id, and %s navigates to %s", async (outcome, nextPath) => {
    const fetch = stubResponse(200, { data: { outcome } });
    const named = { ...input, eventId: "e2" };
    expect(await sendEventSignup(named, {}, { hasOthers: true })).toEqual({ ok: true, nextPath });
    expect(JSON.parse(fetch.mock.calls[0]?.[1]?.body ?? "")).toEqual(named);
  });

  test("leads to the page of an event that is no longer open, which explains why", async () => {
    const closed = { error: { kind: "conflict", message: "x", fields: { eventId: "This event has ended" } } };
    stubResponse(409, closed);
    expect(await sendEventSignup({ ...input, eventId: "e2" }, {}, page)).toEqual({
      ok: false,
      reason: "closed",
      eventPath: "/linkedin-live-signup/event/e2",
    });
  });

  test("returns the field errors of the server", async () => {
    stubResponse(400, { error: { kind: "invalid", message: "x", fields: { email: "Not an address" } } });
    expect(await sendEventSignup(input, {}, page)).toEqual({
      ok: false,
      reason: "refused",
      errors: { email: "Not an address" },
    });
  });

  test.each([
    ["a refusal", { error: { kind: "unavailable", message: "x" } }, "our database is unavailable"],
    ["too large a body", { error: { kind: "too-large", message: "x" } }, "the text is too long"],
    ["an unexpected response", { ok: true }, "something went wrong on our side"],
    ["an unknown outcome", { data: { outcome: "x" } }, "something went wrong on our side"],
    ["an empty response", null, "something went wrong on our side"],
  ])("reports %s as a failure with its reason", async (_, body, message) => {
    stubResponse(503, body);
    expect(await sendEventSignup(input, {}, page)).toEqual({ ok: false, reason: "failed", message });
  });

  test.each([
    [
      "a response without JSON",
      async () => new Response("<h1>Bad gateway</h1>"),
      "something went wrong on our side",
    ],
    ["no connection", () => Promise.reject(new TypeError("x")), "we lost the connection"],
    [
      "no answer in time",
      () => Promise.reject(new DOMException("x", "TimeoutError")),
      "the server did not respond in time",
    ],
  ])("reports %s as a failure with its reason", async (_, fetch, message) => {
    vi.stubGlobal("fetch", fetch);
    expect(await sendEventSignup(input, {}, page)).toEqual({ ok: false, reason: "failed", message });
  });
});

function stubResponse(status: number, body: unknown) {
  const fetch = vi.fn<(address: string, request: { body: string }) => Promise<Response>>(async () =>
    Response.json(body, { status }),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}
