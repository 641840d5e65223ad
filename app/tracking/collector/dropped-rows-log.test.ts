import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "#app/platform/log.server.ts";
import { createDropLog } from "./collector.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function losses() {
  const lines: string[] = [];
  const log = createLog({ level: "warn", write: (line) => lines.push(line), now: () => new Date(0) });
  return { lines, log: createDropLog(log) };
}

describe("dropped entries", () => {
  it("are logged by reason, at most once a minute", () => {
    const { lines, log } = losses();
    for (let count = 0; count < 1_000; count += 1) log.add("over the limit");
    log.add("unreadable event", 3);
    expect(lines).toHaveLength(0);
    vi.advanceTimersByTime(60_000);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      {
        time: "1970-01-01T00:00:00.000Z",
        level: "warn",
        event: "tracking.dropped",
        "over the limit": 1_000,
        "unreadable event": 3,
      },
    ]);
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(1);
    log.add("no such visit");
    vi.advanceTimersByTime(60_000);
    expect(lines[1]).toContain('"no such visit":1');
    expect(lines[1]).not.toContain("over the limit");
  });

  it("are logged before shutdown", () => {
    const { lines, log } = losses();
    log.flush();
    expect(lines).toHaveLength(0);
    log.add("over the limit");
    log.flush();
    expect(lines).toHaveLength(1);
  });
});
