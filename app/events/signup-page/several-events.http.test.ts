import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { readVocabulary } from "#tests/kit/schema-vocabulary.ts";
import { mistakesIn, structuredDataIn } from "#tests/kit/structured-data.ts";
import { wordsOf } from "#tests/spec/markup.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { quarantineSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";

const now = new Date("2026-11-21T12:00:00Z");
const site = testApp({ now });
const endpoint = "/functions/v1/linkedin-live-signup";
const page = "/linkedin-live-signup";

const signup = {
  name: "Thomas Avery",
  email: "t.avery@example.com",
  phone: "",
  questions: "",
  topics: "ESOPs",
};

const may = new Date("2027-05-13T17:00:00Z");
const january = new Date("2027-01-14T18:00:00Z");

async function addEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const event = site.db.insertInto("events").values(anEvent(overrides)).returning("id");
  const { id } = await event.executeTakeFirstOrThrow();
  await site.refreshEvents();
  return id;
}

/** The next event in December and another one in January. */
async function addTwo(second: Parameters<typeof anEvent>[0] = {}) {
  const first = await addEvent();
  return { first, second: await addEvent({ title: "After the letter", startsAt: january, ...second }) };
}

const pathOf = (id: string): string => `${page}/event/${id}`;
const getText = async (path: string): Promise<string> => (await site.request(path)).text();
const formToken = () => site.formToken(page);
const postJson = (body: object) => site.postJson(endpoint, { ...signup, ...body, formToken: formToken() });
const postForm = (path: string, fields: Record<string, string>) =>
  site.postForm(path, { ...signup, ...fields, formToken: formToken() });
const findSeats = () =>
  site.db
    .selectFrom("linkedinLiveSignups")
    .select(["eventId", "state", "email"])
    .orderBy("createdAt")
    .execute();

async function change(id: string, values: Partial<ReturnType<typeof anEvent>>): Promise<void> {
  await site.db.updateTable("events").set(values).where("id", "=", id).execute();
  await site.refreshEvents();
}

