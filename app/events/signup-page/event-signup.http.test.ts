import { describe, expect, it } from "vitest";
import { anEvent } from "#tests/kit/an-event.ts";
import { liveEvent } from "#content/live-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { readVocabulary } from "#tests/kit/schema-vocabulary.ts";
import { mistakesIn, structuredDataIn } from "#tests/kit/structured-data.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp({ now: new Date("2026-11-21T12:00:00Z") });
const endpoint = "/functions/v1/linkedin-live-signup";
const page = "/linkedin-live-signup";
const article = "/blog/why-plan-before-loi";

const signup = {
  name: "Thomas Avery",
  email: "T.Avery@Example.com",
  phone: "(737) 555-0164",
  questions: "Does an earn-out close anything early?",
  topics: "ESOPs",
};

/** Adds an event and refreshes the cache. */
async function setEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<void> {
  await site.db.insertInto("events").values(anEvent(overrides)).execute();
  await site.refreshEvents();
}

/** Refreshes the cache after the database was emptied. */
const setNoEvent = () => site.refreshEvents();

const rows = () => site.db.selectFrom("linkedinLiveSignups").selectAll().orderBy("placeNumber").execute();
/** Posts JSON with the token of a form that was opened a minute ago. */
const postSignup = (body: object) => site.postJson(endpoint, { ...body, formToken: site.formToken(page) });
const getText = async (path: string) => (await site.request(path)).text();

describe("the JSON endpoint", () => {
  it("accepts exactly the specified body and reserves a seat", async () => {
    await setEvent();
    const response = await postSignup({ ...signup, state: "waiting", placeNumber: 7 });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({ data: { outcome: "seat" } });
    expect(await rows()).toMatchObject([
      { ...signup, email: "t.avery@example.com", state: "seat", placeNumber: 1 },
    ]);
  });

  it.each([[undefined], [null], [""]])("treats %j as an omitted optional field", async (omitted) => {
    await setEvent();
    const body = { ...signup, phone: omitted, questions: omitted, topics: omitted };
    expect((await postSignup(body)).status).toBe(200);
    expect(await rows()).toMatchObject([{ phone: null, questions: null, topics: null }]);
  });

  it("assigns a waiting-list position when all seats are taken", async () => {
    await setEvent({ capacity: 1 });
    await postSignup({ ...signup, email: "first@example.com" });
    const response = await postSignup(signup);
    expect(await response.json()).toEqual({ data: { outcome: "waiting" } });
  });

  it("stores a request for the next date without an event", async () => {
    await setNoEvent();
    const response = await postSignup(signup);
    expect(await response.json()).toEqual({ data: { outcome: "next-date" } });
    expect(await rows()).toMatchObject([{ state: "next-date", eventId: null }]);
  });

  it("returns the same response for a known address, which keeps one seat", async () => {
    await setEvent();
    const first = await postSignup(signup);
    const again = await postSignup({ ...signup, name: "Another Name" });
    expect([again.status, await again.text()]).toEqual([first.status, await first.text()]);
    expect((await rows()).filter(({ state }) => state === "seat")).toHaveLength(1);
  });

  it.each([
    ["quotes and commas", 'José "Pepe" O’Neill, Jr., CFP®'],
    ["another script", "王小明"],
    ["a right-to-left script", "محمد علي"],
  ])("stores a name with %s unchanged", async (_what, name) => {
    await setEvent();
    expect((await postSignup({ ...signup, name })).status).toBe(200);
    expect(await rows()).toMatchObject([{ name }]);
  });

  it("accepts an internationalized address and a phone number with letters", async () => {
    await setEvent();
    const body = { ...signup, email: "josé@exämple.com", phone: "1-800-FLOWERS ext. 12" };
    expect((await postSignup(body)).status).toBe(200);
    expect(await rows()).toMatchObject([
      { email: "josé@xn--exmple-cua.com", phone: "1-800-FLOWERS ext. 12" },
    ]);
  });

  it.each([
    ["malformed JSON", "{", []],
    ["a list", "[]", []],
    ["a bare null", "null", []],
    ["nothing", {}, ["name", "email"]],
    ["a name of one letter", { ...signup, name: " A " }, ["name"]],
    ["a line break in the name", { ...signup, name: "Tom\r\nBcc: x@example.com" }, ["name"]],
    ["a line break in the address", { ...signup, email: "tom@example.com\nCc: x@example.com" }, ["email"]],
    ["an address of 320 characters", { ...signup, email: `${"a".repeat(308)}@example.com` }, ["email"]],
    ["other types", { ...signup, name: ["Tom"], topics: { a: 1 } }, ["name", "topics"]],
    ["a NUL in the topics", { ...signup, topics: "a\u0000b" }, ["topics"]],
    ["4,001 characters of questions", { ...signup, questions: "x".repeat(4_001) }, ["questions"]],
  ])("refuses %s with field errors, and stores nothing", async (_what, body, fields) => {
    await setEvent();
    const response = await site.postJson(endpoint, body);
    const result: unknown = await response.json();
    expect(response.status).toBe(400);
    expect(result).toMatchObject({ error: { kind: "invalid" } });
    const { error } = result as { error: { fields?: Record<string, string> } }; // matched above
    expect(Object.keys(error.fields ?? {})).toEqual(fields);
    expect(JSON.stringify(result)).not.toMatch(/zod|sql|stack|node_modules/i);
    expect(await rows()).toEqual([]);
  });

  it("refuses topics of 1 MB with 413 and another content type with 415", async () => {
    await setEvent();
    const large = await site.postJson(endpoint, { ...signup, topics: "x".repeat(1_000_000) });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ error: { kind: "too-large" } });
    const plain = await site.postJson(endpoint, signup, { "content-type": "text/plain" });
    expect(plain.status).toBe(415);
    expect(await rows()).toEqual([]);
  });

  it("never logs the submitted values", async () => {
    await setEvent();
    site.logged.length = 0;
    await postSignup(signup);
    await site.postJson(endpoint, `{"name":"Thomas Avery"`);
    await site.postJson(endpoint, { ...signup, email: "t.avery" });
    expect(JSON.stringify(site.logged)).not.toMatch(/avery|555-0164|earn-out/i);
  });
});

