import { describe, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { type EventFormFields, eventForm, getValue } from "#tests/kit/event-form.ts";

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

const guest: EventFormFields = {
  "host-1-name": "Dana Ruiz, CPA",
  "host-1-role": "Tax partner, guest",
  "host-1-biography": "She prices earn-outs for sellers.",
  "host-1-ties": "She is not a client. No one is paid, and we have no agreement to refer clients.",
};

const cards: EventFormFields = {
  "topic-1-title": "Price",
  "topic-1-description": "What a buyer pays for.",
  "topic-2-title": "Terms",
  "topic-2-description": "What a buyer keeps back.",
  "topic-3-title": "Tax",
  "topic-3-description": "What you keep.",
};

const { addEvent, cookieOf, events, page, post } = eventForm(site);

describe("the hosts and topics of one event", () => {
  test("are stored with it, displayed to staff, and copied into the next event", async () => {
    const cookie = await cookieOf("staff");
    const sent = { ...fields, ...guest, ...cards, hosts: "", summary: "What a tax partner\r\nlooks for." };
    const response = await post("/admin/events/new", cookie, sent);
    expect(response.status).toBe(303);
    const [event] = await events();
    expect(event).toMatchObject({
      summary: "What a tax partner looks for.",
      hosts: [],
      ownHosts: [
        {
          name: "Dana Ruiz, CPA",
          role: "Tax partner, guest",
          biography: "She prices earn-outs for sellers.",
          isGuest: true,
          ties: guest["host-1-ties"],
        },
      ],
      topics: ["Price", "Terms", "Tax"],
      topicDescriptions: ["What a buyer pays for.", "What a buyer keeps back.", "What you keep."],
    });
    expect(await page(`/admin/events/${event?.id}`, cookie)).toContain("Dana Ruiz, CPA");
    const copied = await page("/admin/events/new", cookie);
    expect(getValue(copied, "host-1-name")).toBe("Dana Ruiz, CPA");
    expect(copied).toContain(">What you keep.</textarea>");
    expect(copied).toMatch(/<details open=""><summary>Host 1: Dana Ruiz, CPA/);
    expect(copied).toMatch(/<details><summary>Host 2/);
    // An unchanged form saves nothing.
    const saved = await post(`/admin/events/${event?.id}/edit`, cookie, { ...sent, revision: "0" });
    expect(saved.headers.get("location")).toBe(`/admin/events/${event?.id}?done=unchanged`);
  });

  test.each([
    ["without a statement of ties", { "host-1-ties": "" }, "host-1-ties"],
    [
      "whose statement does not mention payment",
      { "host-1-ties": "Not a client. No referrals." },
      "host-1-ties",
    ],
    ["without a name", { "host-1-name": "" }, "host-1-name"],
    ["without a role", { "host-1-role": "" }, "host-1-role"],
    ["without a biography", { "host-1-biography": "" }, "host-1-biography"],
    ["with a biography of 601 characters", { "host-1-biography": "x".repeat(601) }, "host-1-biography"],
  ])("refuse a guest %s, next to the field and with all other input", async (_, changes, input) => {
    const sent = { ...fields, ...guest, ...changes };
    const response = await post("/admin/events/new", await cookieOf("staff"), sent);
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html.match(/id="[\w-]+-error">/g)).toEqual([`id="${input}-error">`]);
    expect(html).toMatch(/<details open=""><summary>Host 1/);
    for (const [name, value] of Object.entries(sent)) {
      if (value !== "" && name !== "hosts") expect(html, name).toContain(value);
    }
    expect(await events()).toEqual([]);
  });

  test("need no statement of a host who works for the firm", async () => {
    const sent = { ...fields, ...guest, "host-1-ties": "", "host-1-firm": "yes" };
    expect((await post("/admin/events/new", await cookieOf("staff"), sent)).status).toBe(303);
    expect((await events())[0]?.ownHosts).toMatchObject([{ isGuest: false, ties: null }]);
  });

  test("have three described topics or none, because the public page has three cards", async () => {
    const { "topic-3-description": _, ...two } = cards;
    const response = await post("/admin/events/new", await cookieOf("staff"), { ...fields, ...two });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toMatch(/id="topics-error">[^<]*Describe exactly three, or none/);
    expect(html).toContain(">What a buyer keeps back.</textarea>");
  });

  test("name the current value after a conflict and keep what was typed", async () => {
    const id = await addEvent({
      revision: 1,
      ownHosts: JSON.stringify([
        { name: "Theirs", role: "Attorney", biography: "Reviews letters.", isGuest: false, ties: null },
      ]),
    });
    const cookie = await cookieOf("staff");
    const response = await post(`/admin/events/${id}/edit`, cookie, { ...fields, ...guest, revision: "0" });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("Current value: Theirs, Attorney, Reviews letters.");
    expect(html).toContain("Current value: Which decision has which last day · Your questions");
    expect(getValue(html, "host-1-name")).toBe("Dana Ruiz, CPA");
  });
});
