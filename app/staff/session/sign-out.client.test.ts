import { beforeEach, expect, test, vi } from "vitest";
import { signOut } from "./sign-out.client.ts";

let told = 0;

beforeEach(() => {
  told = 0;
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage(): void {
        told += 1;
      }
      close(): void {
        // Nothing is open.
      }
    },
  );
});

// spec §8: 404, 401 and 403 on sign-out are ignored.
test.each([200, 401, 403, 404])(
  "an answer of %i counts as signed out, and the other tabs are told",
  async (status) => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status })));
    expect(await signOut("/auth/sign-out")).toBe(true);
    expect(told).toBe(1);
  },
);

test("so does being led to the sign-in screen, which is not followed", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", (...given: unknown[]) => {
    asked.push(given);
    return Promise.resolve({ type: "opaqueredirect", ok: false, status: 0 });
  });
  expect(await signOut("/auth/sign-out")).toBe(true);
  expect(asked).toEqual([["/auth/sign-out", { method: "POST", redirect: "manual" }]]);
  expect(told).toBe(1);
});

test.each([
  ["a fault", () => Promise.resolve(new Response(null, { status: 503 }))],
  ["no answer", () => Promise.reject(new TypeError("offline"))],
])("%s does not: nobody is told that it is over", async (_, answer) => {
  vi.stubGlobal("fetch", answer);
  expect(await signOut("/auth/sign-out")).toBe(false);
  expect(told).toBe(0);
});
