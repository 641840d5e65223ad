import { Hono } from "hono";
import { expect, test } from "vitest";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { aStaffSession } from "#tests/kit/a-staff-session.ts";
import { limitBodies } from "./limit-bodies.ts";

const owner = aStaffSession();
const sessions = new Map([
  ["owner", owner],
  ["staff", aStaffSession({ staff: { ...owner.staff, role: "staff" } })],
  ["incomplete", aStaffSession({ needsSecondFactor: true })],
]);

const app = new Hono<{ Variables: RequestEnv }>();
app.use((c, next) => {
  c.set("clientAddress", "192.0.2.1");
  return next();
});
// In this test, the cookie names the session.
const currentSession = (headers: Headers) =>
  Promise.resolve(sessions.get(headers.get("cookie") ?? "") ?? null);
app.use(limitBodies({ currentSession }));
app.post("*", async (c) => c.text(`${(await c.req.arrayBuffer()).byteLength} bytes`));

/** @returns the size of the body that the page receives, or the status of the refusal */
async function send(path: string, bytes: number, cookie = ""): Promise<string> {
  const headers = { cookie, "content-length": String(bytes) };
  const response = await app.request(path, { method: "POST", headers, body: new Uint8Array(bytes) });
  return response.ok ? await response.text() : String(response.status);
}

const claim = "/admin/claims/12";

test("an account sends at most two large bodies at the same time", async () => {
  const headers = { cookie: "owner", "content-length": "1000000" };
  const pending: (() => void)[] = [];
  /** A body whose end the test determines. */
  const begin = () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1_000_000));
        pending.push(() => controller.close());
      },
    });
    const streamed = { method: "POST", headers, body, duplex: "half" };
    return app.request(claim, streamed);
  };
  const [first, second, third] = [begin(), begin(), begin()];
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const end of pending) end();
  expect([(await first).status, (await second).status, (await third).status]).toEqual([200, 200, 429]);
  expect(await send(claim, 1_000_000, "owner")).toBe("1000000 bytes");
});

test.each([
  ["to an account that may upload it", claim, 1_000_000, "owner", "1000000 bytes"],
  ["without its body after the session has ended", claim, 1_000_000, "", "0 bytes"],
  ["without its body, for the router", `${claim}.data`, 1_000_000, "", "0 bytes"],
  ["without its body before the second factor", claim, 1_000_000, "incomplete", "0 bytes"],
  ["with its body if the form is small", claim, 1_000, "", "1000 bytes"],
  ["not by an account that may not upload it", claim, 1_000_000, "staff", "413"],
  ["not above the limit of files", claim, 7_000_000, "", "413"],
  ["without its body, for pictures", "/admin/content/pictures", 10_000_000, "", "0 bytes"],
  ["not by a form without files", "/admin/events/new", 100_000, "", "413"],
])("a large body is received %s", async (_, path, bytes, cookie, received) => {
  expect(await send(path, bytes, cookie)).toBe(received);
});