describe("with several events", () => {
  it("the general page offers the next one, and links to the others with their seats", async () => {
    const { first, second } = await addTwo({ capacity: 20, seatsTaken: 17, lastPlaceNumber: 17 });
    const third = await addEvent({
      title: "Full",
      startsAt: may,
      capacity: 1,
      seatsTaken: 1,
      lastPlaceNumber: 1,
    });
    const html = await getText(page);
    expect(wordsOf(html)).toContain(
      "Other dates Jan 14, 2027: After the letter 3 seats left May 13, 2027: Full Waiting list",
    );
    expect(html).toContain(`name="eventId" value="${first}"`);
    expect(html).toContain(`href="${pathOf(second)}"`);
    expect(html).toContain(`href="${pathOf(third)}"`);
    expect(html).not.toContain(`href="${pathOf(first)}"`);
  });

  it("each has a page with its own title, facts, form, seats and structured data", async () => {
    const { first, second } = await addTwo({ capacity: 20 });
    const html = await getText(pathOf(second));
    expect(html).toContain("<h1>After the letter</h1>");
    expect(html).toMatch(/<title>After the letter \| /);
    expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${pathOf(second)}"/>`);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain(`action="${pathOf(second)}"`);
    expect(html).toContain(`name="eventId" value="${second}"`);
    expect(wordsOf(html)).toContain("When Thursday, January 14, 2027, 12:00 PM CST");
    expect(wordsOf(html)).toContain("Attendance is limited to 20.");
    expect(wordsOf(html)).toContain("Other dates Dec 17, 2026: Before the letter of intent When");
    const named = (text: string) =>
      structuredDataIn(text)
        .filter((each) => each["@type"] === "Event")
        .map(({ name, offers }) => [name, /"url":"[^"]*\/([^/"]*)"/.exec(JSON.stringify(offers))?.[1]]);
    expect(named(html)).toEqual([["After the letter", second]]);
    const general = await getText(page);
    expect(named(general)).toEqual([
      ["Before the letter of intent", first],
      ["After the letter", second],
    ]);
    const vocabulary = readVocabulary();
    expect(structuredDataIn(general).flatMap((each) => mistakesIn(each, vocabulary))).toEqual([]);
  });

  it("the JSON endpoint signs up for the named event, and without an id for the next one", async () => {
    const { first, second } = await addTwo();
    const named = await postJson({ eventId: second });
    expect([named.status, await named.json()]).toEqual([200, { data: { outcome: "seat" } }]);
    // The same person can book another event.
    for (const eventId of [undefined, null, ""]) expect((await postJson({ eventId })).status).toBe(200);
    expect((await findSeats()).map(({ eventId }) => eventId)).toEqual([second, first]);
  });

  it.each(["x", 7, "7d0c3c4e-0000-4000-8000"])("refuses %j as an id, next to its field", async (eventId) => {
    await addTwo();
    const response = await postJson({ eventId });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        kind: "invalid",
        fields: { eventId: "We couldn’t find that event. Reload the page to see current dates" },
      },
    });
  });

  it("each form leads to the confirmation of its event, with its date and calendar file", async () => {
    const { first, second } = await addTwo();
    for (const [path, id, day] of [
      [page, first, "Thursday, December 17, 2026"],
      [pathOf(second), second, "Thursday, January 14, 2027"],
    ] as const) {
      const response = await postForm(path, { eventId: id });
      const location = response.headers.get("location") ?? "";
      expect([response.status, location]).toEqual([303, `${page}/registered/${id}`]);
      const html = await getText(location);
      expect(wordsOf(html)).toContain(`Date ${day}`);
      expect(html).toContain("Registration Successful!");
      expect(html).toContain(`href="${pathOf(id)}/event.ics"`);
      expect(html).toContain(`value="http://localhost:3000${pathOf(id)}"`);
    }
    expect(await getText(`${pathOf(second)}/event.ics`)).toContain("DTSTART:20270114T180000Z");
    expect(await getText(`${page}/event.ics`)).toContain("DTSTART:20261217T180000Z");
    // The general page cannot know which of the events it is about.
    expect(wordsOf(await getText(`${page}/registered`))).not.toMatch(/Thursday, (?:December|January)/);
  });

  it("a full one has its own waiting list", async () => {
    const { second } = await addTwo({ capacity: 1, seatsTaken: 1, lastPlaceNumber: 1 });
    const response = await postForm(pathOf(second), { eventId: second });
    expect(response.headers.get("location")).toBe(`${page}/waiting-list/${second}`);
    expect(wordsOf(await getText(`${page}/waiting-list/${second}`))).toContain(
      "Date Thursday, January 14, 2027",
    );
    expect(await findSeats()).toMatchObject([{ eventId: second, state: "waiting" }]);
  });

  it("cached pages follow every one of them", async () => {
    const { second } = await addTwo({ capacity: 5 });
    expect(wordsOf(await getText(page))).toMatch(/Other dates (?!.*seats left)/);
    await postJson({ eventId: second });
    await site.refreshEvents();
    expect(wordsOf(await getText(page))).toContain("4 seats left");
    expect(wordsOf(await getText(pathOf(second)))).toContain("4 seats left.");
    await change(second, { state: "cancelled" });
    expect(wordsOf(await getText(page))).not.toContain("Other dates");
  });

  it("a form to confirm names its event", async () => {
    const { first, second } = await addTwo();
    const response = await site.postForm(pathOf(second), { ...signup, eventId: second });
    expect(response.headers.get("location")).toBe(`/check-your-email#event-${second}`);
    const html = await getText("/check-your-email");
    for (const id of [first, second]) expect(html).toContain(`id="event-${id}"`);
    // The seat is held at the named event.
    expect(
      await site.db.selectFrom("quarantinedSubmissions").select(["seatEventId", "input"]).execute(),
    ).toMatchObject([{ seatEventId: second, input: { eventId: second } }]);
  });

  it("the print pack has the page of each", async () => {
    const { first, second } = await addTwo();
    const pack = await getText("/compliance-dashboard/print-pack");
    expect(pack).toContain(`http://localhost:3000${pathOf(second)}`);
    expect(pack).not.toContain(`http://localhost:3000${pathOf(first)} ·`);
    expect(wordsOf(pack)).toContain("When Thursday, January 14, 2027, 12:00 PM CST");
  });

  it("a honeypot form for any of them gets the usual response", async () => {
    const { second } = await addTwo();
    const response = await postJson({ eventId: second, website: "https://spam.example" });
    expect([response.status, await response.json()]).toEqual([200, { data: { outcome: "seat" } }]);
    expect(await findSeats()).toEqual([]);
  });
});

