import { expect, test } from "vitest";
import { limitLines } from "./limit-lines.server.ts";

test("logs the first lines of each minute, and reports the number of the others in the next minute", () => {
  let now = new Date("2026-11-23T12:00:30Z");
  const omitted: number[] = [];
  const isLogged = limitLines({ now: () => now }, 3, (count) => void omitted.push(count));
  expect(Array.from({ length: 5 }, isLogged)).toEqual([true, true, true, false, false]);
  expect(omitted).toEqual([]);
  now = new Date("2026-11-23T12:01:00Z");
  expect(Array.from({ length: 2 }, isLogged)).toEqual([true, true]);
  now = new Date("2026-11-23T12:02:00Z");
  isLogged();
  expect(omitted).toEqual([2]);
});
