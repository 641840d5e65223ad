import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEventQueue, type TrackingEvent } from "./event-queue.client.ts";

type Sent = { visit: string; sentAt: string; events: (TrackingEvent & { id: string })[] };

const endpoint: { status: number; isThere: boolean; sent: Sent[] } = {
  status: 200,
  isThere: true,
  sent: [],
};

const kept = new Map<string, string>();
let visit: string | undefined = "the-visit";

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  visit = "the-visit";
  Object.assign(endpoint, { status: 200, sent: [], isThere: true });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    if (!endpoint.isThere) throw new TypeError("Failed to fetch");
    endpoint.sent.push(JSON.parse(body) as Sent); // what the queue itself has written
    return new Response(null, { status: endpoint.status });
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const newQueue = () => createEventQueue(() => visit);

function anEvent(url = "/faqs"): TrackingEvent {
  return { event_type: "page_view", url, timestamp: "2026-11-21T12:00:00.000Z", timeOnPage: 5 };
}

function urlsSent(): string[][] {
  return endpoint.sent.map(({ events }) => events.map(({ url }) => url));
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("events of a visit", () => {
  test("are sent once, in one request, fifteen seconds after the first", async () => {
    const queue = newQueue();
    queue.add(anEvent("/a"));
    await wait(10_000);
    queue.add(anEvent("/b"));
    await wait(4_999);
    expect(endpoint.sent).toEqual([]);
    await wait(1);
    expect(urlsSent()).toEqual([["/a", "/b"]]);
    expect(endpoint.sent[0]).toMatchObject({ visit: "the-visit", sentAt: new Date().toISOString() });
    await wait(60_000);
    queue.send();
    await wait(0);
    expect(endpoint.sent).toHaveLength(1);
    expect(kept.size).toBe(0);
  });

  test("are sent immediately when there are twenty or the page closes", async () => {
    const queue = newQueue();
    for (let count = 0; count < 20; count += 1) queue.add(anEvent());
    await wait(0);
    expect(endpoint.sent.map(({ events }) => events.length)).toEqual([20]);
    queue.add(anEvent("/left"));
    queue.send();
    await wait(0);
    expect(urlsSent().at(-1)).toEqual(["/left"]);
  });

  test("are not resent while a request is in flight", async () => {
    const queue = newQueue();
    queue.add(anEvent("/a"));
    queue.send();
    queue.send();
    queue.add(anEvent("/b"));
    queue.send();
    await wait(0);
    expect(urlsSent()).toEqual([["/a"], ["/b"]]);
  });

  test.each([
    ["does not respond", { isThere: false }],
    ["is full", { status: 503 }],
    ["returns “too many”", { status: 429 }],
  ])("stay queued with their keys if the server %s, and are sent by the next page", async (_, state) => {
    Object.assign(endpoint, state);
    const queue = newQueue();
    queue.add(anEvent("/a"));
    queue.send();
    await wait(0);
    const before = endpoint.sent[0]?.events;
    Object.assign(endpoint, { isThere: true, status: 200, sent: [] });
    const next = newQueue();
    next.add(anEvent("/b"));
    next.send();
    await wait(0);
    expect(urlsSent()).toEqual([["/a", "/b"]]);
    if (before !== undefined) expect(endpoint.sent[0]?.events[0]).toEqual(before[0]);
  });

  test("that the server permanently rejects are removed", async () => {
    endpoint.status = 400;
    const queue = newQueue();
    queue.add(anEvent());
    queue.send();
    await wait(0);
    expect(kept.size).toBe(0);
  });

  test("wait until the visit is recorded", async () => {
    visit = undefined;
    const queue = newQueue();
    queue.add(anEvent("/a"));
    await wait(20_000);
    expect(endpoint.sent).toEqual([]);
    visit = "the-visit";
    await wait(15_000);
    expect(urlsSent()).toEqual([["/a"]]);
  });

  test("are limited to the latest two hundred and sent twenty at a time", async () => {
    endpoint.isThere = false;
    const queue = newQueue();
    for (let count = 1; count <= 230; count += 1) queue.add(anEvent(`/${count}`));
    await wait(0);
    endpoint.isThere = true;
    queue.send();
    await wait(0);
    const urls = urlsSent();
    expect(urls).toHaveLength(10);
    expect(urls.flat()).toHaveLength(200);
    expect(urls.flat()[0]).toBe("/31");
    expect(kept.size).toBe(0);
  });

  test("are removed if the browser opts out of tracking", async () => {
    const queue = newQueue();
    queue.add(anEvent());
    queue.clear();
    await wait(20_000);
    expect(endpoint.sent).toEqual([]);
  });
});

test.each(["no JSON", "{}", "null"])("an invalid stored queue (%s) is ignored", async (text) => {
  kept.set("visit-events", text);
  const queue = newQueue();
  queue.add(anEvent("/a"));
  queue.send();
  await wait(0);
  expect(urlsSent()).toEqual([["/a"]]);
});

test("without session storage nothing is sent and nothing fails", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  const queue = newQueue();
  queue.add(anEvent());
  queue.send();
  await wait(0);
  expect(endpoint.sent).toEqual([]);
});
