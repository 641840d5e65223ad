import { describe, expect, test } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { attendanceFields, formatMark } from "./attendance.ts";

const now = new Date("2026-12-01T12:00:00Z");
const site = testApp({ now });

const unknownId = "00000000-0000-4000-8000-000000000000";
const started = { startsAt: new Date("2026-12-01T11:50:00Z") };

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
/** Posts a form in which names can repeat. */
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

const getState = async (id: string) =>
  (await site.db.selectFrom("events").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

const listClientAddresses = (action: string) =>
  site.db.selectFrom("auditEvents").select("clientAddress").where("action", "=", action).execute();

describe("the event list", () => {
  test("explains how to schedule the first event, except to examiners", async () => {
    const html = await page("/admin/events", await cookieOf("staff"));
    expect(html).toContain("No events yet.");
    expect(html).toContain('href="/admin/events/new"');
    expect(await page("/admin/events", await cookieOf("examiner"))).not.toContain("/admin/events/new");
  });

  test("lists all events in their time zones, latest first, without JavaScript", async () => {
    const past = await addEvent({ title: "Past", startsAt: new Date("2026-11-01T18:00:00Z") });
    await addHolder(past, 1, { attended: true });
    await addEvent({ title: "Off", state: "cancelled", startsAt: new Date("2026-12-10T18:00:00Z") });
    await addEvent({ title: "Next", timeZone: "Asia/Tokyo", seatsTaken: 37, lastPlaceNumber: 37 });
    const html = await page("/admin/events", await cookieOf("examiner"));
    expect(html).toMatch(
      /Dec 18, 2026, 3:00 AM GMT\+9.*Next.*Upcoming.*37 of 100.*Off.*Canceled.*Nov 1, 2026.*Past.*Ended.*>1</s,
    );
    expect(html).not.toMatch(/\sstyle="/);
    const over = await page("/admin/events?standing=over", await cookieOf("examiner"));
    expect(over).toContain(">Past<");
    expect(over).not.toContain(">Next<");
  });

  test("reports invalid URL parameters", async () => {
    const html = await page("/admin/events?standing=soon&after=x", await cookieOf("staff"));
    expect(html).toContain("“soon” is not a valid choice for “Status”");
    expect(html).toContain("no longer exists, so this is the first page");
  });
});

describe("the event page", () => {
  test.each(["x", unknownId, "%27"])("responds to an unknown event with 404: %s", async (id) => {
    const cookie = await cookieOf("owner");
    for (const path of [`/admin/events/${id}`, `/admin/events/${id}/edit`, `/admin/events/${id}/cancel`]) {
      const response = await get(path, cookie);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("Event not found");
      expect((await post(path, cookie, [])).status).toBe(404);
    }
  });

  test("lists seats before the waiting list, with questions, and the view is recorded", async () => {
    const id = await addEvent();
    await addHolder(id, 2, { name: "Second", questions: "x".repeat(4000) });
    await addHolder(id, 3, { name: "Waits", state: "waiting" });
    await addHolder(id, 1, { name: "First" });
    const html = await page(`/admin/events/${id}`, await cookieOf("examiner"));
    expect(html).toMatch(
      /First.*Seat, no\. 1.*Does an earn-out.*Second.*x{140}…<.*Waits.*Waiting list, no\. 1/s,
    );
    expect(html).not.toContain('<th scope="col">Attended');
    const views = await site.db.selectFrom("auditEvents").select("details").execute();
    expect(views).toMatchObject([{ details: { list: "event-places" } }]);
  });

  test("displays 25 people per page", async () => {
    const id = await addEvent({ capacity: 100_000, ...started });
    const rows = Array.from({ length: 60 }, (_, at) =>
      aSignup({ email: `p${at}@example.com`, eventId: id, state: "seat", placeNumber: at + 1 }),
    );
    await site.db.insertInto("linkedinLiveSignups").values(rows).execute();
    const cookie = await cookieOf("staff");
    const first = await page(`/admin/events/${id}`, cookie);
    expect(first.match(/name="shown"/g)).toHaveLength(25);
    const next = /href="([^"]+after=[^"]+)"/.exec(first)?.[1] ?? "";
    const second = await page(next.replaceAll("&amp;", "&"), cookie);
    expect(second).toContain("p25@");
    expect(second.match(/name="shown"/g)).toHaveLength(25);
  });

  test("has an empty state for each phase", async () => {
    const cookie = await cookieOf("staff");
    const past = { startsAt: new Date("2026-11-01T18:00:00Z") };
    for (const [event, text] of [
      [{}, "No one has signed up yet."],
      [started, "The event has started, and no one has signed up."],
      [past, "No one had signed up for this event."],
      [{ state: "cancelled" }, "This event was canceled. No one had signed up."],
    ] as const) {
      const html = await page(`/admin/events/${await addEvent(event)}`, cookie);
      expect(html).toContain(text);
      expect(html.includes("signed up yet")).toBe(text.endsWith("yet."));
    }
  });

  test("offers changes only to permitted roles and before the end", async () => {
    const [next, past] = [await addEvent(), await addEvent({ startsAt: new Date("2026-11-01T18:00:00Z") })];
    expect(await page(`/admin/events/${next}`, await cookieOf("staff"))).toContain("/cancel");
    expect(await page(`/admin/events/${next}`, await cookieOf("staff"))).toContain(
      `href="/linkedin-live-signup/event/${next}"`,
    );
    expect(await page(`/admin/events/${next}`, await cookieOf("examiner"))).not.toContain("/cancel");
    expect(await page(`/admin/events/${past}`, await cookieOf("staff"))).not.toContain("/cancel");
  });
});

describe("recording attendance", () => {
  test("returns to the same page of the list with a confirmation", async () => {
    const id = await addEvent(started);
    const [ada, ben] = [await addHolder(id, 1), await addHolder(id, 2)];
    const cookie = await cookieOf("staff");
    const response = await post(`/admin/events/${id}?place=seat`, cookie, [
      [attendanceFields.shown, formatMark(ada, null)],
      [attendanceFields.shown, formatMark(ben, null)],
      [attendanceFields.came, ada],
      [attendanceFields.rest, "away"],
    ]);
    const location = response.headers.get("location") ?? "";
    expect([response.status, location]).toEqual([303, `/admin/events/${id}?place=seat&done=noted&noted=2`]);
    expect(await listClientAddresses("attendance-noted")).toEqual([{ clientAddress: "127.0.0.1" }]);
    const html = await page(location, cookie);
    expect(html).toContain("Attendance saved for 2 people.");
    expect(html).toMatch(/1 attended, 1 absent, 0 not recorded/);
    expect(html).toMatch(new RegExp(`checked=""[^>]*value="${ada}"|value="${ada}"[^>]*checked=""`));
  });

  test("does not overwrite what a colleague recorded in the meantime", async () => {
    const id = await addEvent(started);
    const [ada, ben] = [await addHolder(id, 1), await addHolder(id, 2)];
    const cookie = await cookieOf("staff");
    const both = [
      [attendanceFields.shown, formatMark(ada, null)],
      [attendanceFields.shown, formatMark(ben, null)],
    ] as const;
    await post(`/admin/events/${id}`, cookie, [...both, [attendanceFields.came, ada]]);
    await post(`/admin/events/${id}`, cookie, [...both, [attendanceFields.came, ben]]);
    const rows = site.db.selectFrom("linkedinLiveSignups").select("attended").execute();
    expect(await rows).toEqual([{ attended: true }, { attended: true }]);
  });

  test("is refused before the start, and forbidden to examiners", async () => {
    const id = await addEvent();
    const response = await post(`/admin/events/${id}`, await cookieOf("staff"), []);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("The event has not started yet.");
    expect((await post(`/admin/events/${id}`, await cookieOf("examiner"), [])).status).toBe(403);
    const shown = await page(`/admin/events/${await addEvent(started)}`, await cookieOf("examiner"));
    expect(shown).not.toContain("Save attendance");
  });

  test("with an empty or invalid form changes nothing", async () => {
    const id = await addEvent(started);
    await addHolder(id, 1);
    const cookie = await cookieOf("staff");
    for (const fields of [[], [["shown", "nonsense"]], [["came", unknownId]]] as const) {
      const response = await post(`/admin/events/${id}`, cookie, fields);
      expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=noted&noted=0`);
    }
  });
});

describe("marking one person by search", () => {
  test("offers one button per person found, and marks and clears without touching others", async () => {
    const id = await addEvent(started);
    const ada = await addHolder(id, 1, { name: "Ada" });
    await addHolder(id, 2, { name: "Ben", attended: true });
    const cookie = await cookieOf("staff");
    const html = await page(`/admin/events/${id}?search=ada`, cookie);
    expect(html).toContain(`value="${formatMark(ada, true)}" name="one"`);
    expect(html).not.toMatch(/Ben|name="shown"|Save attendance/);
    const listOutcome = async () =>
      site.db.selectFrom("linkedinLiveSignups").select(["name", "attended"]).orderBy("placeNumber").execute();
    const response = await post(`/admin/events/${id}?search=ada`, cookie, [
      ["one", formatMark(ada, true)],
      ["changed", ""],
    ]);
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=noted&noted=1`);
    expect(await listOutcome()).toEqual([
      { name: "Ada", attended: true },
      { name: "Ben", attended: true },
    ]);
    expect(await page(`/admin/events/${id}?search=ada`, cookie)).toContain("Clear attendance");
    await post(`/admin/events/${id}?search=ada`, cookie, [["one", formatMark(ada, null)]]);
    expect(await listOutcome()).toMatchObject([{ attended: null }, { attended: true }]);
  });

  test("is not offered before the start, to examiners or for the waiting list", async () => {
    const id = await addEvent(started);
    await addHolder(id, 1, { name: "Ada" });
    await addHolder(id, 2, { name: "Adam", state: "waiting" });
    const html = await page(`/admin/events/${id}?search=ada`, await cookieOf("staff"));
    expect(html.match(/name="one"/g)).toHaveLength(1);
    expect(await page(`/admin/events/${id}?search=ada`, await cookieOf("examiner"))).not.toContain(
      'name="one"',
    );
    const later = await addEvent();
    await addHolder(later, 1, { name: "Ada" });
    expect(await page(`/admin/events/${later}?search=ada`, await cookieOf("staff"))).not.toContain(
      'name="one"',
    );
  });
});

describe("marking the person whom a text names", () => {
  test("confirms the name, which is not in the URL, and keeps the focus in the field", async () => {
    const id = await addEvent(started);
    const ada = await addHolder(id, 1, { name: "Ada Byron" });
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}`, cookie)).toContain(
      "Name, email, phone or seat number, then Enter",
    );
    const response = await post(`/admin/events/${id}`, cookie, [["mark", "byron"]]);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `/admin/events/${id}?marked=${ada}`,
    ]);
    const html = await page(`/admin/events/${id}?marked=${ada}`, cookie);
    expect(html).toContain("Ada Byron is marked as attended.");
    expect(html).toMatch(/<input[^>]*name="mark"[^>]*autofocus|<input[^>]*autofocus[^>]*name="mark"/i);
    expect(html).toContain("1 attended, 0 absent, 0 not recorded");
  });

  test("is a recorded view of the attendees if it names several people", async () => {
    const id = await addEvent(started);
    await addHolder(id, 1, { name: "Ada Byron" });
    await addHolder(id, 2, { name: "Ben Byron" });
    const cookie = await cookieOf("staff");
    // Without the loader, whose view is recorded too.
    const several = await post(`/admin/events/${id}.data`, cookie, [["mark", "byron"]]);
    expect(await several.text()).toContain("Ben Byron");
    const views = site.db.selectFrom("auditEvents").select("details").where("action", "=", "leads-viewed");
    expect(await views.execute()).toMatchObject([{ details: { list: "event-places" } }]);
  });

  test("explains that no one or several people match, and keeps the text", async () => {
    const id = await addEvent(started);
    const [ada, ben] = [
      await addHolder(id, 1, { name: "Ada Byron" }),
      await addHolder(id, 2, { name: "Ben Byron", attended: true }),
    ];
    const cookie = await cookieOf("staff");
    const none = await post(`/admin/events/${id}`, cookie, [["mark", "zoe"]]);
    expect(none.status).toBe(422);
    const noneHtml = await none.text();
    expect(noneHtml).toMatch(/id="mark-error">No one with a seat matches/);
    expect(noneHtml).toContain('value="zoe"');
    const several = await post(`/admin/events/${id}`, cookie, [["mark", "byron"]]);
    expect(several.status).toBe(422);
    const html = await several.text();
    expect(html).toMatch(/id="mark-error">Several people match/);
    expect(html).toContain(`value="${formatMark(ada, true)}"`);
    const chosen = await post(`/admin/events/${id}`, cookie, [["one", formatMark(ada, true)]]);
    expect(chosen.headers.get("location")).toBe(`/admin/events/${id}?marked=${ada}`);
    // One of them is marked already.
    expect(html).toMatch(
      new RegExp(
        `disabled=""[^>]*value="${formatMark(ben, true)}"|value="${formatMark(ben, true)}"[^>]*disabled=""`,
      ),
    );
  });

  test("is not offered before the start or to examiners", async () => {
    const later = await addEvent();
    expect(await page(`/admin/events/${later}`, await cookieOf("staff"))).not.toContain('name="mark"');
    const id = await addEvent(started);
    expect(await page(`/admin/events/${id}`, await cookieOf("examiner"))).not.toContain('name="mark"');
    expect((await post(`/admin/events/${id}`, await cookieOf("examiner"), [["mark", "ada"]])).status).toBe(
      403,
    );
    const early = await post(`/admin/events/${later}`, await cookieOf("staff"), [["mark", "ada"]]);
    expect(early.status).toBe(422);
  });
});

describe("canceling an event", () => {
  test("announces who will be notified, queues their emails, and says that no email is sent", async () => {
    const id = await addEvent({ seatsTaken: 1, lastPlaceNumber: 2 });
    await addHolder(id, 1);
    await addHolder(id, 2, { state: "waiting" });
    const cookie = await cookieOf("staff");
    const html = await page(`/admin/events/${id}/cancel`, cookie);
    expect(html).toContain(
      "2 people have signed up. This server does not send email. Please notify them directly.",
    );
    const response = await post(`/admin/events/${id}/cancel`, cookie, [["revision", "0"]]);
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=cancelled&told=2`);
    expect(await getState(id)).toBe("cancelled");
    expect(await listClientAddresses("event-cancelled")).toEqual([{ clientAddress: "127.0.0.1" }]);
    const emails = await site.db.selectFrom("letters").select("kind").execute();
    expect(emails).toEqual([{ kind: "event-cancelled" }, { kind: "event-cancelled" }]);
    expect(await page(`/admin/events/${id}?done=cancelled&told=2`, cookie)).toContain(
      "The event was canceled. 2 people had signed up. This server does not send email. Please notify them directly.",
    );
  });

  test("stores the message that staff add to the email, and the event displays it", async () => {
    const id = await addEvent();
    const cookie = await cookieOf("staff");
    const cancel = (paragraph: string) =>
      post(`/admin/events/${id}/cancel`, cookie, [
        ["revision", "0"],
        ["paragraph", paragraph],
      ]);
    const tooLong = await cancel("x".repeat(1001));
    expect(tooLong.status).toBe(422);
    expect(await tooLong.text()).toMatch(/x{1000}.*Please use at most 1,000 characters/s);
    expect(await getState(id)).toBe("scheduled");
    expect((await cancel("The host is ill.\r\nJanuary 21.")).status).toBe(303);
    const stored = site.db.selectFrom("events").select(["cancellationNote", "canceledAt"]);
    expect(await stored.where("id", "=", id).execute()).toEqual([
      { cancellationNote: "The host is ill.\nJanuary 21.", canceledAt: now },
    ]);
    expect(await page(`/admin/events/${id}`, cookie)).toMatch(/Message in the email.*January 21\./s);
  });

  test("is refused if the event has changed since the page was opened", async () => {
    const id = await addEvent({ revision: 4 });
    const cookie = await cookieOf("staff");
    for (const revision of ["3", "", "x"]) {
      const response = await post(`/admin/events/${id}/cancel`, cookie, [
        ["revision", revision],
        ["paragraph", "The host is ill."],
      ]);
      expect(response.status).toBe(409);
      const html = await response.text();
      expect(html).toContain("The host is ill.</textarea>");
      expect(html).toContain("A colleague changed this event after you opened this page");
      expect(html).toMatch(/name="revision" value="4"/);
    }
    expect(await getState(id)).toBe("scheduled");
  });

  test("is refused for a canceled event", async () => {
    const id = await addEvent({ state: "cancelled", revision: 1 });
    const response = await post(`/admin/events/${id}/cancel`, await cookieOf("staff"), [["revision", "1"]]);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("This event has already been canceled.");
  });

  test("requires recent authentication, and keeps what was typed", async () => {
    const id = await addEvent();
    const cookie = await cookieOf("owner", { provedMinutesAgo: 11 });
    const back = `/auth/prove?to=${encodeURIComponent(`/admin/events/${id}/cancel`)}`;
    const response = await get(`/admin/events/${id}/cancel`, cookie);
    expect([response.status, response.headers.get("location")]).toEqual([302, back]);
    const posted = await post(`/admin/events/${id}/cancel`, cookie, [
      ["revision", "0"],
      ["paragraph", "The host is ill."],
    ]);
    expect(posted.status).toBe(401);
    expect(await posted.text()).toMatch(
      /name="revision" value="0".*name="paragraph" value="The host is ill\."/s,
    );
    expect(await getState(id)).toBe("scheduled");
  });

  test("is forbidden to examiners", async () => {
    const id = await addEvent();
    const cookie = await cookieOf("examiner");
    expect((await post(`/admin/events/${id}/cancel`, cookie, [["revision", "0"]])).status).toBe(403);
    expect(await getState(id)).toBe("scheduled");
  });
});
