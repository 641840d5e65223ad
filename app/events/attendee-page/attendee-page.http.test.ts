import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { anEvent, aSignup } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
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

describe("the page of a place", () => {
  it("shows a seat with the link to join, the moment in the event’s zone, and what was said", async () => {
    const { html, response } = await open(await takePlace("seat", 1));
    expect(response.status).toBe(200);
    expect(textIn(html, "h1")).toBe("1 seat is yours");
    expect(html).toContain("Thursday, December 17, 2026, 12:00 PM CST");
    expect(html).toContain('href="https://live.example.com/before-the-letter-of-intent"');
    expect(html).toContain("person-1@example.com");
    expect(html).toContain("Does an earn-out close anything early?");
    expect(buttonsIn(html)).toEqual(["Save my details", "Give up my place"]);
  });

  it("shows a place on the waiting list with the number of those before, and no link to join", async () => {
    await takePlace("seat", 1);
    const next = await takePlace("waiting", 2);
    const last = await takePlace("waiting", 3);
    expect(textIn((await open(next)).html, "h1")).toBe("You are next on the waiting list");
    const { html } = await open(last);
    expect(textIn(html, "h1")).toBe("1 person is ahead of you on the waiting list");
    expect(html).not.toContain("live.example.com");
  });

  it("is kept by nobody, is in no search engine, and tells no page that it leads to where it is", async () => {
    const { html, response } = await open(await takePlace("seat", 1));
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    expect(html).toContain('<meta name="referrer" content="origin"/>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain("<script");
  });

  it.each([
    ["that is over", { startsAt: new Date("2026-11-01T12:00:00Z") }, "This event is over"],
    ["that was called off", { state: "cancelled" }, "This event was canceled"],
  ] as const)("of an event %s says so, and has no button", async (_what, change, heading) => {
    const key = await takePlace("seat", 1);
    await site.db.updateTable("events").set(change).execute();
    const { html } = await open(key);
    expect(textIn(html, "h1")).toBe(heading);
    expect(buttonsIn(html)).toEqual([]);
  });

  it("of somebody who wants to be told the next date can be taken back", async () => {
    const key = await insert(aSignup());
    expect(textIn((await open(key)).html, "h1")).toBe("We will tell you the next date");
    await site.postForm(attendeePath(key), { intent: "give-up" });
    const { html } = await open(key);
    expect(textIn(html, "h1")).toBe("We will not write about the next date");
    expect(buttonsIn(html)).toEqual([]);
  });

  it.each(["unknown", randomUUID(), "%00", `${randomUUID()}x`])("is not found at %s", async (key) => {
    expect((await site.request(attendeePath(key))).status).toBe(404);
    expect((await site.postForm(attendeePath(key), { intent: "give-up" })).status).toBe(404);
  });

  it("does not stand in the log", async () => {
    const key = await takePlace("seat", 1);
    site.logged.length = 0;
    await open(key);
    await site.postForm(attendeePath(key), { intent: "give-up" });
    expect(site.logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(site.logged)).not.toContain(key.slice(0, 18));
  });
});

describe("giving up a place", () => {
  it("takes the button: looking changes nothing, however it is asked", async () => {
    const key = await takePlace("seat", 1);
    for (const query of ["", "?intent=give-up", "?saved"]) {
      for (const method of ["GET", "HEAD"]) {
        expect((await site.request(attendeePath(key) + query, { method })).status).toBe(200);
      }
    }
    expect(await stateOf(key)).toBe("seat");
  });

  it("frees the seat for whoever has waited longest, and leads back to the page", async () => {
    const key = await takePlace("seat", 1);
    const next = await takePlace("waiting", 2);
    const response = await site.postForm(attendeePath(key), { intent: "give-up" });
    expect([response.status, response.headers.get("location")]).toEqual([303, attendeePath(key)]);
    expect(await stateOf(key)).toBe("cancelled");
    expect(await stateOf(next)).toBe("seat");
    const { html } = await open(key);
    expect(textIn(html, "h1")).toBe("You gave up your place");
    expect(buttonsIn(html)).toEqual([]);
    const letters = await site.db.selectFrom("letters").select("kind").orderBy("kind").execute();
    expect(letters).toEqual([{ kind: "event-promoted" }, { kind: "place-given-up" }]);
  });

  it("twice changes nothing more", async () => {
    const key = await takePlace("seat", 1);
    await site.postForm(attendeePath(key), { intent: "give-up" });
    expect((await site.postForm(attendeePath(key), { intent: "give-up" })).status).toBe(303);
    expect(await site.db.selectFrom("letters").select("kind").execute()).toEqual([
      { kind: "place-given-up" },
    ]);
  });

  it("after the event only says that it is over", async () => {
    const key = await takePlace("seat", 1);
    await site.db
      .updateTable("events")
      .set({ startsAt: new Date("2026-11-01T12:00:00Z") })
      .execute();
    expect((await site.postForm(attendeePath(key), { intent: "give-up" })).status).toBe(303);
    expect(await stateOf(key)).toBe("seat");
  });

  it("is refused where another site’s page asks for it", async () => {
    const key = await takePlace("seat", 1);
    const origin = "https://elsewhere.example.com";
    const response = await site.postForm(attendeePath(key), { intent: "give-up" }, { origin });
    expect(response.status).toBe(403);
    expect(await stateOf(key)).toBe("seat");
  });

  it("is not what a form without its button means", async () => {
    const key = await takePlace("seat", 1);
    for (const intent of ["", "both"]) {
      expect((await site.postForm(attendeePath(key), { ...details, intent })).status).toBe(400);
    }
    expect(await rowOf(key)).toMatchObject({ state: "seat", name: "Thomas Avery" });
  });
});

describe("changing details", () => {
  it("keeps them, leads back, and says so", async () => {
    const key = await takePlace("seat", 1);
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
    expect(html).toContain("Your details are kept as they stand below.");
  });

  it("keeps everything that was typed when something can’t be used, and says what", async () => {
    const key = await takePlace("seat", 1);
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
    expect(html).toContain("Please look at the marked fields");
    expect(html).toContain('value="T"');
    expect(html).toContain("One.");
    expect(html).not.toContain("<script>alert(1)");
    expect(html).not.toContain("Your details are kept");
    expect(await rowOf(key)).toMatchObject({ name: "Thomas Avery" });
  });

  it("does nothing any more where the place was given up, or the event is over", async () => {
    const given = await takePlace("cancelled", 1);
    const response = await site.postForm(attendeePath(given), details);
    expect([response.status, response.headers.get("location")]).toEqual([303, attendeePath(given)]);
    const held = await takePlace("seat", 2);
    await site.db
      .updateTable("events")
      .set({ startsAt: new Date("2026-11-01T12:00:00Z") })
      .execute();
    expect((await site.postForm(attendeePath(held), details)).headers.get("location")).toBe(
      attendeePath(held),
    );
    for (const key of [given, held]) expect(await rowOf(key)).toMatchObject({ name: "Thomas Avery" });
  });
});

async function open(key: string, query = ""): Promise<{ response: Response; html: string }> {
  const response = await site.request(attendeePath(key) + query);
  return { response, html: await response.text() };
}

function takePlace(state: "seat" | "waiting" | "cancelled", placeNumber: number): Promise<string> {
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

/** In the page itself: the header has a button of its own. */
function buttonsIn(html: string): string[] {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
  return [...main.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, label = ""]) => label);
}
