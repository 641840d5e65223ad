import { describe, expect, test } from "vitest";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, page, post } = asStaff(site);
const [ada, ben] = [aPerson("ada"), aPerson("ben")];

const viewedPeople = async () => (await audited("person-viewed")).map(({ subject }) => subject);
const viewedLists = async () => (await audited("leads-viewed")).map(({ details }) => details);

/** What the log contains after the page of a person was opened, in another session. */
const subjectsOf = async (id: string): Promise<string[]> => {
  await page(`/admin/people/${id}`, await cookieOf("examiner"));
  return (await viewedPeople()).slice(-1);
};

describe("the audit log names the person", () => {
  test.each([
    ["who is found by address in the header", "/admin/people/find", { search: ada.email }],
    ["who is found by address in the list", "/admin/people", { email: ada.email }],
    ["of a record that was changed meanwhile", "/admin/people/ID.data", { revision: "x" }],
    ["of a consent form that is outdated", "/admin/people/ID.data", { change: "give", channel: "phone" }],
  ])("%s", async (_, path, fields) => {
    const id = await enter(site.db, ada);
    const subject = await subjectsOf(id);
    const cookie = await cookieOf("staff");
    await post(path.replace("ID", id), cookie, fields);
    expect(await viewedPeople()).toEqual([...subject, ...subject]);
    await page(`/admin/people/${id}`, cookie);
    expect(await viewedPeople()).toHaveLength(2);
  });

  test("and each other person who may be the same", async () => {
    const id = await enter(site.db, ada);
    const other = await enter(site.db, ben);
    await site.db.updateTable("preLoiAssessments").set({ phone: "512 555 0142" }).execute();
    await site.db.updateTable("linkedinLiveSignups").set({ phone: "512 555 0142" }).execute();
    const subjects = [...(await subjectsOf(id)), ...(await subjectsOf(other))];
    expect(await page(`/admin/people/${id}`, await cookieOf("staff"))).toContain(ben.email);
    expect(await viewedPeople()).toEqual([...subjects, ...subjects]);
  });

  test("whose address has only received email", async () => {
    await site.db.insertInto("letters").values({ kind: "test", recipient: ada.email }).execute();
    expect((await post("/admin/people", await cookieOf("staff"), { email: ada.email })).status).toBe(404);
    expect(await viewedPeople()).toHaveLength(1);
    await post("/admin/people", await cookieOf("staff"), { email: "nobody@example.org" });
    expect(await viewedPeople()).toHaveLength(1);
  });
});

test("a change of several people that names those who were changed meanwhile is recorded as a view of the list", async () => {
  await enter(site.db, ada);
  const { id = "", revision = 0 } = (await findPersonRecord(site.db, ada.email)) ?? {};
  await site.db
    .updateTable("people")
    .set({ revision: revision + 1 })
    .execute();
  const fields = { change: "people", person: `${id}.${revision}`, status: "client", confirmed: "yes" };
  const response = await post("/admin/people.data", await cookieOf("staff"), fields);
  expect(await response.text()).toContain(ada.name);
  expect(await viewedLists()).toMatchObject([{ list: "people" }]);
});

describe("on the pages of an event, the audit log contains", () => {
  const addEvent = async (startsAt: Date) => {
    const { id } = await site.db
      .insertInto("events")
      .values(anEvent({ startsAt, capacity: 1, seatsTaken: 1, lastPlaceNumber: 2 }))
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = [
      aSignup({ name: ada.name, email: ada.email, eventId: id, placeNumber: 1, state: "seat" }),
      aSignup({ name: ben.name, email: ben.email, eventId: id, placeNumber: 2, state: "waiting" }),
    ];
    const [seat, waiting] = await site.db
      .insertInto("linkedinLiveSignups")
      .values(rows)
      .returning("id")
      .execute();
    return { id, seatId: seat?.id ?? "", waitingId: waiting?.id ?? "" };
  };

  test("the person whose seat is about to be freed, and the list of those who move up", async () => {
    const { id, seatId } = await addEvent(new Date("2026-12-17T18:00:00Z"));
    expect(await page(`/admin/events/${id}/${seatId}`, await cookieOf("staff"))).toContain(ada.name);
    expect(await viewedPeople()).toHaveLength(1);
    expect(await viewedLists()).toMatchObject([{ list: "event-places" }]);
  });

  test.each(["", ".data"])("the person who is moved on the waiting list: %s", async (suffix) => {
    const { id, waitingId } = await addEvent(new Date("2026-12-17T18:00:00Z"));
    const html = await page(`/admin/events/${id}/${waitingId}/move${suffix}`, await cookieOf("staff"));
    expect(html).toContain(ben.name);
    expect(await viewedPeople()).toHaveLength(1);
    // No one is ahead.
    expect(await viewedLists()).toEqual([]);
  });

  test("the list of those who are ahead of a person who is moved", async () => {
    const { id } = await addEvent(new Date("2026-12-17T18:00:00Z"));
    const { id: lastId } = await site.db
      .insertInto("linkedinLiveSignups")
      .values(aSignup({ email: "cleo@example.org", eventId: id, placeNumber: 3, state: "waiting" }))
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await page(`/admin/events/${id}/${lastId}/move`, await cookieOf("staff"))).toContain(ben.name);
    expect(await viewedPeople()).toHaveLength(1);
    expect(await viewedLists()).toMatchObject([{ list: "event-places" }]);
  });

  test("the person whose address is known when a guest is added", async () => {
    const { id } = await addEvent(new Date("2026-12-17T18:00:00Z"));
    const guest = { name: "Guest", email: ben.email, phone: "" };
    expect((await post(`/admin/events/${id}/guests`, await cookieOf("staff"), guest)).status).toBe(409);
    expect(await viewedPeople()).toHaveLength(1);
  });

  test("the list of attendees, whose names a report of attendance contains", async () => {
    const { id } = await addEvent(new Date("2026-11-21T11:50:00Z"));
    const report = await post(`/admin/events/${id}/attendance.data`, await cookieOf("staff"), {
      csv: `email,name\n${ada.email},\n`,
    });
    expect(await report.text()).toContain(ada.name);
    expect(await viewedLists()).toMatchObject([{ list: "event-places" }]);
  });
});
