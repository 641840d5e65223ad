import { describe, expect, test } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";

const site = testApp({ now: new Date("2026-12-01T12:00:00Z") });
const { cookieOf, page, post } = asStaff(site);

async function addEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const event = site.db.insertInto("events").values(anEvent(overrides)).returning("id");
  return (await event.executeTakeFirstOrThrow()).id;
}

async function addPerson(eventId: string, name: string, placeNumber: number, state: "seat" | "waiting") {
  const row = aSignup({ name, email: `${name.toLowerCase()}@example.com`, eventId, placeNumber, state });
  const added = site.db.insertInto("linkedinLiveSignups").values(row).returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}

async function addFullEvent() {
  const id = await addEvent({ capacity: 1, seatsTaken: 1, lastPlaceNumber: 2 });
  return {
    id,
    ada: await addPerson(id, "Ada", 1, "seat"),
    ben: await addPerson(id, "Ben", 2, "waiting"),
  };
}

describe("freeing a seat", () => {
  test("names the person and who moves up, without JavaScript, and confirms the result", async () => {
    const { id, ada, ben } = await addFullEvent();
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}`, cookie)).toContain(`href="/admin/events/${id}/${ada}"`);
    const path = `/admin/events/${id}/${ada}`;
    const html = await page(path, cookie);
    expect(html).toContain("Release seat 1, reserved for Ada?");
    expect(html).toContain("Ben will move up from the waiting list.");
    expect(html).toContain(`name="next" value="${ben}"`);
    const response = await post(path, cookie, { next: ben });
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=freed&promoted=1`);
    expect(await page(`/admin/events/${id}?done=freed&promoted=1`, cookie)).toContain(
      "The seat was released. 1 person got a seat from the waiting list.",
    );
    expect(await page(path, cookie)).toContain("no longer has a seat");
  });

  test("is refused if the page named someone else, and names the right person", async () => {
    const { id, ada, ben } = await addFullEvent();
    const cookie = await cookieOf("staff");
    for (const next of ["", ada, "x"]) {
      const response = await post(`/admin/events/${id}/${ada}`, cookie, { next });
      expect(response.status).toBe(409);
      const html = await response.text();
      expect(html).toContain("The waiting list has changed, so nothing was canceled.");
      expect(html).toContain(`value="${ben}"`);
    }
  });

  test("is not offered to examiners or after the event", async () => {
    const { id } = await addFullEvent();
    expect(await page(`/admin/events/${id}`, await cookieOf("examiner"))).not.toContain("Release seat…");
    const past = await addEvent({ startsAt: new Date("2026-11-01T12:00:00Z") });
    const seat = await addPerson(past, "Old", 1, "seat");
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${past}`, cookie)).not.toContain("Release seat…");
    expect(await page(`/admin/events/${past}/${seat}`, cookie)).toContain("This event has ended");
  });
});

describe("moving a person on the waiting list", () => {
  async function addWaiting() {
    const { id, ada, ben } = await addFullEvent();
    return {
      id,
      ada,
      ben,
      cleo: await addPerson(id, "Cleo", 3, "waiting"),
      dan: await addPerson(id, "Dan", 4, "waiting"),
    };
  }

  test("names the people who are passed, without JavaScript, and the list has the new order", async () => {
    const { id, ben, cleo, dan } = await addWaiting();
    const cookie = await cookieOf("staff");
    const path = `/admin/events/${id}/${dan}/move`;
    expect(await page(`/admin/events/${id}`, cookie)).toContain(`href="${path}"`);
    const html = await page(path, cookie);
    expect(html).toContain("Move Dan?");
    expect(html).toContain("Position 3 of 3 on the waiting list.");
    expect(html).toContain("Up one position, ahead of Cleo");
    expect(html).toContain(
      "To the front, ahead of Ben and Cleo. The next available seat goes to this person.",
    );
    expect(html).not.toContain('value="seat"');
    expect(html).toContain(`name="ahead" value="${ben},${cleo}"`);
    const response = await post(path, cookie, { move: "front", ahead: `${ben},${cleo}` });
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=moved`);
    const list = await page(`/admin/events/${id}?done=moved`, cookie);
    expect(list).toContain("The waiting list has a new order.");
    expect(list).toMatch(/Ada.*Dan.*Ben.*Cleo/s);
    expect(await page(path, cookie)).toContain(
      "Dan is first on the waiting list and gets the next available seat.",
    );
    // The page that frees a seat names the person who is first now.
    const seat = await site.db
      .selectFrom("linkedinLiveSignups")
      .select("id")
      .where("name", "=", "Ada")
      .execute();
    expect(await page(`/admin/events/${id}/${seat[0]?.id}`, cookie)).toContain("Dan will move up");
  });

  test("is refused if the page named others, and names the right people", async () => {
    const { id, ben, cleo } = await addWaiting();
    const cookie = await cookieOf("staff");
    for (const ahead of ["", cleo, "x"]) {
      const response = await post(`/admin/events/${id}/${cleo}/move`, cookie, { move: "up", ahead });
      expect(response.status).toBe(409);
      const html = await response.text();
      expect(html).toContain("The waiting list has changed, so nothing was moved.");
      expect(html).toContain(`name="ahead" value="${ben}"`);
    }
    expect(
      (await post(`/admin/events/${id}/${cleo}/move`, cookie, { move: "away", ahead: ben })).status,
    ).toBe(400);
  });

  test("gives a seat that is free during the event", async () => {
    const id = await addEvent({
      capacity: 2,
      seatsTaken: 1,
      startsAt: new Date("2026-12-01T11:50:00Z"),
      lastPlaceNumber: 3,
    });
    await addPerson(id, "Ada", 1, "seat");
    const ben = await addPerson(id, "Ben", 2, "waiting");
    const cleo = await addPerson(id, "Cleo", 3, "waiting");
    const cookie = await cookieOf("staff");
    const html = await page(`/admin/events/${id}/${cleo}/move`, cookie);
    expect(html).toContain("An available seat now, before Ben");
    expect(html).not.toContain("To the front");
    const response = await post(`/admin/events/${id}/${cleo}/move`, cookie, { move: "seat", ahead: ben });
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=seated`);
    expect(await page(`/admin/events/${id}?done=seated`, cookie)).toContain(
      "The person has a seat. This server does not send email.",
    );
    expect(await page(`/admin/events/${id}/${ben}/move`, cookie)).toContain("No seat is available now.");
  });

  test("is not offered to examiners, for a seat or after the event", async () => {
    const { id, ada, ben } = await addWaiting();
    expect(await page(`/admin/events/${id}`, await cookieOf("examiner"))).not.toContain("Move…");
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}/${ada}/move`, cookie)).toContain("no longer on the waiting list");
    await site.db
      .updateTable("events")
      .set({ startsAt: new Date("2026-11-01T12:00:00Z") })
      .execute();
    expect(await page(`/admin/events/${id}/${ben}/move`, cookie)).toContain("This event has ended");
  });
});