describe("a form for an event that is no longer open", () => {
  it.each([
    ["was canceled", { state: "cancelled" }, "The event you chose was canceled."],
    ["has ended", { startsAt: new Date("2026-11-20T18:00:00Z") }, "The event you chose has ended."],
    [
      "has started without a free seat",
      { startsAt: new Date("2026-11-21T11:50:00Z"), seatsTaken: 100, lastPlaceNumber: 100 },
      "The event you chose has started, and all of its seats are taken.",
    ],
  ] as const)(
    "because it %s is displayed again for the next one, with what was typed",
    async (_, changes, reason) => {
      const { first, second } = await addTwo();
      await change(first, changes);
      const response = await postForm(pathOf(first), { eventId: first, questions: "What is an earn-out?" });
      expect(response.status).toBe(409);
      const html = await response.text();
      expect(wordsOf(html)).toContain("That event is no longer open You are not signed up yet.");
      expect(wordsOf(html)).toContain(`${reason} This page shows the next one.`);
      expect(html).toContain('value="Thomas Avery"');
      expect(html).toContain(">What is an earn-out?</textarea>");
      expect(html).toContain(`name="eventId" value="${second}"`);
      expect(html).toContain(`action="${page}"`);
      const json = await postJson({ eventId: first });
      const eventId = "Sign-up for this event is closed. Reload the page to see current dates";
      expect([json.status, await json.json()]).toMatchObject([
        409,
        { error: { kind: "conflict", fields: { eventId } } },
      ]);
      // A bot gets the response of a person.
      const honeypot = await postJson({ eventId: first, website: "https://spam.example" });
      expect(honeypot.status).toBe(409);
      expect(await findSeats()).toEqual([]);
      expect(wordsOf(await getText(pathOf(first)))).toContain(`${reason} This page shows the next one.`);
    },
  );

  it("is a request for the next date if no other one is open", async () => {
    const id = await addEvent();
    await change(id, { state: "cancelled" });
    const response = await postForm(page, { eventId: id });
    expect(response.headers.get("location")).toBe(`${page}/next-date`);
    expect(await findSeats()).toMatchObject([{ state: "next-date", eventId: null }]);
    expect(wordsOf(await getText(pathOf(id)))).toContain("The event you chose was canceled.");
  });

  it("does not sign up for another event than the one that the page displayed", async () => {
    const { first, second } = await addTwo();
    await change(first, { state: "cancelled" });
    const response = await postForm(page, { eventId: first });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain(`name="eventId" value="${second}"`);
    expect(await findSeats()).toEqual([]);
  });
});

describe("the pages of an event", () => {
  it.each(["x", randomUUID(), "registered"])("do not exist for the unknown id %s", async (id) => {
    await addTwo();
    for (const path of [pathOf(id), `${page}/registered/${id}`, `${page}/waiting-list/${id}`]) {
      expect((await site.request(path)).status, path).toBe(404);
      expect((await site.request(path, { method: "POST" })).status, path).toBe(404);
    }
    expect((await site.request(`${pathOf(id)}/event.ics`)).status).toBe(404);
  });

  it("have no details after it is over", async () => {
    const { first } = await addTwo();
    await change(first, { startsAt: new Date("2026-11-20T18:00:00Z") });
    expect(wordsOf(await getText(`${page}/registered/${first}`))).not.toContain("2026");
    expect((await site.request(`${pathOf(first)}/event.ics`)).status).toBe(404);
  });

  it("are those without an id while it is the only one", async () => {
    const id = await addEvent();
    const response = await postForm(pathOf(id), { eventId: id });
    expect(response.headers.get("location")).toBe(`${page}/registered`);
    expect(await getText(`${page}/registered/${id}`)).toContain(`value="http://localhost:3000${page}"`);
  });
});

it("a quarantined sign-up for a closed event leads to the page that explains it", async () => {
  const { first, second } = await addTwo();
  await change(first, { state: "cancelled" });
  const { id } = await quarantineSubmission(site.db, {
    form: "event-signup",
    reason: "token",
    at: new Date("2026-11-21T11:00:00Z"),
    input: { ...signup, phone: null, questions: null, eventId: first },
    sender: serializeSource(aSubmission()),
    fingerprint: "x",
    mailboxKey: "mailbox",
    resultKey: null,
    confirmationRequestedAt: new Date("2026-11-21T11:00:00Z"),
  });
  const response = await site.request(
    `/confirm/${createSpamCheckKeys(testKeyRing).issueConfirmationToken(id, now)}`,
    {
      method: "POST",
      headers: { origin: "http://localhost:3000", "content-type": "application/x-www-form-urlencoded" },
    },
  );
  expect([response.status, response.headers.get("location")]).toEqual([303, pathOf(first)]);
  expect(await findSeats()).toMatchObject([{ state: "told", eventId: second }]);
  const emails = await site.db.selectFrom("letters").select("kind").execute();
  expect(emails.map(({ kind }) => kind)).toContain("next-date");
});
