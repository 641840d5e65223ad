import { parse } from "csv-parse/sync";
import { beforeEach, expect, test } from "vitest";
import { eventPath } from "#app/staff/paths/event-paths.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const site = testApp({ now: new Date("2026-11-20T18:00:00Z") });
const { audited, cookieOf, page } = asStaff(site);
const { storeEvent, storeSignup } = storedLeads(site.db);

let event = "";
let other = "";
beforeEach(async () => {
  event = await storeEvent();
  other = await storeEvent();
  const asks = { questions: null, topics: null } as const;
  const seat = { ...asks, eventId: event, state: "seat" } as const;
  await storeSignup({ ...seat, name: "Ada", email: "ada@example.com", phone: "1", placeNumber: 1 });
  await storeSignup({
    ...seat,
    name: "Ben",
    email: "ben@example.com",
    phone: null,
    placeNumber: 2,
    questions: "Why?",
    topics: "QSBS",
  });
  await storeSignup({
    ...asks,
    name: "Cy",
    email: "cy@example.com",
    eventId: event,
    state: "waiting",
    placeNumber: 3,
  });
  await storeSignup({ ...seat, eventId: other, name: "Other", email: "other@example.com", placeNumber: 1 });
  const ofBen = site.db.updateTable("linkedinLiveSignups").where("name", "=", "Ben");
  await ofBen.set({ attended: true }).execute();
});

const ask = async (query: string, method = "GET") => {
  const headers = { cookie: await cookieOf("staff"), origin: testSiteUrl };
  return site.request(`/api/exports/event-places.csv${query}`, { method, headers });
};
const take = async (query: string): Promise<string[][]> => {
  const response = await ask(query);
  expect(response.status).toBe(200);
  return parse(await response.text(), { bom: true });
};

test("the page of an event exports its people with position and attendance, as its filters limit them", async () => {
  await site.db
    .updateTable("events")
    .set({ startsAt: new Date("2026-11-19T18:00:00Z") })
    .execute();
  const html = await page(`${eventPath(event)}?place=seat`, await cookieOf("staff"));
  const form = /<form[^>]*action="\/api\/exports\/event-places\.csv".*?<\/form>/s.exec(html)?.[0] ?? "";
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(fields)).toEqual({ event, place: "seat" });
  expect(html).toContain(`action="/api/exports/event-places.csv?place=seat&amp;event=${event}"`);
  const headings = ["Name", "Email", "Phone", "Position", "Questions and topics", "Attended"];
  const ada = ["Ada", "ada@example.com", "1", "Seat, no. 1", "", "Not recorded"];
  const ben = ["Ben", "ben@example.com", "Not provided", "Seat, no. 2", "Why? · QSBS", "Yes"];
  expect(await take(`?event=${event}&place=seat`)).toEqual([headings, ada, ben]);
  const all = await take(`?event=${event}`);
  expect(all.map(([name, , , position]) => [name, position])).toContainEqual(["Cy", "Waiting list, no. 1"]);
  expect(all.flat()).not.toContain("Other");
  const details = (await audited("leads-export-begun")).map((entry) => entry.details);
  expect(details).toEqual([
    { list: "event-places", event, place: "seat" },
    { list: "event-places", event },
  ]);
});

test("before the event, the file has no attendance; the raw variant has each column", async () => {
  await site.db
    .updateTable("events")
    .set({ startsAt: new Date("2026-12-17T18:00:00Z") })
    .execute();
  const [headings] = await take(`?event=${event}`);
  expect(headings).not.toContain("Attended");
  const raw = await ask(`?event=${event}`, "POST");
  expect(raw.headers.get("content-disposition")).toContain('"event-attendees-raw-2026-11-20.csv"');
  expect(await raw.text()).toMatch(
    /^"id","name","email","phone","state","place_number","position","questions","topics","attended"\r\n/,
  );
});

test("examiners see no export", async () => {
  const examiner = await cookieOf("examiner", { mayViewLeads: true });
  expect(await page(eventPath(event), examiner)).not.toContain("event-places.csv");
});

test.each([
  "",
  "?event=x",
  "?event=00000000-0000-4000-8000-000000000000",
  "?event=EVENT&event=EVENT",
  "?event=EVENT&came=x",
])("a URL that names no event, or an invalid filter, exports nothing: %s", async (query) => {
  expect((await ask(query.replaceAll("EVENT", event))).status).toBe(400);
  expect(await audited("leads-export-begun")).toEqual([]);
});
