import { expect, test } from "vitest";
import { renderLimits, sessionCheckLimits } from "#app/platform/limits.ts";
import { limitRenders } from "./limit-renders.ts";
import { limitSessionChecks } from "./limit-session-checks.ts";

const page = new Response("", { headers: { "content-type": "text/html; charset=utf-8" } });
const start = Date.parse("2026-11-22T21:43:00Z");

function aLimit() {
  let ms = 0;
  let checked = 0;
  const limit = limitRenders({
    checkSession: limitSessionChecks(),
    clock: { now: () => new Date(start + ms) },
    // In this test, the cookie names the role of the session.
    identity: {
      currentSession: (headers) => {
        const role = headers.get("cookie");
        checked += 1;
        // The limit reads no other properties of a session.
        return Promise.resolve(
          role === null ? null : ({ staff: { role }, needsSecondFactor: false } as never),
        );
      },
    },
  });
  return {
    ...limit,
    checked: () => checked,
    pass: (more: number) => (ms += more),
    render: (address: string, times: number, answer = page) => {
      for (let at = 0; at < times; at += 1) limit.count(address, answer);
    },
  };
}

const stranger = new Headers();

test("limits pages per minute for one address without affecting others", async () => {
  const limit = aLimit();
  limit.render("203.0.113.9", renderLimits.maxPerMinute - 1);
  expect(await limit.allows("203.0.113.9", stranger)).toBe(true);
  limit.render("203.0.113.9", 1);
  expect(await limit.allows("203.0.113.9", stranger)).toBe(false);
  expect(await limit.allows("203.0.113.10", stranger)).toBe(true);
  limit.pass(60_000);
  expect(await limit.allows("203.0.113.9", stranger)).toBe(true);
});

test("allows requests with a staff session from any address", async () => {
  const limit = aLimit();
  limit.render("203.0.113.9", renderLimits.maxPerMinute);
  expect(await limit.allows("203.0.113.9", new Headers({ cookie: "staff" }))).toBe(true);
});

test("checks a limited number of sessions of one address at the same time", async () => {
  const limit = aLimit();
  limit.render("203.0.113.9", renderLimits.maxPerMinute);
  const requests = Array.from({ length: 1_000 }, () =>
    limit.allows("203.0.113.9", new Headers({ cookie: "staff" })),
  );
  const most = sessionCheckLimits.maxConcurrent + sessionCheckLimits.lanes.check.maxWaiting;
  expect((await Promise.all(requests)).filter((isAllowed) => isAllowed)).toHaveLength(most);
  expect(limit.checked()).toBe(most);
  expect(await limit.allows("203.0.113.9", new Headers({ cookie: "staff" }))).toBe(true);
});

test("does not exempt an account without a role, which anyone can create", async () => {
  const limit = aLimit();
  limit.render("203.0.113.9", renderLimits.maxPerMinute);
  expect(await limit.allows("203.0.113.9", new Headers({ cookie: "pending" }))).toBe(false);
});

test("counts an IPv6 household network as one address", async () => {
  const limit = aLimit();
  limit.render("2001:db8:1:2:3::1", renderLimits.maxPerMinute);
  expect(await limit.allows("2001:db8:1:2::9", stranger)).toBe(false);
});

test("does not count responses other than pages", async () => {
  const limit = aLimit();
  limit.render("203.0.113.9", renderLimits.maxPerMinute, new Response(null, { status: 303 }));
  expect(await limit.allows("203.0.113.9", stranger)).toBe(true);
});
