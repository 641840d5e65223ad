import { describe, expect, it } from "vitest";
import { runStep } from "./repeat.server.ts";

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe("a step of long work", () => {
  it("returns its result", async () => {
    expect(await runStep(() => Promise.resolve("result"))).toBe("result");
  });

  it("is followed by a pause in which timers and requests are served", async () => {
    const order: string[] = [];
    await runStep(() => {
      work(10);
      setTimeout(() => order.push("timer"), 1);
    });
    order.push("next step");
    expect(order).toEqual(["timer", "next step"]);
  });

  it("lets other work run even if it took no time", async () => {
    const order: string[] = [];
    await runStep(() => {
      setImmediate(() => order.push("other work"));
    });
    order.push("next step");
    expect(order).toEqual(["other work", "next step"]);
  });

  it("passes on its error", async () => {
    await expect(runStep(() => Promise.reject(new Error("No such page")))).rejects.toThrow("No such page");
  });
});