describe("adding a guest", () => {
  const guest = { name: "Lee Petrie", email: "lee@example.com", phone: "" };

  test("takes a seat without JavaScript and says who must be told", async () => {
    const id = await addEvent();
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}`, cookie)).toContain(`href="/admin/events/${id}/guests"`);
    expect(await page(`/admin/events/${id}/guests`, cookie)).toContain("100 seats are available.");
    const response = await post(`/admin/events/${id}/guests`, cookie, guest);
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=guest`);
    const html = await page(`/admin/events/${id}?done=guest`, cookie);
    expect(html).toContain("The guest has a seat. This server does not send email.");
    expect(html).toContain("Lee Petrie");
  });

  test("joins the waiting list of a full event", async () => {
    const { id } = await addFullEvent();
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}/guests`, cookie)).toContain("The guest joins the waiting list.");
    const response = await post(`/admin/events/${id}/guests`, cookie, guest);
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=waits`);
  });

  test("reports a known address and invalid fields, and keeps the input", async () => {
    const { id } = await addFullEvent();
    const cookie = await cookieOf("staff");
    const known = await post(`/admin/events/${id}/guests`, cookie, { ...guest, email: "ada@example.com" });
    expect(known.status).toBe(409);
    expect(await known.text()).toMatch(
      /This address already has a seat at this event\..*value="Lee Petrie"/s,
    );
    const invalid = await post(`/admin/events/${id}/guests`, cookie, { ...guest, email: "lee" });
    expect(invalid.status).toBe(422);
    expect(await invalid.text()).toMatch(/value="lee".*Please enter a valid email address/s);
  });
});

