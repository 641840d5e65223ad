import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { findConsent } from "#app/intake/consent/find-consent.server.ts";
import { listConsentReceipts } from "#tests/kit/read-person.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { isSuppressed, suppressTopics } from "#app/email/outbox/suppressions.server.ts";
import { aSignup } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { preferencesPath } from "./preferences-path.ts";

const clock = { now: new Date("2026-11-21T12:00:00Z") };
const site = testApp(clock);
const recipient = "ada@example.com";
const elsewhere = { origin: "https://mail.example.net" };
const unsubscribePath = (key: string) => `/functions/v1/letters/unsubscribe/${key}`;

const start = clock.now;
beforeEach(() => {
  clock.now = start;
});

describe("the preference page", () => {
  it("starts with all event emails enabled and no consent, and does not display the address", async () => {
    const { html, response } = await open(await addEmail());
    expect(response.status).toBe(200);
    expect(markedIn(html)).toEqual(["reminders", "announcements"]);
    expect(html).not.toContain(recipient);
    expect(html).toContain("We always send confirmations");
  });

  it("is not cached, not indexed, and does not reveal its URL to linked pages", async () => {
    const { html, response } = await open(await addEmail());
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(html).toContain('<meta name="referrer" content="origin"/>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  it("saves the choice, redirects and confirms", async () => {
    const key = await addEmail();
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

  it("reverts a choice", async () => {
    const key = await addEmail();
    await choose(key, { intent: "save", wanted: "announcements" });
    await choose(key, { intent: "save", wanted: "reminders" });
    expect(await suppressed()).toEqual({ reminders: false, announcements: true });
  });

  it("stops all emails with one button, regardless of the boxes", async () => {
    const key = await addEmail();
    await choose(key, { intent: "none", wanted: "reminders" });
    expect(await suppressed()).toEqual({ reminders: true, announcements: true });
    expect((await open(key, "?saved")).html).toContain("unsubscribed from reminders, announcements");
  });

  it("changes nothing for GET and HEAD requests", async () => {
    const key = await addEmail();
    for (const query of ["", "?intent=none", "?saved"]) {
      for (const method of ["GET", "HEAD"]) {
        expect((await site.request(preferencesPath(key) + query, { method })).status).toBe(200);
      }
    }
    expect(await suppressed()).toEqual({ reminders: false, announcements: false });
  });

  it("changes nothing for a form with an unknown intent or from another site", async () => {
    const key = await addEmail();
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

describe("consent on the preference page", () => {
  const bothTopics = ["reminders", "announcements"];
  const bothChannels = ["email", "phone"];
  const state = async () => {
    const { email, phone } = await findConsent(site.db, recipient);
    return [email.state, phone.state];
  };
  const later = (minutes = 1) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  };
  /** Submits “Save” on the displayed page after some boxes were checked and others cleared. */
  const save = async (
    key: string,
    { check = [], uncheck = [] }: { check?: string[]; uncheck?: string[] },
  ) => {
    later();
    const { html } = await open(key);
    const marked = [...markedIn(html).filter((value) => !uncheck.includes(value)), ...check];
    const fields = new URLSearchParams({ intent: "save" });
    for (const value of marked) fields.append(bothChannels.includes(value) ? "consent" : "wanted", value);
    for (const [, value = ""] of html.matchAll(/name="consentShown" value="(\w+)"/g)) {
      fields.append("consentShown", value);
    }
    return site.request(preferencesPath(key), {
      method: "POST",
      headers: { origin: "http://localhost:3000", "content-type": "application/x-www-form-urlencoded" },
      body: fields,
    });
  };
  /** A form of the person with both boxes checked. */
  const agree = async () => {
    const { id } = await site.db
      .insertInto("linkedinLiveSignups")
      .values(aSignup({ email: recipient }))
      .returning("id")
      .executeTakeFirstOrThrow();
    const boxes = {
      basis: "boxes-shown",
      byEmail: true,
      byPhone: true,
      wordingVersion: "2026-11-21",
    } as const;
    const receipt = {
      leadId: id,
      form: "event-signup",
      givenAt: clock.now,
      pageVersion: "page",
      optsOut: false,
    } as const;
    await site.db
      .insertInto("consentReceipts")
      .values({ ...receipt, ...boxes })
      .execute();
  };

  it("is withdrawn and given again per channel, and recorded with its wording", async () => {
    await agree();
    const key = await addEmail();
    expect(markedIn((await open(key)).html)).toEqual([...bothTopics, ...bothChannels]);
    expect((await save(key, { uncheck: ["phone"] })).status).toBe(303);
    expect(await state()).toEqual(["yes", "opted-out"]);
    await save(key, { uncheck: ["email"] });
    expect(await state()).toEqual(["opted-out", "opted-out"]);
    expect(markedIn((await open(key)).html)).toEqual(bothTopics);
    await save(key, { check: bothChannels });
    expect(await state()).toEqual(["yes", "yes"]);
    const latest = (await listConsentReceipts(site.db, recipient)).at(-1);
    expect(latest).toMatchObject({ basis: "preference-page", leadId: null, wordingVersion: "2026-11-22" });
    const audited = site.db
      .selectFrom("auditEvents")
      .select(["action", "actorKind", "details"])
      .orderBy("id");
    expect(await audited.execute()).toEqual([
      { action: "consent-withdrawn", actorKind: "nobody", details: { channels: "phone" } },
      { action: "consent-withdrawn", actorKind: "nobody", details: { channels: "email" } },
      { action: "consent-given", actorKind: "nobody", details: { channels: "email phone" } },
    ]);
  });

  it("does not change when only event emails are stopped or resumed", async () => {
    const key = await addEmail();
    await save(key, { uncheck: ["reminders"] });
    expect(await state()).toEqual(["not-asked", "not-asked"]);
    await agree();
    await save(key, { uncheck: ["announcements"] });
    expect(await state()).toEqual(["yes", "yes"]);
    await save(key, { check: bothTopics });
    expect(await state()).toEqual(["yes", "yes"]);
    await save(key, { uncheck: ["email"] });
    await save(key, { uncheck: bothTopics });
    await save(key, { check: bothTopics });
    expect(await state()).toEqual(["opted-out", "yes"]);
  });

  it("is stored once, however often announcements stop and resume", async () => {
    await agree();
    const key = await addEmail();
    for (let times = 0; times < 4; times += 1) {
      later();
      await choose(key, { intent: "save" });
      later();
      await choose(key, { intent: "save", wanted: "announcements" });
    }
    expect(await state()).toEqual(["opted-out", "yes"]);
    const stored = await site.db.selectFrom("consentWithdrawals").select("channel").execute();
    expect(stored).toEqual([{ channel: "email" }]);
  });

  it("does not return when announcements resume that an earlier release unsubscribed", async () => {
    await agree();
    later();
    await suppressTopics(site.db, recipient, ["reminders", "announcements"], clock.now);
    const key = await addEmail();
    await save(key, { check: bothTopics });
    expect(await state()).toEqual(["opted-out", "yes"]);
  });

  it("is not given by a page that was loaded before staff recorded an opt-out", async () => {
    await agree();
    const key = await addEmail();
    later();
    const staff = { db: site.db, clock: { now: () => clock.now }, ...auditDeps };
    await withdrawConsent(staff, recipient, ["phone"]);
    later();
    await choose(key, { intent: "save", wanted: "reminders", consent: "phone", consentShown: "phone" });
    expect((await state())[1]).toBe("opted-out");
  });

  it("ends on both channels with “Unsubscribe from all”, even if none was given", async () => {
    const key = await addEmail();
    await choose(key, { intent: "none" });
    expect(await state()).toEqual(["opted-out", "opted-out"]);
    const { html } = await open(key, "?saved");
    expect(markedIn(html)).toEqual([]);
    expect(html).toContain("and we won’t call you");
  });

  it("ends by email, but not by phone, with one-click unsubscribe", async () => {
    await agree();
    const key = await addEmail();
    later();
    await site.request(unsubscribePath(key), { method: "POST", body: "List-Unsubscribe=One-Click" });
    expect(await state()).toEqual(["opted-out", "yes"]);
    await save(key, { check: ["email"] });
    expect(await state()).toEqual(["yes", "yes"]);
    later();
    await site.request(unsubscribePath(key), { method: "POST", body: "List-Unsubscribe=One-Click" });
    expect(await state()).toEqual(["opted-out", "yes"]);
  });

  it("can be given at most ten times a day and withdrawn at any time", async () => {
    const key = await addEmail();
    for (let time = 0; time < 10; time += 1) {
      expect((await save(key, { check: ["phone"] })).status).toBe(303);
      await save(key, { uncheck: ["phone"] });
    }
    expect((await save(key, { check: ["phone"] })).status).toBe(429);
    expect((await choose(key, { intent: "none" })).status).toBe(303);
    later(25 * 60);
    expect((await save(key, { check: ["phone"] })).status).toBe(303);
    expect((await state())[1]).toBe("yes");
  });

  it("is recorded again at most ten times a day when announcements are stopped and its box stays checked", async () => {
    const key = await addEmail();
    await save(key, { check: ["email"] });
    const keepEmail = { intent: "save", consentShown: "email", consent: "email" };
    for (let time = 0; time < 30; time += 1) {
      later();
      const wanted = time % 2 === 0 ? "reminders" : "announcements";
      expect((await choose(key, { ...keepEmail, wanted })).status).toBe(303);
    }
    expect(await listConsentReceipts(site.db, recipient)).toHaveLength(10);
    expect((await state())[0]).not.toBe("yes");
  });

  it("is recorded once when the same button is pressed repeatedly", async () => {
    const key = await addEmail();
    for (let time = 0; time < 3; time += 1) {
      later();
      await choose(key, { intent: "none" });
    }
    for (let time = 0; time < 3; time += 1) {
      later();
      await choose(key, { intent: "save", consent: "phone" });
    }
    const withdrawals = await site.db.selectFrom("consentWithdrawals").select("channel").execute();
    expect(withdrawals).toHaveLength(2);
    expect(await listConsentReceipts(site.db, recipient)).toHaveLength(1);
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
    ["an empty body", undefined, ""],
  ])("stops both kinds of email, from any origin, with %s", async (_what, type, body) => {
    const key = await addEmail();
    const response = await site.request(unsubscribePath(key), {
      method: "POST",
      headers: { ...elsewhere, ...(type === undefined ? {} : { "content-type": type }) },
      body,
    });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await response.text()).toBe(
      "You’re unsubscribed from reminders, announcements, articles and invitations.",
    );
    expect(await suppressed()).toEqual({ reminders: true, announcements: true });
  });

  it("redirects a GET to the preference page and changes nothing", async () => {
    const key = await addEmail();
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

  it("keeps its key out of the log", async () => {
    const key = await addEmail();
    site.logged.length = 0;
    await site.request(unsubscribePath(key), { method: "POST", body: oneClick });
    await site.request(unsubscribePath(key));
    await open(key);
    expect(site.logged.length).toBeGreaterThan(2);
    expect(JSON.stringify(site.logged)).not.toContain(key.slice(0, 18));
  });
});

async function addEmail(): Promise<string> {
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
