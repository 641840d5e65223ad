import { Hono } from "hono";
import { expect, test } from "vitest";
import type { RequestEnv } from "#server/responses/request-facts.ts";
import { aStaffSession } from "#tests/kit/a-staff-session.ts";
import { limitBodies } from "./limit-bodies.ts";
import { limitSessionChecks } from "./limit-session-checks.ts";

const owner = aStaffSession();
const sessions = new Map([
  ["owner", owner],
  ["staff", aStaffSession({ staff: { ...owner.staff, role: "staff" } })],
  ["examiner", aStaffSession({ staff: { ...owner.staff, role: "examiner" } })],
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
app.use(limitBodies({ currentSession }, limitSessionChecks()));
app.post("*", async (c) => c.text(`${(await c.req.arrayBuffer()).byteLength} bytes`));

/** @returns the size of the body that the page receives, or the status of the refusal */
async function send(path: string, bytes: number, cookie = ""): Promise<string> {
  const headers = { cookie, "content-length": String(bytes) };
  const response = await app.request(path, { method: "POST", headers, body: new Uint8Array(bytes) });
  return response.ok ? await response.text() : String(response.status);
}

const claim = "/admin/claims/12";
const article = "/admin/content/articles";

/** Sends bodies at the same time. @returns the statuses of the responses */
async function sendTogether(
  count: number,
  { path, bytes, cookie }: { path: string; bytes: number; cookie: string },
): Promise<number[]> {
  const headers = { cookie, "content-length": String(bytes) };
  const pending: (() => void)[] = [];
  const responses = Array.from({ length: count }, () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes));
        pending.push(() => controller.close());
      },
    });
    const streamed = { method: "POST", headers, body, duplex: "half" };
    return app.request(path, streamed);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const end of pending) end();
  return Promise.all(responses.map(async (response) => (await response).status));
}

test("an account sends at most two large files at the same time", async () => {
  const file = { path: claim, bytes: 1_000_000, cookie: "owner" };
  expect(await sendTogether(3, file)).toEqual([200, 200, 429]);
  expect(await send(claim, 1_000_000, "owner")).toBe("1000000 bytes");
});

test("an address without a session sends at most four large forms at the same time", async () => {
  const form = { path: article, bytes: 200_000, cookie: "" };
  expect(await sendTogether(6, form)).toEqual([200, 200, 200, 200, 429, 429]);
  expect(await send(article, 200_000)).toBe("200000 bytes");
  expect(await sendTogether(6, { ...form, cookie: "owner" })).toEqual([200, 200, 200, 200, 200, 200]);
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
  ["not by an account that may not edit the content", article, 200_000, "examiner", "413"],
  ["not above the limit of content", article, 300_000, "owner", "413"],
  ["not by a form without files", "/admin/events/new", 100_000, "", "413"],
])("a large body is received %s", async (_, path, bytes, cookie, received) => {
  expect(await send(path, bytes, cookie)).toBe(received);
});
