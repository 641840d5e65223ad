import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";

const site = testApp();

beforeEach(() => void site.logged.splice(0));

function answered() {
  return site.logged.filter(({ event }) => event === "request.answered").map(({ fields }) => fields);
}

test("groups requests from one client without logging its address", async () => {
  const [one, other] = [newAddress(), newAddress()];
  await site.request("/api/session", {}, one);
  await site.request("/auth/reset", {}, one);
  await site.request("/api/session", {}, other);
  const clients = answered().map(({ client }) => String(client));
  expect(clients[0]).toMatch(/^[\w-]{16}$/);
  expect(clients[1]).toBe(clients[0]);
  expect(clients[2]).not.toBe(clients[0]);
  // An attacker without the secret cannot find the address by trying all of them.
  expect(clients[0]).not.toBe(createHash("sha256").update(one).digest("base64url").slice(0, 16));
  expect(JSON.stringify(site.logged)).not.toContain(one);
});

test.each([
  ["a page", "/admin"],
  ["an endpoint", "/api/session"],
])("%s requested by a signed-in person is logged with the account ID", async (_what, path) => {
  const { accountId: id, cookie } = await signedIn(site.db, { role: "staff" });
  await site.request(path, { headers: { cookie } });
  await site.request(path);
  expect(answered().map(({ accountId }) => accountId ?? "nobody")).toEqual([id, "nobody"]);
});

test("an account that waits for approval is logged like a visitor, because anyone can have one", async () => {
  const { cookie } = await signedIn(site.db, { role: "pending" });
  await site.request("/api/session", { headers: { cookie } });
  expect(answered().map(({ accountId }) => accountId)).toEqual([undefined]);
});

test("a response of a limit is a warning, so that a flood does not bury faults", async () => {
  const address = newAddress();
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => site.request("/auth/reset?x", { method: "GET" }, address)),
  );
  const refused = responses.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  const entries = site.logged.filter(
    ({ event, fields }) => event === "request.answered" && fields.status === 503,
  );
  expect(new Set(entries.map(({ level }) => level))).toEqual(new Set(["warn"]));
});

test("concurrent requests are logged with their own accounts", async () => {
  const { accountId: id, cookie } = await signedIn(site.db, { role: "staff" });
  await Promise.all([
    site.request("/api/session", { headers: { cookie } }),
    site.request("/api/session"),
    site.request("/auth/reset"),
  ]);
  expect(answered().filter(({ accountId }) => accountId === id)).toHaveLength(1);
  expect(answered().filter(({ accountId }) => accountId === undefined)).toHaveLength(2);
});

test("health checks and sign-in pages from memory are not logged", async () => {
  for (const path of ["/healthz", "/readyz", "/auth"]) {
    const response = await site.request(path);
    expect([path, response.status, response.headers.get("x-content-type-options")]).toEqual([
      path,
      200,
      "nosniff",
    ]);
  }
  expect(answered()).toEqual([]);
});

test("a flood of requests without an account adds a limited number of lines, and accounts are still logged", async () => {
  await withinOneWindow(1);
  const { cookie } = await signedIn(site.db, { role: "staff" });
  for (let sent = 0; sent < 1_010; sent += 1) {
    await site.request("/functions/v1/visitors", { method: "DELETE" });
  }
  await site.request("/api/session", { headers: { cookie } });
  const lines = answered();
  const anonymous = lines.filter(({ accountId }) => accountId === undefined).length;
  // The tests before this one may have logged some in the same minute.
  expect(anonymous).toBeGreaterThan(900);
  expect(anonymous).toBeLessThanOrEqual(1_000);
  expect(lines.at(-1)).toMatchObject({ path: "/api/session", status: 200 });
});