describe("the form without scripting", () => {
  it.each([
    ["a seat", () => setEvent(), "/linkedin-live-signup/registered", "Registration Successful!"],
    [
      "a waiting-list position",
      () => setEvent({ seatsTaken: 100, lastPlaceNumber: 100 }),
      "/linkedin-live-signup/waiting-list",
      "You are on the waiting list",
    ],
    ["the next date", setNoEvent, "/linkedin-live-signup/next-date", "We’ll notify you about the next event"],
  ])("redirects to the page that confirms %s, without personal data", async (_what, prepare, path, title) => {
    await prepare();
    const response = await site.postForm(page, signup);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(path);
    const confirmation = await site.request(path);
    const html = await confirmation.text();
    expect(confirmation.status).toBe(200);
    expect(html).toContain(title);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toMatch(/avery/i);
    // Reloading the page displays it again and reserves nothing.
    expect(await getText(path)).toBe(html);
    expect(await rows()).toHaveLength(1);
  });

  it("returns the submitted values with the errors", async () => {
    await setEvent();
    const response = await site.postForm(page, { ...signup, name: "T", email: "t.avery@" });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain("Please check the highlighted fields");
    expect(html).toContain("Name must be at least 2 characters");
    expect(html).toContain("Please enter a valid email address");
    expect(html).toContain('value="t.avery@"');
    expect(html).toContain('value="(737) 555-0164"');
    expect(html).toContain(">Does an earn-out close anything early?</textarea>");
    expect(wordsOf(html)).toContain("Reserve one of 100 seats");
    expect(await rows()).toEqual([]);
  });

  it("escapes what was typed", async () => {
    await setEvent();
    const typed = '"></textarea><script>alert(1)</script>';
    const response = await site.postForm(page, { ...signup, name: "T", topics: typed });
    expect(await response.text()).not.toContain("<script>alert(1)");
  });

  it("returns the submitted values if the sign-up cannot be stored", async () => {
    await setEvent();
    await site.db.schema.alterTable("linkedin_live_signups").renameTo("elsewhere").execute();
    try {
      const response = await site.postForm(page, signup);
      const html = await response.text();
      expect(response.status).toBe(500);
      expect(html).toContain("Registration Failed");
      expect(wordsOf(html)).toContain(
        "Error: something went wrong on our side. Please try again or contact support.",
      );
      expect(html).toContain('value="Thomas Avery"');
      expect(html).toContain(">ESOPs</textarea>");
      expect(JSON.stringify(site.logged)).not.toMatch(/avery/i);
    } finally {
      await site.db.schema.alterTable("elsewhere").renameTo("linkedin_live_signups").execute();
    }
  });

  it("refuses a form from another site, and 1 MB of topics", async () => {
    await setEvent();
    expect((await site.postForm(page, signup, { origin: "https://evil.example" })).status).toBe(403);
    expect((await site.postForm(page, { ...signup, topics: "x".repeat(1_000_000) })).status).toBe(413);
    expect(await rows()).toEqual([]);
  });
});

