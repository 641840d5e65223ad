import { describe, expect, it } from "vitest";
import { createRequestLimit } from "./request-limit.server.ts";

const settings = { most: 3, windowMinutes: 10, maxInFlight: 2, maxAddresses: 2 };

function limitAt(start: string) {
  let now = new Date(start);
  const limit = createRequestLimit({ now: () => now }, settings);
  const send = async (from: string): Promise<number> =>
    (await limit.run(from, () => Promise.resolve(new Response()))).status;
  return { limit, send, setTime: (at: string) => (now = new Date(at)) };
}

describe("the request limit of an address", () => {
  it("refuses requests over the count without running their work, until the next window", async () => {
    const { limit, send, setTime } = limitAt("2026-11-21T18:00:00Z");
    expect([await send("192.0.2.1"), await send("192.0.2.1"), await send("192.0.2.1")]).toEqual([
      200, 200, 200,
    ]);
    let hasRun = false;
    const refused = await limit.run("192.0.2.1", () => {
      hasRun = true;
      return Promise.resolve(new Response());
    });
    expect([refused.status, hasRun]).toEqual([429, false]);
    expect(await send("192.0.2.2")).toBe(200);
    setTime("2026-11-21T18:10:00Z");
    expect(await send("192.0.2.1")).toBe(200);
  });

  it("includes what a request adds to the count", async () => {
    const { limit, send } = limitAt("2026-11-21T18:00:00Z");
    await limit.run("192.0.2.1", () => {
      limit.add("192.0.2.1", 2);
      return Promise.resolve(new Response());
    });
    expect(await send("192.0.2.1")).toBe(429);
  });

  it("counts the addresses of an IPv6 /64 as one", async () => {
    const { send } = limitAt("2026-11-21T18:00:00Z");
    for (const host of ["1", "2", "3"]) expect(await send(`2001:db8::${host}`)).toBe(200);
    expect(await send("2001:db8::4")).toBe(429);
  });

  it("answers 503 while too many requests of the address are in flight", async () => {
    const { limit, send } = limitAt("2026-11-21T18:00:00Z");
    const { promise, resolve } = Promise.withResolvers<Response>();
    const inFlight = [limit.run("192.0.2.1", () => promise), limit.run("192.0.2.1", () => promise)];
    expect(await send("192.0.2.1")).toBe(503);
    expect(await send("192.0.2.2")).toBe(200);
    resolve(new Response());
    await Promise.all(inFlight);
    expect(await send("192.0.2.1")).toBe(200);
  });

  it("stores counts of a limited number of addresses", async () => {
    const { limit, send } = limitAt("2026-11-21T18:00:00Z");
    for (const host of ["1", "2", "3", "4"]) expect(await send(`192.0.2.${host}`)).toBe(200);
    expect(limit.size()).toBe(2);
  });
});