describe("importing attendance", () => {
  const csv = "email,name\nada@example.com,\n,ben\nnew@example.com,\nADA@example.com,\nx\n,Cleo\n,Dora\n";

  async function addStarted() {
    const id = await addEvent({ startsAt: new Date("2026-12-01T11:50:00Z") });
    const ada = await addPerson(id, "Ada", 1, "seat");
    const ben = await addPerson(id, "Ben", 2, "seat");
    const cleo = await addPerson(id, "Cleo", 3, "seat");
    await addPerson(id, "Dora", 4, "waiting");
    await site.db.updateTable("linkedinLiveSignups").set({ attended: true }).where("id", "=", cleo).execute();
    return { id, ids: `${ada},${ben}`, path: `/admin/events/${id}/attendance`, ben };
  }
  const listAttended = async () => {
    const query = site.db.selectFrom("linkedinLiveSignups").select("name").where("attended", "=", true);
    return (await query.orderBy("name").execute()).map(({ name }) => name);
  };

  test("reports each row, changes nothing before the confirmation, and then marks the people", async () => {
    const { id, ids, path } = await addStarted();
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}`, cookie)).toContain(`href="${path}"`);
    const report = (await (await post(path, cookie, { csv })).text()).replaceAll("<!-- -->", "");
    expect(report).toMatch(
      /value="2">Ada: will be marked.*value="3">Ben: will be marked.*value="4">Unknown.*value="5">Ada: duplicate.*value="6">Malformed.*value="7">Cleo: already marked.*value="8">Dora: on the waiting list/s,
    );
    expect(report).toContain("Mark 2 people as attended");
    expect(report).toContain(`value="${ids}"`);
    expect(await listAttended()).toEqual(["Cleo"]);
    const response = await post(path, cookie, { ids });
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=noted&noted=2`);
    expect(await listAttended()).toEqual(["Ada", "Ben", "Cleo"]);
  });

  test("offers to mark the others as absent once the event has ended", async () => {
    const { ids, path } = await addStarted();
    const cookie = await cookieOf("staff");
    const checkbox = 'name="absent"';
    expect(await (await post(path, cookie, { csv: "email\nada@example.com" })).text()).not.toContain(
      checkbox,
    );
    const ended = { startsAt: new Date("2026-11-30T11:50:00Z") };
    await site.db.updateTable("events").set(ended).execute();
    const report = await (await post(path, cookie, { csv: "email\nada@example.com" })).text();
    expect(report).toContain("Also mark the 1 other person without recorded attendance as absent");
    const [ada = "", ben = ""] = ids.split(",");
    const absent = /name="absent" [^>]*value="([^"]+)"/.exec(report)?.[1] ?? "";
    expect((await post(path, cookie, { ids: ada, absent: "1" })).status).toBe(409);
    expect((await post(path, cookie, { ids: ada, absent })).status).toBe(303);
    const query = site.db.selectFrom("linkedinLiveSignups").select("attended").where("id", "=", ben);
    expect(await query.execute()).toEqual([{ attended: false }]);
  });

  test("records no one if a previewed row has changed in the meantime, and returns the file", async () => {
    const { ids, path, ben } = await addStarted();
    const cookie = await cookieOf("staff");
    const report = await (await post(path, cookie, { csv })).text();
    expect(report).toContain(`<input type="hidden" name="csv" value="${csv}"/>`);
    await site.db
      .updateTable("linkedinLiveSignups")
      .set({ state: "cancelled" })
      .where("id", "=", ben)
      .execute();
    const response = await post(path, cookie, { ids, csv });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("nothing was recorded");
    expect(html).toMatch(/<textarea[^>]*name="csv"[^>]*>email,name\nada@example\.com/);
    expect(await listAttended()).toEqual(["Cleo"]);
  });

  test("records once if it is confirmed several times simultaneously", async () => {
    const { ids, path } = await addStarted();
    const cookie = await cookieOf("staff");
    const responses = await Promise.all(Array.from({ length: 4 }, () => post(path, cookie, { ids })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409, 409, 409]);
    const audit = site.db
      .selectFrom("auditEvents")
      .select("details")
      .where("action", "=", "attendance-noted");
    expect(await audit.execute()).toEqual([{ details: { came: 2, away: 0, taken_back: 0 } }]);
  });

  test("accepts an uploaded file", async () => {
    const { path } = await addStarted();
    const body = new FormData();
    body.append("file", new File([csv], "attendance.csv", { type: "text/csv" }));
    body.append("csv", "");
    const headers = { cookie: await cookieOf("staff"), origin: "http://localhost:3000" };
    const response = await site.request(path, { method: "POST", headers, body });
    expect(await response.text()).toContain("Results by row");
  });

  test("explains an unreadable file and an event that has not started", async () => {
    const { path } = await addStarted();
    const cookie = await cookieOf("staff");
    const response = await post(path, cookie, { csv: "a,b\n1,2" });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("must name a column");
    const later = await addEvent();
    expect(await page(`/admin/events/${later}/attendance`, cookie)).toContain("has not started yet");
  });
});

