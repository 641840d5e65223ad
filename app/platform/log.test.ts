import { expect, it } from "vitest";
import { createLog } from "./log.server.ts";
import { loggablePath } from "./loggable-path.ts";

it("a log line is one JSON object, errors with their causes", () => {
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

it("addresses that are secrets never get into the log, and none is endless", () => {
  expect(loggablePath("/pre-loi-assessment/result/abcdef0123456789")).toBe("/pre-loi-assessment/result/…");
  expect(loggablePath("/auth/set-up/abcdef0123456789.data")).toBe("/auth/set-up/…");
  expect(loggablePath(`/${"a".repeat(5_000)}`).length).toBeLessThan(250);
});
