import { createServer } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { logTurnedAway } from "./listen.ts";

afterEach(() => vi.useRealTimers());

it("connections that are turned away are counted, and said once a minute", () => {
  vi.useFakeTimers();
  const said: unknown[] = [];
  const quiet = () => {};
  const server = createServer();
  logTurnedAway(server, {
    debug: quiet,
    info: quiet,
    warn: (event, fields) => said.push([event, fields]),
    error: quiet,
  });
  vi.advanceTimersByTime(120_000);
  expect(said).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) server.emit("drop");
  expect(said).toEqual([]);
  vi.advanceTimersByTime(60_000);
  server.emit("drop");
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([
    ["connections were turned away", { count: 3 }],
    ["connections were turned away", { count: 1 }],
  ]);
});
