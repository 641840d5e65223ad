import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInWithPasskey } from "./sign-in-with-passkey.client.ts";

class Credential {
  static parseRequestOptionsFromJSON = (options: unknown) => options;
  toJSON = () => ({ id: "a passkey" });
}
const get = vi.fn<(options: unknown) => Promise<unknown>>();
const call = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", Credential);
  vi.stubGlobal("navigator", { credentials: { get } });
  vi.stubGlobal("fetch", call);
  get.mockReset().mockResolvedValue(new Credential());
  call.mockReset();
});
afterEach(() => void vi.unstubAllGlobals());

test("asks for a passkey with the server’s options and signs in with the chosen one", async () => {
  respondWith(Response.json({ challenge: "c" }), Response.json({ ok: true }));
  expect(await signInWithPasskey()).toBe("signed-in");
  expect(get).toHaveBeenCalledWith({ publicKey: { challenge: "c" } });
  expect(call.mock.calls.map(([path]) => path)).toEqual([
    "/api/auth/passkey/generate-authenticate-options",
    "/api/auth/passkey/verify-authentication",
  ]);
  expect(call.mock.calls[1]?.[1]).toMatchObject({
    method: "POST",
    body: JSON.stringify({ response: { id: "a passkey" } }),
  });
});

test("does not ask for a passkey if none is registered", async () => {
  respondWith(new Response(null, { status: 404 }));
  expect(await signInWithPasskey()).toBe("none");
  expect(get).not.toHaveBeenCalled();
});

test("reports no passkey without a request if the browser does not support passkeys", async () => {
  vi.stubGlobal("PublicKeyCredential", undefined);
  expect(await signInWithPasskey()).toBe("none");
  expect(call).not.toHaveBeenCalled();
});

test.each(["NotAllowedError", "SecurityError", "AbortError"])(
  "treats %s of the browser as no passkey",
  async (name) => {
    respondWith(Response.json({}));
    get.mockRejectedValue(new DOMException("no", name));
    expect(await signInWithPasskey()).toBe("none");
    expect(call).toHaveBeenCalledTimes(1);
  },
);

test.each([
  [400, "none"],
  [401, "none"],
  [429, "tooMany"],
  [500, "failed"],
  [503, "failed"],
] as const)("reports status %i as %s", async (status, outcome) => {
  respondWith(Response.json({}), new Response(null, { status }));
  expect(await signInWithPasskey()).toBe(outcome);
});

test("reports a network failure and an unreadable response as failed", async () => {
  call.mockRejectedValueOnce(new TypeError("offline"));
  expect(await signInWithPasskey()).toBe("failed");
  respondWith(new Response("<html>"));
  expect(await signInWithPasskey()).toBe("failed");
});

function respondWith(...responses: Response[]): void {
  for (const response of responses) call.mockResolvedValueOnce(response);
}
