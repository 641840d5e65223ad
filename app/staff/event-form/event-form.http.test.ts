import { describe, expect, test } from "vitest";
import { aSignup } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { type EventFormFields, eventForm, getValue } from "#tests/kit/event-form.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: new Date("2026-12-01T12:00:00Z") });

const fields: EventFormFields = {
  title: "After the letter",
  start: "2027-01-21T12:00",
  timeZone: "America/Chicago",
  durationMinutes: "60",
  capacity: "80",
  hosts: "whitfield",
  "topic-1-title": "One",
  "topic-2-title": "Two",
  joinUrl: "https://live.example.com/after",
};

const { addEvent, cookieOf, events, page, post } = eventForm(site);

describe("the form for a new event", () => {
  test("copies everything except the start from the last event", async () => {
    await addEvent({ title: "Long ago", startsAt: new Date("2025-08-21T17:00:00Z") });
    await addEvent({ title: "The last one", capacity: 70, durationMinutes: 50, hosts: ["bell"] });
    const html = await page("/admin/events/new", await cookieOf("staff"));
    const names = ["title", "start", "timeZone", "durationMinutes", "capacity", "joinUrl"];
    expect(names.map((name) => getValue(html, name))).toEqual([
      "The last one",
      "",
      "America/Chicago",
      "50",
      "70",
      "https://live.example.com/before-the-letter-of-intent",
    ]);
    expect(getValue(html, "topic-1-title")).toBe("Which decision has which last day");
    expect(getValue(html, "topic-2-title")).toBe("Your questions");
    expect(html).toMatch(/value="bell"[^>]*checked=""|checked=""[^>]*value="bell"/);
    expect(html).not.toMatch(/value="whitfield"[^>]*checked=""|checked=""[^>]*value="whitfield"/);
    expect(html).not.toMatch(/\sstyle="/);
  });

  test("has default values for the first event", async () => {
    const html = await page("/admin/events/new", await cookieOf("staff"));
    expect(["durationMinutes", "capacity"].map((name) => getValue(html, name))).toEqual(["45", "100"]);
  });

  test("announces who asked for the next date, adds the event, and says that no email is sent", async () => {
    await site.db
      .insertInto("linkedinLiveSignups")
      .values([aSignup(), aSignup({ email: "b@example.com" })])
      .execute();
    const { cookie, email } = await signedIn(site.db, { role: "staff" });
    expect(await page("/admin/events/new", cookie)).toContain(
      "2 people asked to be notified of the next date. This server does not send email. Please notify them directly.",
    );
    const response = await post("/admin/events/new", cookie, fields);
    const [event] = await events();
    expect(event).toMatchObject({
      title: "After the letter",
      startsAt: new Date("2027-01-21T18:00:00Z"),
      durationMinutes: 60,
      capacity: 80,
      hosts: ["whitfield"],
      topics: ["One", "Two"],
      joinUrl: "https://live.example.com/after",
    });
    const location = `/admin/events/${event?.id}?done=added&told=2`;
    expect([response.status, response.headers.get("location")]).toEqual([303, location]);
    expect(await page(location, cookie)).toContain(
      "2 people asked for the next date. This server does not send email. Please notify them directly.",
    );
    const auditEvents = site.db.selectFrom("auditEvents").select(["action", "actorEmail"]);
    expect(await auditEvents.where("action", "=", "event-added").execute()).toEqual([
      { action: "event-added", actorEmail: email },
    ]);
  });

  test("adds one event if it is submitted twice", async () => {
    const cookie = await cookieOf("staff");
    const [first, second] = await Promise.all([
      post("/admin/events/new", cookie, fields),
      post("/admin/events/new", cookie, fields),
    ]);
    expect([first.status, second.status].toSorted((one, other) => one - other)).toEqual([303, 409]);
    expect(await events()).toHaveLength(1);
  });

  test.each([
    ["title", "", "Please enter a title"],
    ["title", "x".repeat(201), "Please enter a title"],
    ["start", "", "Please enter the start date and time"],
    ["start", "2027-02-30T12:00", "Please enter the start date and time"],
    ["start", "2026-11-30T12:00", "This time is in the past"],
    // Clocks in Chicago skip from 2:00 to 3:00 on this date.
    ["start", "2027-03-14T02:30", "because the clocks go forward"],
    ["timeZone", "Texas", "Please enter a time zone"],
    ["durationMinutes", "", "in whole minutes, from 5 to 600"],
    ["durationMinutes", "4.5", "in whole minutes, from 5 to 600"],
    ["capacity", "0", "from 1 to 100,000"],
    ["capacity", "100001", "from 1 to 100,000"],
    ["summary", "x".repeat(401), "up to 400 characters"],
    ["hosts", "", "Please choose or enter at least one host"],
    ["hosts", "whitfield unknown", "Please choose or enter at least one host"],
    ["topic-1-title", "x".repeat(201), "Please enter a topic"],
    ["topic-1-title", "One\0", "Please enter a topic"],
    ["topic-2-description", "x".repeat(401), "at most 400 characters"],
    ["joinUrl", "http://live.example.com", "which starts with https://"],
    ["joinUrl", "https://live.example.com/\0", "which starts with https://"],
  ])(
    "displays an error next to the field %s for “%s” and keeps the other input",
    async (name, value, message) => {
      const response = await post("/admin/events/new", await cookieOf("staff"), { ...fields, [name]: value });
      expect(response.status).toBe(422);
      const html = await response.text();
      expect(html).toMatch(new RegExp(`id="${name}-error">[^<]*${message}`));
      if (name !== "joinUrl") expect(getValue(html, "joinUrl")).toBe(fields["joinUrl"]);
      if (name !== "title") expect(getValue(html, "title")).toBe(fields["title"]);
      expect(await events()).toEqual([]);
    },
  );

  test("has an error for every field if it is empty", async () => {
    const response = await post("/admin/events/new", await cookieOf("staff"), {});
    expect(response.status).toBe(422);
    expect((await response.text()).match(/id="\w+-error">/g)).toHaveLength(8);
  });
});

describe("the form of an existing event", () => {
  const current: EventFormFields = {
    title: "Before the letter of intent",
    start: "2026-12-17T12:00",
    timeZone: "America/Chicago",
    durationMinutes: "45",
    capacity: "100",
    hosts: "whitfield bell",
    "topic-1-title": "Which decision has which last day",
    "topic-2-title": "Your questions",
    joinUrl: "https://live.example.com/before-the-letter-of-intent",
    revision: "0",
  };
  const opened = JSON.stringify({
    ...current,
    revision: undefined,
    summary: "",
    ownHosts: "[]",
    topics: JSON.stringify([
      { title: "Which decision has which last day", description: "" },
      { title: "Your questions", description: "" },
    ]),
  });

  test("announces who will be notified, and notifies them only of changes to calendar data", async () => {
    const id = await addEvent({ seatsTaken: 1, lastPlaceNumber: 1 });
    const holder = aSignup({ eventId: id, state: "seat", placeNumber: 1 });
    await site.db.insertInto("linkedinLiveSignups").values(holder).execute();
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}/edit`, cookie)).toContain("1 person has signed up.");
    const quiet = await post(`/admin/events/${id}/edit`, cookie, { ...current, "topic-1-title": "Another" });
    expect(quiet.headers.get("location")).toBe(`/admin/events/${id}?done=changed&promoted=0&told=0`);
    const loud = await post(`/admin/events/${id}/edit`, cookie, {
      ...current,
      "topic-1-title": "Another",
      start: "2026-12-18T12:00",
      revision: "1",
    });
    expect(loud.headers.get("location")).toBe(`/admin/events/${id}?done=changed&promoted=0&told=1`);
    expect((await events())[0]).toMatchObject({ revision: 2, startsAt: new Date("2026-12-18T18:00:00Z") });
  });

  test("promotes people from the waiting list when seats are added, and removes no taken seat", async () => {
    const id = await addEvent({ capacity: 2, seatsTaken: 2, lastPlaceNumber: 3 });
    const holders = [1, 2, 3].map((placeNumber) =>
      aSignup({
        email: `p${placeNumber}@example.com`,
        eventId: id,
        placeNumber,
        state: placeNumber < 3 ? "seat" : "waiting",
      }),
    );
    await site.db.insertInto("linkedinLiveSignups").values(holders).execute();
    const cookie = await cookieOf("staff");
    const capacity = (seats: string) =>
      post(`/admin/events/${id}/edit`, cookie, { ...current, capacity: seats });
    const fewer = await capacity("1");
    expect(fewer.status).toBe(422);
    expect(await fewer.text()).toMatch(/id="capacity-error">2 seats are taken\. Please enter 2 or more/);
    const more = await capacity("3");
    expect(more.headers.get("location")).toBe(`/admin/events/${id}?done=changed&promoted=1&told=0`);
  });

  test("changes nothing if the input is unchanged", async () => {
    const id = await addEvent();
    const response = await post(`/admin/events/${id}/edit`, await cookieOf("staff"), current);
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=unchanged`);
    expect((await events())[0]).toMatchObject({ revision: 0 });
  });

  test("saves one change if it is submitted twice", async () => {
    const id = await addEvent();
    const cookie = await cookieOf("staff");
    const sent = { ...current, title: "Another" };
    const save = () => post(`/admin/events/${id}/edit`, cookie, sent);
    const responses = [...(await Promise.all([save(), save()])), await save()];
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await events())[0]).toMatchObject({ title: "Another", revision: 1 });
  });

  test("does not shift an unchanged start in the repeated hour in autumn", async () => {
    // The first 1:30 of that night; the second is an hour later.
    const startsAt = new Date("2027-11-07T06:30:00Z");
    const id = await addEvent({ startsAt });
    const sent = { ...current, start: "2027-11-07T01:30", title: "Another" };
    await post(`/admin/events/${id}/edit`, await cookieOf("staff"), sent);
    expect((await events())[0]).toMatchObject({ title: "Another", startsAt });
  });

  test("merges the changes of two people, and can then be saved", async () => {
    const id = await addEvent({ title: "Hers", capacity: 120, revision: 1 });
    const cookie = await cookieOf("staff");
    const response = await post(`/admin/events/${id}/edit`, cookie, { ...current, opened, title: "His" });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("A colleague changed this event after you opened this form");
    expect(getValue(html, "title")).toBe("His");
    expect(html).toContain("Current value: Hers");
    // He did not change this field.
    expect(getValue(html, "capacity")).toBe("120");
    expect(html).not.toContain("Current value: 120");
    expect((await events())[0]).toMatchObject({ title: "Hers", capacity: 120, revision: 1 });

    const revision = getValue(html, "revision") ?? "";
    const again = await post(`/admin/events/${id}/edit`, cookie, {
      ...current,
      title: "His",
      capacity: "120",
      revision,
    });
    expect(again.status).toBe(303);
    expect((await events())[0]).toMatchObject({ title: "His", capacity: 120, revision: 2 });
  });

  test.each(["", "x", "7"])("saves nothing with the outdated revision “%s”", async (revision) => {
    const id = await addEvent();
    const response = await post(`/admin/events/${id}/edit`, await cookieOf("staff"), { ...fields, revision });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Current value: Before the letter of intent");
  });

  test.each([
    ["an ended", { startsAt: new Date("2026-11-01T18:00:00Z") }, "This event has ended and can no longer"],
    ["a canceled", { state: "cancelled" as const }, "This event was canceled and can no longer"],
  ])("explains that %s event cannot be changed", async (_, overrides, message) => {
    const id = await addEvent(overrides);
    const cookie = await cookieOf("staff");
    const shown = await page(`/admin/events/${id}/edit`, cookie);
    expect(shown).toContain(message);
    expect(shown).not.toContain('name="title"');
    const response = await post(`/admin/events/${id}/edit`, cookie, { ...current, title: "Another" });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain(message);
  });

  test("is forbidden to examiners, as is the form for a new event", async () => {
    const id = await addEvent();
    const cookie = await cookieOf("examiner");
    expect((await post(`/admin/events/${id}/edit`, cookie, { ...current, title: "Another" })).status).toBe(
      403,
    );
    expect((await post("/admin/events/new", cookie, fields)).status).toBe(403);
    expect(await events()).toMatchObject([{ title: "Before the letter of intent" }]);
  });
});
