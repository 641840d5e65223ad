import { expect, test, vi } from "vitest";
import { createSubmissionCounts } from "#app/intake/receive/submission-counts.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { sendHeartbeat } from "./heartbeat.ts";
import { countEarly } from "./observe-requests.ts";
import { createRequestCounts, findRouteGroup } from "./request-counts.ts";

test.each([
  ["/admin", "GET", "staff"],
  ["/admin/people.data", "GET", "staff"],
  ["/auth", "POST", "staff"],
  ["/api/session", "GET", "staff"],
  ["/functions/v1/bookings", "POST", "form"],
  ["/pre-loi-assessment", "POST", "form"],
  ["/pre-loi-assessment/result/x", "GET", "page"],
  ["/authors", "GET", "page"],
] as const)("%s by %s belongs to the group %3$s", (path, method, group) => {
  expect(findRouteGroup(path, method)).toBe(group);
});

test("requests are counted by group, known method and status class", () => {
  const counts = createRequestCounts();
  counts.count("page", "GET", 200);
  counts.count("page", "GET", 204);
  counts.count("page", "PROPFIND", 405);
  expect(counts.totals()).toEqual([
    { route: "page", method: "GET", status: "2xx", total: 2 },
    { route: "page", method: "other", status: "4xx", total: 1 },
  ]);
});

test("the chosen share of the requests answered from memory is logged, none by default", () => {
  const logShare = (sampleShare: number): number => {
    const info = vi.fn<() => void>();
    let draw = 0;
    const count = countEarly({
      counts: createRequestCounts(),
      log: { ...silentLog, info },
      loggablePath: (path) => path,
      sampleShare,
      random: () => (draw += 0.1) - 0.1,
    });
    for (let request = 0; request < 10; request += 1) {
      count({ route: "memory", method: "GET", path: "/", status: 200 });
    }
    return info.mock.calls.length;
  };
  expect([logShare(0), logShare(0.25), logShare(1)]).toEqual([0, 3, 10]);
});

test("failed submissions are recent for five minutes", () => {
  let now = new Date("2026-11-28T12:00:00Z");
  const counts = createSubmissionCounts({ now: () => now });
  counts.count("assessment", "stored");
  counts.count("event-signup", "failed");
  expect(counts.recentFailures()).toBe(1);
  now = new Date("2026-11-28T12:05:01Z");
  expect(counts.recentFailures()).toBe(0);
  expect(counts.totals()).toContainEqual({ form: "event-signup", result: "failed", total: 1 });
});

test("a heartbeat is sent only while the server is ready, and must be confirmed", async () => {
  let isReady = false;
  let status = 200;
  const requests: string[] = [];
  const beat = () =>
    sendHeartbeat(
      {
        log: silentLog,
        url: "https://heartbeat.example.com/secret",
        isReady: () => Promise.resolve(isReady),
        async sendRequest({ method, url }) {
          requests.push(`${method} ${url}`);
          return { ok: true, status, retryAfterSeconds: undefined, body: "", isComplete: true };
        },
      },
      new AbortController().signal,
    );
  await beat();
  expect(requests).toEqual([]);
  isReady = true;
  await beat();
  expect(requests).toEqual(["GET https://heartbeat.example.com/secret"]);
  status = 404;
  await expect(beat()).rejects.toThrow("The service returned 404.");
});
