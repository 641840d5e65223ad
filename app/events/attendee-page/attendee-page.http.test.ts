import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { anEvent, aSignup } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import { attendeePath } from "./attendee-path.ts";

const site = testApp({ now: new Date("2026-12-01T12:00:00Z") });

const details = {
  intent: "save",
  name: "Thomas B. Avery",
  phone: "",
  questions: "One.\r\nTwo.",
  topics: "QSBS",
};

let eventId = "";
beforeEach(async () => {
  const event = anEvent({ capacity: 1, seatsTaken: 1, lastPlaceNumber: 3 });
  ({ id: eventId } = await site.db
    .insertInto("events")
    .values(event)
    .returning("id")
    .executeTakeFirstOrThrow());
});

describe("the attendee page", () => {
  it("displays the seat, the join link, the time in the event’s time zone and the answers", async () => {
    const { html, response } = await open(await addSignup("seat", 1));
    expect(response.status).toBe(200);
    expect(textIn(html, "h1")).toBe("Your seat is reserved");
    expect(html).toContain("Thursday, December 17, 2026, 12:00 PM CST");
    expect(html).toContain('href="https://live.example.com/before-the-letter-of-intent"');
    expect(html).toContain("person-1@example.com");
    expect(html).toContain("Does an earn-out close anything early?");
    expect(buttonsIn(html)).toEqual(["Save my details", "Release my seat"]);
  });

  it("displays a waiting-list position with the number of people ahead, and no join link", async () => {
    await addSignup("seat", 1);
    const next = await addSignup("waiting", 2);
    const last = await addSignup("waiting", 3);
    expect(textIn((await open(next)).html, "h1")).toBe("You’re next on the waiting list");
    const { html } = await open(last);
    expect(textIn(html, "h1")).toBe("1 person is ahead of you on the waiting list");
    expect(html).not.toContain("live.example.com");
  });

  it("is not cached, not indexed, and does not reveal its URL to linked pages", async () => {
    const { html, response } = await open(await addSignup("seat", 1));
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    expect(html).toContain('<meta name="referrer" content="origin"/>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain("<script");
  });

  it.each([
    ["is over", { startsAt: new Date("2026-11-01T12:00:00Z") }, "This event is over"],
    ["was canceled", { state: "cancelled" }, "This event was canceled"],
  ] as const)("has no buttons if the event %s", async (_what, change, heading) => {
    const key = await addSignup("seat", 1);
    await site.db.updateTable("events").set(change).execute();
    const { html } = await open(key);
    expect(textIn(html, "h1")).toBe(heading);
    expect(buttonsIn(html)).toEqual([]);
  });

  it("cancels a request for the next date", async () => {
    const key = await insert(aSignup());
    expect(textIn((await open(key)).html, "h1")).toBe("We’ll let you know about the next event");
    await site.postForm(attendeePath(key), { intent: "give-up" });
    const { html } = await open(key);
    expect(textIn(html, "h1")).toBe("Your request is canceled");
    expect(buttonsIn(html)).toEqual([]);
  });

  it.each(["unknown", randomUUID(), "%00", `${randomUUID()}x`])("is not found at %s", async (key) => {
    expect((await site.request(attendeePath(key))).status).toBe(404);
    expect((await site.postForm(attendeePath(key), { intent: "give-up" })).status).toBe(404);
  });

  it("keeps its key out of the log", async () => {
    const key = await addSignup("seat", 1);
    site.logged.length = 0;
    await open(key);
    await site.postForm(attendeePath(key), { intent: "give-up" });
    expect(site.logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(site.logged)).not.toContain(key.slice(0, 18));
  });
});

describe("canceling a seat", () => {
  it("requires the button; opening the page changes nothing", async () => {
    const key = await addSignup("seat", 1);
    for (const query of ["", "?intent=give-up", "?saved"]) {
      for (const method of ["GET", "HEAD"]) {
        expect((await site.request(attendeePath(key) + query, { method })).status).toBe(200);
      }
    }
    expect(await stateOf(key)).toBe("seat");
  });

  it("gives the seat to the first person on the waiting list and redirects to the page", async () => {
    const key = await addSignup("seat", 1);
    const next = await addSignup("waiting", 2);
    const response = await site.postForm(attendeePath(key), { intent: "give-up" });
    expect([response.status, response.headers.get("location")]).toEqual([303, attendeePath(key)]);
    expect(await stateOf(key)).toBe("cancelled");
    expect(await stateOf(next)).toBe("seat");
    const { html } = await open(key);
    expect(textIn(html, "h1")).toBe("Your registration is canceled");
    expect(buttonsIn(html)).toEqual([]);
    const emails = await site.db.selectFrom("letters").select("kind").orderBy("kind").execute();
    expect(emails).toEqual([{ kind: "event-promoted" }, { kind: "place-given-up" }]);
  });

  it("has no effect the second time", async () => {
    const key = await addSignup("seat", 1);
    await site.postForm(attendeePath(key), { intent: "give-up" });
    expect((await site.postForm(attendeePath(key), { intent: "give-up" })).status).toBe(303);
    expect(await site.db.selectFrom("letters").select("kind").execute()).toEqual([
      { kind: "place-given-up" },
    ]);
  });

  it("has no effect after the event", async () => {
    const key = await addSignup("seat", 1);
    await site.db
      .updateTable("events")
      .set({ startsAt: new Date("2026-11-01T12:00:00Z") })
      .execute();
    expect((await site.postForm(attendeePath(key), { intent: "give-up" })).status).toBe(303);
    expect(await stateOf(key)).toBe("seat");
  });

  it("is refused for a request from another site", async () => {
    const key = await addSignup("seat", 1);
    const origin = "https://elsewhere.example.com";
    const response = await site.postForm(attendeePath(key), { intent: "give-up" }, { origin });
    expect(response.status).toBe(403);
    expect(await stateOf(key)).toBe("seat");
  });

  it("is refused for a form with an unknown intent", async () => {
    const key = await addSignup("seat", 1);
    for (const intent of ["", "both"]) {
      expect((await site.postForm(attendeePath(key), { ...details, intent })).status).toBe(400);
    }
    expect(await rowOf(key)).toMatchObject({ state: "seat", name: "Thomas Avery" });
  });
});

describe("changing details", () => {
  it("stores them, redirects and confirms", async () => {
    const key = await addSignup("seat", 1);
    const response = await site.postForm(attendeePath(key), { ...details, email: "other@example.com" });
    expect([response.status, response.headers.get("location")]).toEqual([303, `${attendeePath(key)}?saved`]);
    expect(await rowOf(key)).toMatchObject({
      name: "Thomas B. Avery",
      phone: null,
      questions: "One.\nTwo.",
      topics: "QSBS",
      email: "person-1@example.com",
      state: "seat",
    });
    const { html } = await open(key, "?saved");
    expect(html).toContain("Your details are updated.");
  });

  it("returns everything that was typed, with the errors, if a field is invalid", async () => {
    const key = await addSignup("seat", 1);
    const response = await site.postForm(`${attendeePath(key)}?saved`, {
      ...details,
      name: "T",
      phone: "5".repeat(41),
      topics: '"><script>alert(1)</script>',
    });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain("Name must be at least 2 characters");
    expect(html).toContain("Please use at most 40 characters");
    expect(html).toContain("Please check the highlighted fields");
    expect(html).toContain('value="T"');
    expect(html).toContain("One.");
    expect(html).not.toContain("<script>alert(1)");
    expect(html).not.toContain("Your details are updated.");
    expect(await rowOf(key)).toMatchObject({ name: "Thomas Avery" });
  });

  it("has no effect after cancellation or after the event", async () => {
    const canceled = await addSignup("cancelled", 1);
    const response = await site.postForm(attendeePath(canceled), details);
    expect([response.status, response.headers.get("location")]).toEqual([303, attendeePath(canceled)]);
    const active = await addSignup("seat", 2);
    await site.db
      .updateTable("events")
      .set({ startsAt: new Date("2026-11-01T12:00:00Z") })
      .execute();
    expect((await site.postForm(attendeePath(active), details)).headers.get("location")).toBe(
      attendeePath(active),
    );
    for (const key of [canceled, active]) expect(await rowOf(key)).toMatchObject({ name: "Thomas Avery" });
  });
});

describe("the limit of changes", () => {
  it("refuses further changes of one sign-up within the hour, but neither its cancellation nor other sign-ups", async () => {
    const key = await addSignup("seat", 1);
    const other = await addSignup("waiting", 2);
    const { most } = attemptLimits.seatChangesByKey;
    for (let change = 0; change < most; change += 1) {
      expect((await site.postForm(attendeePath(key), { ...details, topics: `Topic ${change}` })).status).toBe(
        303,
      );
    }
    expect((await site.postForm(attendeePath(key), { ...details, topics: "Too many" })).status).toBe(429);
    expect(await rowOf(key)).toMatchObject({ topics: `Topic ${most - 1}` });
    expect((await site.postForm(attendeePath(other), details)).status).toBe(303);
    expect((await site.postForm(attendeePath(key), { intent: "give-up" })).status).toBe(303);
    expect(await stateOf(key)).toBe("cancelled");
  });
});

async function open(key: string, query = ""): Promise<{ response: Response; html: string }> {
  const response = await site.request(attendeePath(key) + query);
  return { response, html: await response.text() };
}

function addSignup(state: "seat" | "waiting" | "cancelled", placeNumber: number): Promise<string> {
  return insert(aSignup({ state, placeNumber, eventId, email: `person-${placeNumber}@example.com` }));
}

async function insert(signup: ReturnType<typeof aSignup>): Promise<string> {
  const { placeKey } = await site.db
    .insertInto("linkedinLiveSignups")
    .values(signup)
    .returning("placeKey")
    .executeTakeFirstOrThrow();
  return placeKey;
}

async function stateOf(key: string) {
  return (await rowOf(key)).state;
}

function rowOf(key: string) {
  return site.db
    .selectFrom("linkedinLiveSignups")
    .select(["state", "name", "email", "phone", "questions", "topics"])
    .where("placeKey", "=", key)
    .executeTakeFirstOrThrow();
}

function textIn(html: string, tag: string): string {
  const inner = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s").exec(html)?.[1] ?? "";
  return inner.replaceAll(/<[^>]+>/g, "").trim();
}

/** Only in the page itself, because the header also has a button. */
function buttonsIn(html: string): string[] {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
  return [...main.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, label = ""]) => label);
}
