import { beforeEach, describe, expect, test } from "vitest";
import { fileRelease, type Release } from "#app/publishing/releases/release.ts";
import { readEventsAt } from "#tests/kit/an-event.ts";
import { createPageCache, type PageCache } from "./page-cache.ts";

let now = new Date("2026-11-23T12:00:00Z");
let stamp = "1";
let release = fileRelease;

beforeEach(() => {
  release = fileRelease;
  now = new Date("2026-11-23T12:00:00Z");
  stamp = "1";
});

type Page = ReturnType<typeof createPage>;

function createCache(
  lookups = { hits: 0, misses: 0 },
  other: { published?: PageCache<Page>; inUse?: Release } = {},
) {
  const events = { ...readEventsAt(now, []), stamp: () => stamp };
  const publishing = { inUse: () => other.inUse ?? release };
  const clock = { now: () => now };
  const { published } = other;
  return createPageCache<Page>({ clock, events, publishing, lookups, published });
}

function createRelease(number: number, versions: Record<string, string>): Release {
  return { number, documents: {}, versions: new Map(Object.entries(versions)) };
}

const createPage = (etag: string, status = 200) => ({ status, etag });

describe("a cached page", () => {
  test("is current until the live event changes", async () => {
    const cache = createCache();
    const page = createPage("a");
    await cache.fill("/", () => Promise.resolve(page));
    expect(await cache.find("/")).toBe(page);
    stamp = "2";
    expect(cache.find("/")).toBeUndefined();
  });

  test("is current until another release is published", async () => {
    const cache = createCache();
    await cache.fill("/", () => Promise.resolve(createPage("a")));
    release = { number: 2, documents: {} };
    expect(cache.find("/")).toBeUndefined();
  });

  test("stays current if the documents that it contains have the same versions in another release", async () => {
    const cache = createCache();
    const page = createPage("a");
    release = createRelease(1, { home: "1", menu: "1" });
    await cache.fill("/", (documents) => {
      documents.add("menu");
      return Promise.resolve(page);
    });
    release = createRelease(2, { home: "2", menu: "1" });
    expect(cache.findRendered("/")).toBe(page);
    release = createRelease(3, { home: "2", menu: "2" });
    expect(cache.findRendered("/")).toBeUndefined();
    release = createRelease(4, { home: "2" });
    expect(cache.findRendered("/")).toBeUndefined();
  });

  test("is shared with the pages of another release, unless that changes it", async () => {
    const published = createCache();
    const page = createPage("a");
    release = createRelease(1, { home: "1", menu: "1" });
    await published.fill("/", (documents) => {
      documents.add("menu");
      return Promise.resolve(page);
    });
    const candidate = (versions: Record<string, string>) =>
      createCache(undefined, { published, inUse: createRelease(2, versions) });
    expect(await candidate({ home: "2", menu: "1" }).find("/")).toBe(page);
    expect(candidate({ home: "1", menu: "2" }).find("/")).toBeUndefined();
  });

  test("is not shared while it is rendered, because it may read more documents", async () => {
    const cache = createCache();
    release = createRelease(1, { menu: "1" });
    void cache.fill("/", () => new Promise(() => undefined));
    expect(cache.findFor("/", createRelease(2, { menu: "1" }))).toBeUndefined();
  });

  test("is current until midnight in the firm's time zone", async () => {
    const cache = createCache();
    await cache.fill("/", () => Promise.resolve(createPage("a")));
    now = new Date("2026-11-24T05:59:00Z");
    expect(cache.find("/")).toBeDefined();
    now = new Date("2026-11-24T06:00:00Z");
    expect(cache.find("/")).toBeUndefined();
  });

  test("is kept with its compressed bodies if a new rendering is identical", async () => {
    const cache = createCache();
    const page = createPage("a");
    await cache.fill("/", () => Promise.resolve(page));
    expect(await cache.fill("/", () => Promise.resolve(createPage("a")))).toBe(page);
    const changed = createPage("b");
    expect(await cache.fill("/", () => Promise.resolve(changed))).toBe(changed);
  });

  test("is rendered again if it was an error", async () => {
    const cache = createCache();
    await cache.fill("/", () => Promise.resolve(createPage("a", 503)));
    expect(cache.find("/")).toBeUndefined();
    const render = () => Promise.reject(new Error("failed"));
    await expect(cache.fill("/", render)).rejects.toThrow("failed");
    expect(cache.find("/")).toBeUndefined();
  });

  test("is not counted as a hit until it is sent", async () => {
    const lookups = { hits: 0, misses: 0 };
    const cache = createCache(lookups);
    const page = createPage("a");
    await cache.fill("/", () => Promise.resolve(page));
    expect(cache.findRendered("/")).toBe(page);
    expect(lookups).toEqual({ hits: 0, misses: 1 });
    await cache.find("/");
    expect(lookups).toEqual({ hits: 1, misses: 1 });
  });

  test.each([
    ["fails", (end: PromiseWithResolvers<ReturnType<typeof createPage>>) => end.reject(new Error("failed"))],
    [
      "is an error",
      (end: PromiseWithResolvers<ReturnType<typeof createPage>>) => end.resolve(createPage("a", 503)),
    ],
  ])("is kept if an outdated rendering %s after it", async (_, end) => {
    const cache = createCache();
    const outdated = Promise.withResolvers<ReturnType<typeof createPage>>();
    const filling = cache.fill("/", () => outdated.promise).catch(() => undefined);
    stamp = "2";
    const page = createPage("b");
    const refilling = cache.fill("/", () => Promise.resolve(page));
    end(outdated);
    await filling;
    expect(await refilling).toBe(page);
    expect(await cache.find("/")).toBe(page);
  });
});
