import { beforeEach, describe, expect, it } from "vitest";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";

const now = new Date("2026-11-21T12:20:00Z");
const hour = new Date("2026-11-21T12:00:00Z");
const site = testApp({ now, sendsEmail: true });
const spamCheckKeys = createSpamCheckKeys(testKeyRing);
const page = "/linkedin-live-signup";
const endpoint = "/functions/v1/linkedin-live-signup";

beforeEach(async () => {
  site.logged.length = 0;
  const { id } = await site.db
    .insertInto("events")
    .values(anEvent())
    .returning("id")
    .executeTakeFirstOrThrow();
  await site.refreshEvents();
  // The event has no seat left without confirmation in this hour, so forms with a token are quarantined, too.
  const count = attemptLimits.unconfirmedSeatsByEvent.most;
  await site.db
    .insertInto("rateLimits")
    .values({ key: `unconfirmed-seats ${id}`, windowStart: hour, count })
    .execute();
});

async function useUp(budget: "quarantinedWithToken" | "quarantinedWithoutToken" | "quarantinedHoneypots") {
  const count = attemptLimits[budget].most;
  await site.db
    .insertInto("rateLimits")
    .values({ key: spamCheckKeys.limitKey(budget), windowStart: hour, count })
    .execute();
}

let person = 0;
const signup = () => ({ name: "Ada Lovelace", email: `person-${(person += 1)}@example.com` });
const sendJson = (address: string) => site.postJson(endpoint, signup(), {}, address);
const sendForm = (address: string) => site.postForm(page, signup(), {}, address);
const limitWarnings = () => site.logged.filter(({ event }) => event === "intake.site_limit_reached");

it("submissions without a token cannot use up the budget of forms with a token", async () => {
  await useUp("quarantinedWithoutToken");
  await useUp("quarantinedHoneypots");
  for (let n = 0; n < 5; n += 1) {
    const response = await sendForm("203.0.113.1");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/check-your-email#event"]);
  }
  expect(limitWarnings()).toEqual([]);
});

it("the first two submissions of a network address are quarantined although all budgets are used up", async () => {
  await useUp("quarantinedWithToken");
  await useUp("quarantinedWithoutToken");
  for (const send of [sendForm, sendJson]) {
    const address = send === sendForm ? "203.0.113.2" : "203.0.113.3";
    const statuses = [await send(address), await send(address), await send(address)].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([send === sendForm ? 303 : 202, send === sendForm ? 303 : 202, 503]);
  }
});

it("the page over the site-wide limit keeps what was typed, states the reason and logs one warning", async () => {
  await useUp("quarantinedWithToken");
  const responses: Response[] = [];
  for (let n = 0; n < 4; n += 1) responses.push(await sendForm("203.0.113.4"));
  const [, , third, fourth] = responses;
  expect([third?.status, fourth?.status]).toEqual([503, 503]);
  expect(third?.headers.get("retry-after")).toBe("2400");
  const html = (await third?.text()) ?? "";
  expect(html).toContain("We received more forms than we can accept this hour");
  expect(html).toMatch(/Please try again in an hour, or call us at .*Everything you typed is still here\./s);
  expect(html).not.toContain("from your network");
  expect(html).toMatch(/value="person-\d+@example\.com"/);
  expect(limitWarnings()).toEqual([
    {
      level: "warn",
      event: "intake.site_limit_reached",
      fields: { form: "event-signup", budget: "quarantinedWithToken", most: 1_000, windowMinutes: 60 },
    },
  ]);
});

it("the endpoint over the site-wide limit responds with a separate error kind and Retry-After", async () => {
  await useUp("quarantinedWithoutToken");
  await sendJson("203.0.113.5");
  await sendJson("203.0.113.5");
  const response = await sendJson("203.0.113.5");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2400"]);
  // The documented shape of an error.
  const { error } = (await response.json()) as { error: { kind: string; message: string } };
  expect(error.kind).toBe("at-capacity");
  expect(error.message).toMatch(/^We received more forms .* Please try again in an hour, or call us at /);
});

describe("a network over a limit", () => {
  const address = "203.0.113.7";
  const day = new Date("2026-11-21T00:00:00Z");
  const reach = (limit: "quarantinedByAddress" | "refusedByNetworkDaily" | "refusedByAddress") =>
    site.db
      .insertInto("rateLimits")
      .values({
        key: spamCheckKeys.limitKey(limit, address),
        windowStart: limit === "refusedByAddress" ? now : day,
        count: attemptLimits[limit].most,
      })
      .execute();

  it.each([
    ["quarantinedByAddress", "42000", "Please try again tomorrow"],
    ["refusedByNetworkDaily", "42000", "Please try again tomorrow"],
    ["refusedByAddress", "600", "Please wait ten minutes and submit your form again"],
  ] as const)("of %s is told when it ends", async (limit, seconds, said) => {
    await reach(limit);
    const form = await sendForm(address);
    expect([form.status, form.headers.get("retry-after")]).toEqual([429, seconds]);
    const html = await form.text();
    expect(html).toContain("Too many submissions from your network");
    expect(html).toContain(`${said}, or call us at `);
    const json = await sendJson(address);
    expect([json.status, json.headers.get("retry-after")]).toEqual([429, seconds]);
    // The documented shape of an error.
    const { error } = (await json.json()) as { error: { kind: string; message: string } };
    expect(error.kind).toBe("too-many");
    expect(error.message).toContain(`Too many submissions from your network. ${said}, or call us at `);
  });
});

it("a honeypot response does not depend on the limit", async () => {
  await useUp("quarantinedHoneypots");
  const send = () =>
    site.postJson(endpoint, { ...signup(), website: "https://spam.example" }, {}, "203.0.113.6");
  const statuses = [await send(), await send(), await send()].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200]);
  const stored = await site.db.selectFrom("quarantinedSubmissions").select("id").execute();
  expect(stored).toHaveLength(2);
});
