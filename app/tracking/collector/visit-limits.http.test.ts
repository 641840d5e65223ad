import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";

const site = testApp({ now: new Date("2026-11-21T18:00:00Z") });
const visitors = "/functions/v1/visitors";
const trackingEvents = "/functions/v1/tracking-events";

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };

const aVisit = () => ({ id: randomUUID(), url: "/faqs" });

describe("the 121st visit of an address in ten minutes", () => {
  it("is rejected with 429, and visits of other addresses are not", async () => {
    await withinOneWindow();
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => site.postJson(visitors, aVisit(), browser, address)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status).toBe(429);
    expect(await refused?.json()).toMatchObject({ error: { kind: "too-many" } });
    expect(refused?.headers.getSetCookie()).toEqual([]);
    expect((await site.postJson(visitors, aVisit(), browser, newAddress())).status).toBe(200);
  });

  it("is rejected before its body is read", async () => {
    const address = newAddress();
    for (let sent = 0; sent < 120; sent += 1) {
      expect((await site.postJson(visitors, "{", browser, address)).status).toBe(400);
    }
    const body = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error("The body was read.")),
    });
    const headers = { ...browser, "content-type": "application/json", "content-length": "5000" };
    const unread = { method: "POST", headers, body, duplex: "half" };
    expect((await site.request(visitors, unread, address)).status).toBe(429);
  });
});

describe("the 6,001st event of an address in ten minutes", () => {
  it("is rejected before its body is read", async () => {
    const address = newAddress();
    const batch = { visit: randomUUID(), events: Array.from({ length: 50 }, () => null) };
    for (let sent = 0; sent < 6_000; sent += 50) {
      expect((await site.postJson(trackingEvents, batch, browser, address)).status).toBe(200);
    }
    expect((await site.postJson(trackingEvents, "{", browser, address)).status).toBe(429);
  });

  it("is rejected after a hundred large bodies, which take as long to read as sixty events each", async () => {
    const address = newAddress();
    const keys = Array.from({ length: 3_000 }, (_, number) => [`key-${number}`, 1]);
    const body = JSON.stringify(Object.fromEntries(keys)).padEnd(60_000);
    for (let sent = 0; sent < 100; sent += 1) {
      expect((await site.postJson(trackingEvents, body, browser, address)).status).toBe(400);
    }
    expect((await site.postJson(trackingEvents, "{", browser, address)).status).toBe(429);
  });
});
