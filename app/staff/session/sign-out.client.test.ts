import { beforeEach, expect, test, vi } from "vitest";
import { signOut } from "./sign-out.client.ts";

let notifications = 0;

beforeEach(() => {
  notifications = 0;
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage(): void {
        notifications += 1;
      }
      close(): void {
        // The stub has no resources.
      }
    },
  );
});

// Specification section 8: 404, 401 and 403 on sign-out are ignored.
test.each([200, 401, 403, 404])(
  "status %i counts as signed out, and the other tabs are notified",
  async (status) => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status })));
    expect(await signOut("/auth/sign-out")).toBe(true);
    expect(notifications).toBe(1);
  },
);

test("a redirect to the sign-in screen counts as signed out and is not followed", async () => {
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", (...args: unknown[]) => {
    requests.push(args);
    return Promise.resolve({ type: "opaqueredirect", ok: false, status: 0 });
  });
  expect(await signOut("/auth/sign-out")).toBe(true);
  expect(requests).toEqual([["/auth/sign-out", { method: "POST", redirect: "manual" }]]);
  expect(notifications).toBe(1);
});

test.each([
  ["a server error", () => Promise.resolve(new Response(null, { status: 503 }))],
  ["a network failure", () => Promise.reject(new TypeError("offline"))],
])("%s does not count as signed out, and the other tabs are not notified", async (_, respond) => {
  vi.stubGlobal("fetch", respond);
  expect(await signOut("/auth/sign-out")).toBe(false);
  expect(notifications).toBe(0);
});
