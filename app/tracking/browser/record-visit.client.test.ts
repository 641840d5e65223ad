import { beforeEach, describe, expect, test, vi } from "vitest";
import { isUuid } from "#app/platform/text/uuid.ts";
import { isTrackable, isOptedOut, visitKey } from "./visit-cookies.client.ts";
import { recordVisit, saveLanding } from "./record-visit.client.ts";

/** A browser with the site open in one tab, and the server's visits endpoint. */
const browser = { cookie: "", takesCookies: true, refusesMarker: false, signals: {}, referrer: "" };
const kept = new Map<string, string>();
const server: { status: number; marker: string; bodies: string[] } = {
  status: 200,
  marker: "the-visit",
  bodies: [],
};

beforeEach(() => {
  Object.assign(browser, { cookie: "", takesCookies: true, refusesMarker: false, signals: {}, referrer: "" });
  Object.assign(server, { status: 200, marker: "the-visit", bodies: [] });
  kept.clear();
  open("/faqs?utm_source=letter");
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("document", {
    get cookie() {
      return browser.cookie;
    },
    get referrer() {
      return browser.referrer;
    },
  });
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    server.bodies.push(body);
    if (server.status === 200 && browser.takesCookies && !browser.refusesMarker) {
      browser.cookie = `other=1; visit=${server.marker}`;
    }
    return new Response(null, { status: server.status });
  });
});

function open(address: string): void {
  const { origin, pathname, search } = new URL(address, "https://practice.example");
  vi.stubGlobal("location", { origin, pathname, search });
  vi.stubGlobal("navigator", {
    get cookieEnabled() {
      return browser.takesCookies;
    },
    webdriver: false,
    ...browser.signals,
  });
}

/** The request of a visit that is only counted. */
const nothing = '{"automated":false}';

/** What the visit script does on each page. */
async function visitPage(address: string): Promise<void> {
  open(address);
  saveLanding();
  await recordVisit();
}

describe("a visit", () => {
  test("contains its landing page and referrer and is sent once per session", async () => {
    browser.referrer = "https://news.example/";
    await visitPage("/faqs?utm_source=letter");
    await visitPage("/about");
    expect(server.bodies).toHaveLength(1);
    const { id, ...body } = JSON.parse(server.bodies[0] ?? "") as Record<string, unknown>; // what the script itself has written
    expect(isUuid(String(id))).toBe(true);
    expect(body).toEqual({
      url: "/faqs?utm_source=letter",
      referrer: "https://news.example/",
      automated: false,
    });
    expect(visitKey()).toBe("the-visit");
    expect(kept.size).toBe(0);
  });

  test("without an acknowledgment is resent unchanged by the next page", async () => {
    server.status = 503;
    await expect(visitPage("/faqs")).rejects.toThrow("503");
    expect(visitKey()).toBeUndefined();
    server.status = 200;
    await visitPage("/about");
    expect(server.bodies[1]).toBe(server.bodies[0]);
    expect(server.bodies[0]).toContain('"/faqs"');
  });

  test("that another tab recorded is not sent", async () => {
    const turns: (() => Promise<void>)[] = [];
    open("/faqs");
    vi.stubGlobal("navigator", {
      cookieEnabled: true,
      locks: {
        request: async (_name: string, work: () => Promise<void>) => {
          browser.cookie = "visit=of-the-other-tab";
          turns.push(work);
          await work();
        },
      },
    });
    await recordVisit();
    expect(turns).toHaveLength(1);
    expect(server.bodies).toEqual([]);
  });
});

describe("a browser that opts out of tracking", () => {
  test.each([{ globalPrivacyControl: true }, { doNotTrack: "1" }])(
    "sends no details, once per session, and stores nothing: %o",
    async (signals) => {
      Object.assign(browser, { signals });
      server.marker = "counted";
      await visitPage("/faqs");
      await visitPage("/about");
      expect(server.bodies).toEqual([nothing]);
      expect(isOptedOut()).toBe(true);
      expect(isTrackable()).toBe(false);
      expect(kept.size).toBe(0);
    },
  );

  test("and is automated reports only that", async () => {
    Object.assign(browser, { signals: { globalPrivacyControl: true, webdriver: true } });
    await visitPage("/faqs");
    expect(server.bodies).toEqual(['{"automated":true}']);
  });

  test("after its visit was recorded loses its key", async () => {
    await visitPage("/faqs");
    Object.assign(browser, { signals: { globalPrivacyControl: true } });
    server.marker = "counted";
    await visitPage("/about");
    expect(server.bodies[1]).toBe(nothing);
    expect(visitKey()).toBeUndefined();
    await visitPage("/");
    expect(server.bodies).toHaveLength(2);
  });

  test("through a header that a proxy adds is not tracked either", async () => {
    server.marker = "counted";
    await visitPage("/faqs");
    expect(isOptedOut()).toBe(true);
    expect(visitKey()).toBeUndefined();
  });

  test.each([{ globalPrivacyControl: false }, { doNotTrack: "0" }, { doNotTrack: "unspecified" }])(
    "does not send %o",
    (signals) => {
      Object.assign(browser, { signals });
      open("/faqs");
      expect(isTrackable()).toBe(true);
    },
  );
});

describe("a browser without cookies", () => {
  test("is counted once per tab, without details", async () => {
    browser.takesCookies = false;
    await visitPage("/faqs");
    await visitPage("/about");
    expect(server.bodies).toEqual([nothing]);
  });

  test("and without storage is counted on the page that it reaches from another site", async () => {
    browser.takesCookies = false;
    vi.stubGlobal("sessionStorage", undefined);
    browser.referrer = "https://news.example/";
    await visitPage("/faqs");
    browser.referrer = "https://practice.example/faqs";
    await visitPage("/about");
    expect(server.bodies).toEqual([nothing]);
  });

  test("that claims to accept them is neither tracked nor counted again", async () => {
    browser.refusesMarker = true;
    await visitPage("/faqs");
    await visitPage("/about");
    expect(server.bodies).toHaveLength(1);
    expect(isTrackable()).toBe(false);
  });
});
