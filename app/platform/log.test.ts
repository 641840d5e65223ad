import { expect, it } from "vitest";
import { createLog } from "./log.server.ts";
import { loggablePath, readStaticSegments } from "#app/platform/http/loggable-path.ts";

it("a log line is one JSON object that includes errors and their causes", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(line), now: () => new Date(0) });
  log.debug("not written");
  log.error("failed", { requestId: "r1", error: new Error("outer", { cause: new Error("inner") }) });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    time: "1970-01-01T00:00:00.000Z",
    level: "error",
    event: "failed",
    requestId: "r1",
    error: { name: "Error", message: "outer", cause: { message: "inner" } },
  });
});

it("a field never replaces the time, the level or the event of its line", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(line), now: () => new Date(0) });
  const fields: Record<string, unknown> = { time: "later", level: "info", event: "other", requestId: "r1" };
  log.error("failed", fields);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    time: "1970-01-01T00:00:00.000Z",
    level: "error",
    event: "failed",
    requestId: "r1",
  });
});

const known = readStaticSegments([
  "pre-loi-assessment/result/:key",
  "auth/set-up/:token",
  "linkedin-live-signup/place/:key",
  "confirm/:token",
  "letters/preferences/:key",
  "/admin/people/:leadId/erase",
  "blog/business-owners-screw-up-selling",
  "*",
]);

it.each([
  ["/pre-loi-assessment/result/3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45", "/pre-loi-assessment/result/…"],
  ["//PRE-loi-assessment/Result/3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45", "//PRE-loi-assessment/Result/…"],
  ["/", "/"],
  ["/_root.data", "/….data"],
  ["/phone/7378675309", "/…/…"],
  ["/tel:+17378675309", "/…"],
  ["/name/Zebediah-Quartzman/", "/…/…/"],
  ["/e/a(at)b.com", "/…/…"],
  ["/wp-admin/setup-config.php", "/…/….php"],
  ["/thomas.avery", "/…"],
  ["/__proto__/constructor", "/…/…"],
  ["/auth/set-up/5f6epYvyHcBOfn-b1xgt0eYDd6fAa3-g.data", "/auth/set-up/….data"],
  ["/linkedin-live-signup/place/0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f", "/linkedin-live-signup/place/…"],
  [
    "/confirm/0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f.AZzdJ2vAAABcdefghijk.c2lnbmF0dXJlLXNpZ25hdHVy",
    "/confirm/…",
  ],
  ["/letters/preferences/deadbeef-dead-4eef-beef-deadbeefdead", "/letters/preferences/…"],
  ["/letters/preferences/0d4b7f0e%2D1a2b%2D4c3d%2D8e4f%2D5a6b7c8d9e0f", "/letters/preferences/…"],
  ["/unsubscribe/t.avery@example.com", "/…/…"],
  ["/admin/people/t.avery%40example.com/erase", "/admin/people/…/erase"],
  ["/blog/business-owners-screw-up-selling", "/blog/business-owners-screw-up-selling"],
])("a path is logged with the segments of routes only: %s", (path, logged) => {
  expect(loggablePath(path, known)).toBe(logged);
});

it("a long path is truncated", () => {
  expect(loggablePath("/blog".repeat(1_000), known).length).toBeLessThan(250);
});