describe("the page and the badge follow the event", () => {
  const badge = `<aside class="slip screen-only" aria-label="${liveEvent.badge.label}">`;

  it("as seats are taken and when it is canceled, without a rebuild", async () => {
    await setEvent({ capacity: 2 });
    expect(wordsOf(await getText(page))).toContain("Reserve one of 2 seats");
    expect(wordsOf(await getText(article))).toContain("Dec 17, 2026 at 12:00 PM CST Reserve a seat");
    await postSignup(signup);
    await site.refreshEvents();
    expect(wordsOf(await getText(page))).toContain("1 seat left of 2");
    await postSignup({ ...signup, email: "second@example.com" });
    await site.refreshEvents();
    expect(wordsOf(await getText(page))).toContain("All 2 seats are taken");
    expect(wordsOf(await getText(article))).toContain("Join the waiting list");
    await site.db.updateTable("events").set({ state: "cancelled" }).execute();
    await site.refreshEvents();
    expect(wordsOf(await getText(page))).toContain("Next event: date to be announced");
    expect(await getText(article)).not.toContain(badge);
  });

  it("with another label while it is live", async () => {
    await setEvent({ startsAt: new Date("2026-11-21T11:50:00Z") });
    expect(wordsOf(await getText(article))).toContain(`Nov 21, 2026 at 5:50 AM CST ${liveEvent.badge.live}`);
  });

  it("without a badge after it is over", async () => {
    await setEvent({ startsAt: new Date("2025-08-21T17:00:00Z") });
    expect(wordsOf(await getText(page))).toContain("This event has ended");
    expect(wordsOf(await getText(page))).toContain("Thursday, August 21, 2025, 12:00 PM CDT");
    expect(await getText(article)).not.toContain(badge);
  });

  it("with the badge on one article only", async () => {
    await setEvent();
    expect(await getText(article)).toContain(badge);
    expect(await getText("/blog/fiduciary-vs-broker")).not.toContain(badge);
  });

  it("in the header of every page", async () => {
    await setEvent();
    expect(wordsOf(await getText("/about"))).toContain("Live event, Dec 17");
    expect(wordsOf(await getText("/no-such-page"))).toContain("Live event, Dec 17");
    await site.db.updateTable("events").set({ state: "cancelled" }).execute();
    await site.refreshEvents();
    expect(wordsOf(await getText("/about"))).not.toContain("Live event, Dec 17");
    expect(wordsOf(await getText("/no-such-page"))).not.toContain("Live event, Dec 17");
  });

  it("without the join link", async () => {
    await setEvent();
    for (const path of [page, `${page}.data`, article, `${article}.data`]) {
      expect(await getText(path), path).not.toContain("live.example.com");
    }
  });
});

describe("the confirmation page and the calendar file", () => {
  const registered = "/linkedin-live-signup/registered";
  const file = "/linkedin-live-signup/event.ics";

  it("have the event’s date and time, and neither the join link nor personal data", async () => {
    await setEvent();
    await postSignup(signup);
    await site.refreshEvents();
    const html = await getText(registered);
    expect(wordsOf(html)).toContain("Date Thursday, December 17, 2026");
    expect(wordsOf(html)).toContain("12:00 PM to 12:45 PM CST 1:00 PM EST, 11:00 AM MST, 10:00 AM PST");
    expect(html).toContain(`href="${file}"`);
    const response = await site.request(file);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8; method=PUBLISH");
    const calendar = await response.text();
    expect(calendar).toContain("DTSTART:20261217T180000Z");
    for (const text of [html, calendar]) {
      expect(text).not.toContain("live.example.com");
      expect(text).not.toMatch(/avery/i);
    }
  });

  it("have no event after it is over", async () => {
    await setEvent({ startsAt: new Date("2025-08-21T17:00:00Z") });
    expect((await site.request(file)).status).toBe(404);
    expect(await getText(registered)).not.toContain("event.ics");
  });

  it("offer the calendar file to people with a seat only", async () => {
    await setEvent();
    const waiting = await getText("/linkedin-live-signup/waiting-list");
    expect(wordsOf(waiting)).toContain("Date Thursday, December 17, 2026");
    expect(waiting).not.toContain("event.ics");
    expect(wordsOf(await getText("/linkedin-live-signup/next-date"))).not.toContain("December 17");
  });
});

it("the structured data of an upcoming event conforms to schema.org", async () => {
  await setEvent({ seatsTaken: 63, lastPlaceNumber: 63 });
  const data = structuredDataIn(await getText(page)).filter((each) => each["@type"] === "Event");
  expect(data).toHaveLength(1);
  const vocabulary = readVocabulary();
  expect(data.flatMap((each) => mistakesIn(each, vocabulary))).toEqual([]);
  expect(data[0]).toMatchObject({ startDate: "2026-12-17T12:00:00-06:00", remainingAttendeeCapacity: 37 });
  await site.db
    .updateTable("events")
    .set({ startsAt: new Date("2025-08-21T17:00:00Z") })
    .execute();
  await site.refreshEvents();
  expect(await getText(page)).not.toContain('"@type":"Event"');
});
