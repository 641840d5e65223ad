import { expect, test, vi } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { logRefusal } from "./log-refusal.server.ts";

test("logs a limited number of refusals in a minute, with a short reason and without a stack", () => {
  vi.useFakeTimers({ now: new Date("2026-11-23T12:00:00Z") });
  try {
    const info = vi.fn<(event: string, fields?: object) => void>();
    const log = { ...silentLog, info };
    const refusal = { requestId: "1", kind: "unsupported", error: new Error("x".repeat(15_000)) };
    for (let sent = 0; sent < 500; sent += 1) logRefusal(log, refusal);
    expect(info).toHaveBeenCalledTimes(300);
    expect(JSON.stringify(info.mock.calls[0]).length).toBeLessThan(400);
    vi.setSystemTime(new Date("2026-11-23T12:01:00Z"));
    logRefusal(log, refusal);
    expect(info).toHaveBeenCalledWith("request.refused_unlogged", { count: 200 });
  } finally {
    vi.useRealTimers();
  }
});
