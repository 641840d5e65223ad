import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxDestinations } from "#app/integrations/destinations/limits.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { integrationKeys, listQueued, storeWebhook, webhookSecret } from "#tests/kit/integrations.ts";

const site = testApp();
const { audited, cookieOf, page, post } = asStaff(site);

const path = "/admin/integrations";
const fields = {
  name: "Marketing",
  url: "https://hooks.example.com/leads?key=abc",
  events: "person.created",
};

const stored = () => site.db.selectFrom("integrationDestinations").selectAll().execute();
const secretIn = (html: string): string => /whsec_[A-Za-z0-9+/=]+/.exec(html)?.[0] ?? "";

describe("a new webhook", () => {
  test("is stored with an encrypted secret, which is displayed once", async () => {
    const cookie = await cookieOf("owner");
    const id = randomUUID();
    const response = await post(`${path}/new`, cookie, { id, ...fields });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("no-store");
    const secret = secretIn(await response.text());
    const [webhook] = await stored();
    expect(webhook).toMatchObject({ ...fields, id, events: ["person.created"], includesContact: false });
    expect(integrationKeys.open(id, webhook?.sealedSecret ?? "")?.text).toBe(secret);
    expect(webhook?.sealedSecret).not.toContain(secret);
    for (const shown of [path, `${path}/${id}`]) expect(secretIn(await page(shown, cookie))).toBe("");
    expect(await audited("integration-added")).toMatchObject([
      {
        subject: `integration:${id}`,
        details: { host: "hooks.example.com", eventTypes: "person.created", contact: false },
      },
    ]);
  });

  test("is added once if the form is sent twice", async () => {
    const cookie = await cookieOf("owner");
    const form = { id: randomUUID(), ...fields };
    await post(`${path}/new`, cookie, form);
    const again = await post(`${path}/new`, cookie, form);
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("has already been added");
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ["http://hooks.example.com/", "url"],
    ["http://localhost:8080/", "url"],
    ["ftp://hooks.example.com/", "url"],
    ["https://user:password@hooks.example.com/", "url"],
    ["https://hooks.example.com/#part", "url"],
    ["hooks.example.com", "url"],
    [`https://hooks.example.com/${"x".repeat(500)}`, "url"],
  ])("is refused with the URL %s, and the form keeps what was typed", async (url) => {
    const cookie = await cookieOf("owner");
    const response = await post(`${path}/new`, cookie, { id: randomUUID(), ...fields, url });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("Please enter a complete https:// address");
    expect(html).toContain('value="Marketing"');
    expect(await stored()).toEqual([]);
  });

  test("needs a name and an event", async () => {
    const cookie = await cookieOf("owner");
    const response = await post(`${path}/new`, cookie, { id: randomUUID(), url: fields.url });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("Please enter a name");
    expect(html).toContain("Please choose at least one event");
  });

  test("is refused above the limit", async () => {
    for (let count = 0; count < maxDestinations; count += 1) await storeWebhook(site.db);
    const response = await post(`${path}/new`, await cookieOf("owner"), { id: randomUUID(), ...fields });
    expect(response.status).toBe(409);
    expect(await stored()).toHaveLength(maxDestinations);
  });
});

describe("a stored webhook", () => {
  const change = async (id: string, form: Record<string, string>) =>
    post(`${path}/${id}`, await cookieOf("owner"), form);

  test("can be changed, but not by a form that is outdated", async () => {
    const id = await storeWebhook(site.db);
    const saved = await change(id, { change: "save", revision: "1", ...fields, includesContact: "on" });
    expect(saved.status).toBe(303);
    expect(await stored()).toMatchObject([{ ...fields, events: ["person.created"], includesContact: true }]);
    const outdated = await change(id, { change: "save", revision: "1", ...fields, name: "Other" });
    expect(outdated.status).toBe(409);
    expect(await outdated.text()).toContain("A colleague changed this webhook");
    expect(await stored()).toMatchObject([{ name: "Marketing", revision: 2 }]);
    expect(await audited("integration-changed")).toMatchObject([{ details: { contact: true } }]);
  });

  test("gets a new secret, and the previous one signs until the next day", async () => {
    const id = await storeWebhook(site.db);
    const rotated = await change(id, { change: "rotate", revision: "1" });
    const secret = secretIn(await rotated.text());
    const [webhook] = await stored();
    expect(integrationKeys.open(id, webhook?.sealedSecret ?? "")?.text).toBe(secret);
    expect(integrationKeys.open(id, webhook?.previousSealedSecret ?? "")?.text).toBe(webhookSecret);
    const hours = ((webhook?.previousSecretUntil?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    const again = await change(id, { change: "rotate", revision: "1" });
    expect(again.status).toBe(409);
    expect(secretIn(await again.text())).toBe("");
    expect(await audited("integration-secret-rotated")).toHaveLength(1);
  });

  test("is paused and resumed", async () => {
    const id = await storeWebhook(site.db, { state: "stopped", stopReason: "gone" });
    expect(await page(path, await cookieOf("examiner"))).toContain("no longer exists (410)");
    expect((await change(id, { change: "resume" })).headers.get("location")).toContain("done=resumed");
    expect(await stored()).toMatchObject([{ state: "active", stopReason: null }]);
    await change(id, { change: "pause" });
    expect(await stored()).toMatchObject([{ state: "paused" }]);
    expect(await audited("integration-paused")).toHaveLength(1);
    expect(await audited("integration-resumed")).toHaveLength(1);
    const refused = await change(id, { change: "test" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Resume the webhook");
  });

  test("gets a test event, whose delivery is displayed", async () => {
    const id = await storeWebhook(site.db, { url: "https://10.0.0.1/" });
    const tested = await change(id, { change: "test" });
    expect(tested.status).toBe(303);
    expect(await listQueued(site.db)).toMatchObject([{ event: "webhook.test", data: {} }]);
    const shown = await page(tested.headers.get("location") ?? "", await cookieOf("owner"));
    expect(shown).toContain("webhook.test");
  });

  test("is deleted with its log", async () => {
    const id = await storeWebhook(site.db);
    await change(id, { change: "pause" });
    await site.db
      .insertInto("integrationDeliveries")
      .values({ destinationId: id, event: "person.created", data: {} })
      .execute();
    const removed = await change(id, { change: "remove" });
    expect(removed.headers.get("location")).toBe(`${path}?done=removed`);
    expect([await stored(), await listQueued(site.db)]).toEqual([[], []]);
    expect(await audited("integration-removed")).toMatchObject([{ details: { deliveries: 1 } }]);
    expect((await change(id, { change: "pause" })).status).toBe(404);
  });

  test("is not deleted while a legal hold is in effect", async () => {
    const id = await storeWebhook(site.db);
    await site.db
      .insertInto("legalHolds")
      .values({ reason: "Inquiry 12", placedAt: new Date(), placedBy: "owner@example.com" })
      .execute();
    const refused = await change(id, { change: "remove" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("A legal hold is in effect");
    expect(await stored()).toHaveLength(1);
  });

  test("is displayed to others without the path of its URL, which can contain a key", async () => {
    const id = await storeWebhook(site.db, { name: "Marketing", url: fields.url });
    const html = await page(path, await cookieOf("staff"));
    expect(html).toContain("hooks.example.com");
    expect(html).not.toContain("key=abc");
    expect(html).not.toContain(`${path}/${id}`);
  });
});
