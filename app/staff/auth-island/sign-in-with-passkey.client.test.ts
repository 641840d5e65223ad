import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInWithPasskey } from "./sign-in-with-passkey.client.ts";

class Credential {
  static parseRequestOptionsFromJSON = (options: unknown) => options;
  toJSON = () => ({ id: "a passkey" });
}
const get = vi.fn<(asked: unknown) => Promise<unknown>>();
const call = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", Credential);
  vi.stubGlobal("navigator", { credentials: { get } });
  vi.stubGlobal("fetch", call);
  get.mockReset().mockResolvedValue(new Credential());
  call.mockReset();
});
afterEach(() => void vi.unstubAllGlobals());

test("asks for a passkey by the server’s options, and signs in with what was chosen", async () => {
  answers(Response.json({ challenge: "c" }), Response.json({ ok: true }));
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

test("where no passkey is enrolled at all, nobody is asked for one", async () => {
  answers(new Response(null, { status: 404 }));
  expect(await signInWithPasskey()).toBe("none");
  expect(get).not.toHaveBeenCalled();
});

test("a browser without passkeys is not an error, and the server is not asked", async () => {
  vi.stubGlobal("PublicKeyCredential", undefined);
  expect(await signInWithPasskey()).toBe("none");
  expect(call).not.toHaveBeenCalled();
});

test.each(["NotAllowedError", "SecurityError", "AbortError"])(
  "%s of the browser is as good as none",
  async (name) => {
    answers(Response.json({}));
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
] as const)("a passkey that is answered with %i: %s", async (status, outcome) => {
  answers(Response.json({}), new Response(null, { status }));
  expect(await signInWithPasskey()).toBe(outcome);
});

test("no connection, and an answer that is none, are told apart from having no passkey", async () => {
  call.mockRejectedValueOnce(new TypeError("offline"));
  expect(await signInWithPasskey()).toBe("failed");
  answers(new Response("<html>"));
  expect(await signInWithPasskey()).toBe("failed");
});

function answers(...responses: Response[]): void {
  for (const response of responses) call.mockResolvedValueOnce(response);
}
