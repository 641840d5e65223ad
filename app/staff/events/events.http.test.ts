import { describe, expect, test } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { attendanceFields, shownMark } from "./attendance.ts";

const now = new Date("2026-12-01T12:00:00Z");
const site = testApp({ now });

const nobodysId = "00000000-0000-4000-8000-000000000000";
const begun = { startsAt: new Date("2026-12-01T11:50:00Z") };

async function addEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const event = site.db.insertInto("events").values(anEvent(overrides)).returning("id");
  return (await event.executeTakeFirstOrThrow()).id;
}

async function addHolder(eventId: string, placeNumber: number, more: Parameters<typeof aSignup>[0] = {}) {
  const name = `Person ${placeNumber}`;
  const row = { name, email: `p${placeNumber}@example.com`, eventId, placeNumber, state: "seat" as const };
  const added = site.db.insertInto("linkedinLiveSignups").values(aSignup({ ...row, ...more }));
  return (await added.returning("id").executeTakeFirstOrThrow()).id;
}

const { cookieOf, get, page } = asStaff(site);

/** Posts fields of which several may have one name. */
const post = (
  path: string,
  cookie: string,
  fields: readonly (readonly [string, string])[],
): Promise<Response> =>
  site.request(path, {
    method: "POST",
    headers: {
      cookie,
      origin: "http://localhost:3000",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  });

const stateOf = async (id: string) =>
  (await site.db.selectFrom("events").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

const addressesOf = (action: string) =>
  site.db.selectFrom("auditEvents").select("clientAddress").where("action", "=", action).execute();

describe("the list of events", () => {
  test("says what there is to do where no event was ever set, and to an examiner nothing of it", async () => {
    const html = await page("/admin/events", await cookieOf("staff"));
    expect(html).toContain("No event has ever been set.");
    expect(html).toContain('href="/admin/events/new"');
    expect(await page("/admin/events", await cookieOf("examiner"))).not.toContain("/admin/events/new");
  });

  test("shows all events, the latest first, by the clocks of their own zone, complete without scripting", async () => {
    const past = await addEvent({ title: "Past", startsAt: new Date("2026-11-01T18:00:00Z") });
    await addHolder(past, 1, { attended: true });
    await addEvent({ title: "Off", state: "cancelled", startsAt: new Date("2026-12-10T18:00:00Z") });
    await addEvent({ title: "Next", timeZone: "Asia/Tokyo", seatsTaken: 37, lastPlaceNumber: 37 });
    const html = await page("/admin/events", await cookieOf("examiner"));
    expect(html).toMatch(
      /Dec 18, 2026, 3:00 AM GMT\+9.*Next.*To come.*37 of 100.*Off.*Called off.*Nov 1, 2026.*Past.*Over.*>1</s,
    );
    expect(html).not.toMatch(/\sstyle="/);
    const over = await page("/admin/events?standing=over", await cookieOf("examiner"));
    expect(over).toContain(">Past<");
    expect(over).not.toContain(">Next<");
  });

  test("says what of an address it cannot read", async () => {
    const html = await page("/admin/events?standing=soon&after=x", await cookieOf("staff"));
    expect(html).toContain("“soon” is not a value of “State”");
    expect(html).toContain("no longer there, so this is the first page");
  });
});

describe("the page of an event", () => {
  test.each(["x", nobodysId, "%27"])("is a clear answer where there is none: %s", async (id) => {
    const cookie = await cookieOf("owner");
    for (const path of [`/admin/events/${id}`, `/admin/events/${id}/edit`, `/admin/events/${id}/cancel`]) {
      const response = await get(path, cookie);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("No such event");
      expect((await post(path, cookie, [])).status).toBe(404);
    }
  });

  test("shows seats before the waiting list, each in order, with what people ask, and is on record", async () => {
    const id = await addEvent();
    await addHolder(id, 2, { name: "Second", questions: "x".repeat(4000) });
    await addHolder(id, 3, { name: "Waits", state: "waiting" });
    await addHolder(id, 1, { name: "First" });
    const html = await page(`/admin/events/${id}`, await cookieOf("examiner"));
    expect(html).toMatch(/First.*Seat, no\. 1.*Does an earn-out.*Second.*x{140}…<.*Waits.*Waiting, no\. 3/s);
    expect(html).not.toContain('role="columnheader">Came');
    const views = await site.db.selectFrom("auditEvents").select("details").execute();
    expect(views).toMatchObject([{ details: { list: "event-places" } }]);
  });

  test("shows 100 people at once, however many there are, and leads to the others", async () => {
    const id = await addEvent({ capacity: 100_000, ...begun });
    const rows = Array.from({ length: 250 }, (_, at) =>
      aSignup({ email: `p${at}@example.com`, eventId: id, state: "seat", placeNumber: at + 1 }),
    );
    await site.db.insertInto("linkedinLiveSignups").values(rows).execute();
    const cookie = await cookieOf("staff");
    const first = await page(`/admin/events/${id}`, cookie);
    expect(first.match(/name="shown"/g)).toHaveLength(100);
    const next = /href="([^"]+after=[^"]+)"/.exec(first)?.[1] ?? "";
    const second = await page(next.replaceAll("&amp;", "&"), cookie);
    expect(second).toContain("p100@");
    expect(second.match(/name="shown"/g)).toHaveLength(100);
  });

  test("says where nobody holds a place whether anybody still can", async () => {
    const cookie = await cookieOf("staff");
    const past = { startsAt: new Date("2026-11-01T18:00:00Z") };
    for (const [event, text] of [
      [{}, "Whoever signs up appears here at once."],
      [begun, "Nobody holds a place, and the event has begun."],
      [past, "This event is over, and nobody held a place."],
      [{ state: "cancelled" }, "This event was called off, and nobody held a place."],
    ] as const) {
      const html = await page(`/admin/events/${await addEvent(event)}`, cookie);
      expect(html).toContain(text);
      expect(html.includes("Whoever signs up")).toBe(text.startsWith("Whoever"));
    }
  });

  test("offers what can be changed to those who may, while it can", async () => {
    const [next, past] = [await addEvent(), await addEvent({ startsAt: new Date("2026-11-01T18:00:00Z") })];
    expect(await page(`/admin/events/${next}`, await cookieOf("staff"))).toContain("/cancel");
    expect(await page(`/admin/events/${next}`, await cookieOf("examiner"))).not.toContain("/cancel");
    expect(await page(`/admin/events/${past}`, await cookieOf("staff"))).not.toContain("/cancel");
  });
});

describe("noting who came", () => {
  test("keeps the page of the list, says how many, and shows it from then on", async () => {
    const id = await addEvent(begun);
    const [ada, ben] = [await addHolder(id, 1), await addHolder(id, 2)];
    const cookie = await cookieOf("staff");
    const response = await post(`/admin/events/${id}?place=seat`, cookie, [
      [attendanceFields.shown, shownMark(ada, null)],
      [attendanceFields.shown, shownMark(ben, null)],
      [attendanceFields.came, ada],
      [attendanceFields.rest, "away"],
    ]);
    const location = response.headers.get("location") ?? "";
    expect([response.status, location]).toEqual([303, `/admin/events/${id}?place=seat&done=noted&noted=2`]);
    expect(await addressesOf("attendance-noted")).toEqual([{ clientAddress: "127.0.0.1" }]);
    const html = await page(location, cookie);
    expect(html).toContain("Saved for 2 people.");
    expect(html).toMatch(/1 came, 1 did not, 0 not noted/);
    expect(html).toMatch(new RegExp(`checked=""[^>]*value="${ada}"|value="${ada}"[^>]*checked=""`));
  });

  test("does not undo what somebody else has noted since the page was made", async () => {
    const id = await addEvent(begun);
    const [ada, ben] = [await addHolder(id, 1), await addHolder(id, 2)];
    const cookie = await cookieOf("staff");
    const both = [
      [attendanceFields.shown, shownMark(ada, null)],
      [attendanceFields.shown, shownMark(ben, null)],
    ] as const;
    await post(`/admin/events/${id}`, cookie, [...both, [attendanceFields.came, ada]]);
    await post(`/admin/events/${id}`, cookie, [...both, [attendanceFields.came, ben]]);
    const rows = site.db.selectFrom("linkedinLiveSignups").select("attended").execute();
    expect(await rows).toEqual([{ attended: true }, { attended: true }]);
  });

  test("is refused in words before it begins, and to an examiner altogether", async () => {
    const id = await addEvent();
    const response = await post(`/admin/events/${id}`, await cookieOf("staff"), []);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("The event has not begun yet.");
    expect((await post(`/admin/events/${id}`, await cookieOf("examiner"), [])).status).toBe(403);
    const shown = await page(`/admin/events/${await addEvent(begun)}`, await cookieOf("examiner"));
    expect(shown).not.toContain("Save who came");
  });

  test("with an empty or a garbled form changes nothing", async () => {
    const id = await addEvent(begun);
    await addHolder(id, 1);
    const cookie = await cookieOf("staff");
    for (const fields of [[], [["shown", "nonsense"]], [["came", nobodysId]]] as const) {
      const response = await post(`/admin/events/${id}`, cookie, fields);
      expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=noted&noted=0`);
    }
  });
});

describe("calling an event off", () => {
  test("says before it who has to be told, writes to them, and says that the letters stay here", async () => {
    const id = await addEvent({ seatsTaken: 1, lastPlaceNumber: 2 });
    await addHolder(id, 1);
    await addHolder(id, 2, { state: "waiting" });
    const cookie = await cookieOf("staff");
    const html = await page(`/admin/events/${id}/cancel`, cookie);
    expect(html).toContain(
      "2 people hold a place. This server does not send email. Please tell people yourself.",
    );
    const response = await post(`/admin/events/${id}/cancel`, cookie, [["revision", "0"]]);
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=cancelled&told=2`);
    expect(await stateOf(id)).toBe("cancelled");
    expect(await addressesOf("event-cancelled")).toEqual([{ clientAddress: "127.0.0.1" }]);
    const letters = await site.db.selectFrom("letters").select("kind").execute();
    expect(letters).toEqual([{ kind: "event-cancelled" }, { kind: "event-cancelled" }]);
    expect(await page(`/admin/events/${id}?done=cancelled&told=2`, cookie)).toContain(
      "The event was called off. 2 people held a place. This server does not send email. Please tell people yourself.",
    );
  });

  test("is not done by somebody who has not seen how the event is by now", async () => {
    const id = await addEvent({ revision: 4 });
    const cookie = await cookieOf("staff");
    for (const revision of ["3", "", "x"]) {
      const response = await post(`/admin/events/${id}/cancel`, cookie, [["revision", revision]]);
      expect(response.status).toBe(409);
      const html = await response.text();
      expect(html).toContain("Somebody else has changed this event since you opened this page");
      expect(html).toMatch(/name="revision" value="4"/);
    }
    expect(await stateOf(id)).toBe("scheduled");
  });

  test("twice is told as what it is", async () => {
    const id = await addEvent({ state: "cancelled", revision: 1 });
    const response = await post(`/admin/events/${id}/cancel`, await cookieOf("staff"), [["revision", "1"]]);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("This event has been called off already.");
  });

  test("asks for a fresh proof first, and brings back to the page", async () => {
    const id = await addEvent();
    const cookie = await cookieOf("owner", { provedMinutesAgo: 11 });
    const back = `/auth/prove?to=${encodeURIComponent(`/admin/events/${id}/cancel`)}`;
    for (const response of [
      await get(`/admin/events/${id}/cancel`, cookie),
      await post(`/admin/events/${id}/cancel`, cookie, [["revision", "0"]]),
    ]) {
      expect([response.status, response.headers.get("location")]).toEqual([302, back]);
    }
    expect(await stateOf(id)).toBe("scheduled");
  });

  test("is refused to an examiner", async () => {
    const id = await addEvent();
    const cookie = await cookieOf("examiner");
    expect((await post(`/admin/events/${id}/cancel`, cookie, [["revision", "0"]])).status).toBe(403);
    expect(await stateOf(id)).toBe("scheduled");
  });
});
