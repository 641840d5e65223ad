import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSuppressed } from "#app/mail/suppressions.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { preferencesPath } from "./preferences-path.ts";

const site = testApp();
const recipient = "ada@example.com";
const elsewhere = { origin: "https://mail.example.net" };
const unsubscribePath = (key: string) => `/functions/v1/letters/unsubscribe/${key}`;

describe("the page that says which letters one gets", () => {
  it("begins with all of them, and does not say to which address", async () => {
    const { html, response } = await open(await aLetter());
    expect(response.status).toBe(200);
    expect(markedIn(html)).toEqual(["reminders", "announcements"]);
    expect(html).not.toContain(recipient);
    expect(html).toContain("always come");
  });

  it("is kept by nobody, is in no search engine, and tells no page that it leads to where it is", async () => {
    const { html, response } = await open(await aLetter());
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(html).toContain('<meta name="referrer" content="origin"/>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  it("keeps what was chosen, leads back, and says so", async () => {
    const key = await aLetter();
    const response = await choose(key, { intent: "save", wanted: "announcements" });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `${preferencesPath(key)}?saved`,
    ]);
    expect(await suppressed()).toEqual({ reminders: true, announcements: false });
    const { html } = await open(key, "?saved");
    expect(markedIn(html)).toEqual(["announcements"]);
    expect(html).toContain("Saved");
  });

  it("takes a choice back", async () => {
    const key = await aLetter();
    await choose(key, { intent: "save", wanted: "announcements" });
    await choose(key, { intent: "save", wanted: "reminders" });
    expect(await suppressed()).toEqual({ reminders: false, announcements: true });
  });

  it("stops all of them at the press of a button, whatever is marked", async () => {
    const key = await aLetter();
    await choose(key, { intent: "none", wanted: "reminders" });
    expect(await suppressed()).toEqual({ reminders: true, announcements: true });
    expect((await open(key, "?saved")).html).toContain("neither reminders nor word of the next date");
  });

  it("changes nothing when it is looked at, however it is asked", async () => {
    const key = await aLetter();
    for (const query of ["", "?intent=none", "?saved"]) {
      for (const method of ["GET", "HEAD"]) {
        expect((await site.request(preferencesPath(key) + query, { method })).status).toBe(200);
      }
    }
    expect(await suppressed()).toEqual({ reminders: false, announcements: false });
  });

  it("changes nothing for a form without its button, nor for another site’s page", async () => {
    const key = await aLetter();
    expect((await choose(key, {})).status).toBe(400);
    expect((await choose(key, { intent: "none" }, elsewhere)).status).toBe(403);
    expect(await suppressed()).toEqual({ reminders: false, announcements: false });
  });

  it.each(["unknown", randomUUID(), "%00"])("is not found at %s", async (key) => {
    const path = `/letters/preferences/${key}`;
    expect((await site.request(path)).status).toBe(404);
    expect((await site.postForm(path, { intent: "none" })).status).toBe(404);
    expect(await site.db.selectFrom("letterSuppressions").select("email").execute()).toEqual([]);
  });
});

describe("one-click unsubscribe", () => {
  const oneClick = "List-Unsubscribe=One-Click";
  const multipart = [
    "--b",
    'Content-Disposition: form-data; name="List-Unsubscribe"',
    "",
    "One-Click",
    "--b--",
    "",
  ];

  it.each([
    ["a form", "application/x-www-form-urlencoded", oneClick],
    ["a multipart form", "multipart/form-data; boundary=b", multipart.join("\r\n")],
    ["nothing", undefined, ""],
  ])("stops both kinds of letters, from anywhere, with %s", async (_what, type, body) => {
    const key = await aLetter();
    const response = await site.request(unsubscribePath(key), {
      method: "POST",
      headers: { ...elsewhere, ...(type === undefined ? {} : { "content-type": type }) },
      body,
    });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await response.text()).toBe("From now on you get neither reminders nor word of the next date.");
    expect(await suppressed()).toEqual({ reminders: true, announcements: true });
  });

  it("does not happen when the address is followed: that leads to the page", async () => {
    const key = await aLetter();
    const response = await site.request(`${unsubscribePath(key)}?${oneClick}`);
    expect([response.status, response.headers.get("location")]).toEqual([303, preferencesPath(key)]);
    expect((await site.request(unsubscribePath(key), { method: "HEAD" })).status).toBe(303);
    expect(await suppressed()).toEqual({ reminders: false, announcements: false });
  });

  it.each(["unknown", randomUUID(), "%00", "%0d%0aX-Header:%20x"])("of %s is not found", async (key) => {
    const response = await site.request(unsubscribePath(key), { method: "POST", body: oneClick });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { kind: "not-found" } });
    const followed = await site.request(unsubscribePath(key));
    expect(followed.status).toBe(303);
    expect((await site.request(followed.headers.get("location") ?? "")).status).toBe(404);
  });

  it("does not stand in the log", async () => {
    const key = await aLetter();
    site.logged.length = 0;
    await site.request(unsubscribePath(key), { method: "POST", body: oneClick });
    await site.request(unsubscribePath(key));
    await open(key);
    expect(site.logged.length).toBeGreaterThan(2);
    expect(JSON.stringify(site.logged)).not.toContain(key.slice(0, 18));
  });
});

async function aLetter(): Promise<string> {
  const { preferencesKey } = await site.db
    .insertInto("letters")
    .values({ kind: "event-place", recipient, about: null, state: "kept", settledAt: new Date() })
    .returning("preferencesKey")
    .executeTakeFirstOrThrow();
  return preferencesKey;
}

async function open(key: string, query = ""): Promise<{ response: Response; html: string }> {
  const response = await site.request(preferencesPath(key) + query);
  return { response, html: await response.text() };
}

function choose(key: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return site.postForm(preferencesPath(key), fields, headers);
}

async function suppressed() {
  return {
    reminders: await isSuppressed(site.db, recipient, "reminders"),
    announcements: await isSuppressed(site.db, recipient, "announcements"),
  };
}

function markedIn(html: string): string[] {
  const boxes = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) => tag);
  return boxes.filter((tag) => /\bchecked\b/.test(tag)).map((tag) => /value="([^"]*)"/.exec(tag)?.[1] ?? "");
}