describe("marking everyone else as absent", () => {
  async function addEnded() {
    const id = await addEvent({
      startsAt: new Date("2026-11-30T11:50:00Z"),
      seatsTaken: 2,
      lastPlaceNumber: 2,
    });
    await addPerson(id, "Ada", 1, "seat");
    await addPerson(id, "Ben", 2, "seat");
    return { id, path: `/admin/events/${id}/attendance/absent` };
  }

  const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "";

  test("names the number, without JavaScript, and confirms it", async () => {
    const { id, path } = await addEnded();
    const cookie = await cookieOf("staff");
    const event = await page(`/admin/events/${id}`, cookie);
    expect(event).toContain(`href="${path}"`);
    expect(event).toContain("Mark the remaining 2 as absent…");
    const html = await page(path, cookie);
    expect(html).toContain("Mark the 2 people without recorded attendance as absent?");
    expect(html).toContain("You can correct each person afterward");
    const response = await post(path, cookie, { version: versionOf(html) });
    expect(response.headers.get("location")).toBe(`/admin/events/${id}?done=noted&noted=2`);
    expect(await page(path, cookie)).toContain("Attendance is recorded for everyone with a seat.");
    expect(await page(`/admin/events/${id}`, cookie)).not.toContain(path);
  });

  test("is refused with the current number if a colleague recorded attendance in the meantime", async () => {
    const { path } = await addEnded();
    const cookie = await cookieOf("staff");
    const version = versionOf(await page(path, cookie));
    await site.db
      .updateTable("linkedinLiveSignups")
      .set({ attended: true })
      .where("name", "=", "Ada")
      .execute();
    const response = await post(path, cookie, { version });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("so no one was marked");
    expect(html).toContain("Mark the 1 person without recorded attendance as absent?");
  });

  test("is offered neither during the event nor to examiners", async () => {
    const { id, path } = await addEnded();
    expect(await page(`/admin/events/${id}`, await cookieOf("examiner"))).not.toContain(path);
    await site.db
      .updateTable("events")
      .set({ startsAt: new Date("2026-12-01T11:50:00Z") })
      .execute();
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}`, cookie)).not.toContain(path);
    expect(await page(path, cookie)).toContain("The event has not ended");
  });
});
