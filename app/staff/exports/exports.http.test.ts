import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { difficultTexts } from "#tests/kit/difficult-texts.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const site = testApp({ now: new Date("2026-11-20T18:00:00Z") });
const { storeAssessment, storeEvent, storeSignup, storeTracking, storeVisit } = storedLeads(site.db);

let cookie = "";
beforeEach(async () => ({ cookie } = await signedIn(site.db, { role: "staff" })));

const created = "2026-11-20T12:34:56.789Z";

describe("sign-ups", () => {
  test("have the specified columns and file name", async () => {
    await storeSignup({
      name: "Ada",
      email: "ada@example.com",
      phone: null,
      questions: null,
      topics: null,
      at: created,
    });
    const { response, headings, records } = await take("signups.csv");
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="linkedin-live-signups-2026-11-20.csv"',
    );
    expect(headings).toEqual(["Name", "Email", "Phone", "Questions", "Topics", "Date"]);
    expect(records).toEqual([
      ["Ada", "ada@example.com", "Not provided", "None provided", "None provided", "2026-11-20 06:34:56"],
    ]);
  });

  test("contain exactly what was typed, without formulas that a spreadsheet would run", async () => {
    for (const text of difficultTexts) await storeSignup({ name: "Ada", questions: text });
    const { records } = await take("signups.csv");
    const found = records.map(([, , , questions]) => questions ?? "").toSorted(byCode);
    const guarded = (text: string): string => (/^\s*[=+\-@]/.test(text) ? `'${text}` : text);
    expect(found).toEqual(difficultTexts.map(guarded).toSorted(byCode));
    expect(found.filter((text) => /^\s*[=+\-@]/.test(text))).toEqual([]);
    const raw = await take("POST signups.csv");
    expect(raw.records.map((record) => record[4] ?? "").toSorted(byCode)).toEqual(
      difficultTexts.toSorted(byCode),
    );
  });

  test("have plain column names, UTC times, no formula guard and no byte order mark in the raw variant", async () => {
    const event = await storeEvent();
    const id = await storeSignup({
      name: "=1+1",
      email: "ada@example.com",
      phone: null,
      questions: null,
      topics: null,
      eventId: event,
      state: "seat",
      placeNumber: 1,
      at: created,
    });
    const { response, text } = await take("POST signups.csv");
    expect(response.headers.get("content-disposition")).toContain(
      '"linkedin-live-signups-raw-2026-11-20.csv"',
    );
    expect(text).toBe(
      `"id","name","email","phone","questions","topics","created_at","event_id","state"\r\n"${id}","=1+1","ada@example.com",,,,"${created}","${event}","seat"\r\n`,
    );
  });
});

describe("visitors", () => {
  test("have the specified columns and file name", async () => {
    await storeVisit({ email: "visit-1@visitors.invalid", source: null, at: created });
    await storeVisit({
      email: "visit-2@visitors.invalid",
      source: "https://www.linkedin.com",
      ipAddress: "203.0.113.9",
      userAgent: "Mozilla/5.0",
      at: "2026-11-20T12:00:00Z",
    });
    const { response, headings, records } = await take("visitors.csv");
    expect(response.headers.get("content-disposition")).toContain('"visitors-2026-11-20.csv"');
    expect(headings).toEqual([
      "First Name",
      "Last Name",
      "Email",
      "Source",
      "IP Address",
      "User Agent",
      "Date",
    ]);
    expect(records).toEqual([
      ["Anonymous", "Visitor", "visit-1@visitors.invalid", "Direct", "Unknown", "", "2026-11-20 06:34:56"],
      [
        "Anonymous",
        "Visitor",
        "visit-2@visitors.invalid",
        "https://www.linkedin.com",
        "203.0.113.9",
        "Mozilla/5.0",
        "2026-11-20 06:00:00",
      ],
    ]);
  });

  test("have empty unknown values and the traffic class in the raw variant", async () => {
    const leadId = randomUUID();
    const id = await storeVisit({ email: "a@example.com", trafficClass: "unsure", leadId, at: created });
    const { headings, records } = await take("POST visitors.csv");
    expect(Object.fromEntries(headings.map((heading, at) => [heading, records[0]?.[at]]))).toEqual({
      id,
      first_name: "Anonymous",
      last_name: "Visitor",
      email: "a@example.com",
      source: "",
      ip_address: "",
      user_agent: "",
      created_at: created,
      lead_id: leadId,
      traffic_class: "unsure",
    });
  });
});

describe("tracking events", () => {
  test("have the specified columns and file name, with each complete event as JSON", async () => {
    const visit = await storeVisit({ email: "visit-1@visitors.invalid" });
    const id = await storeTracking({
      visit,
      eventType: "scroll_depth",
      percentage: 75,
      timeOnPage: 900,
      at: created,
    });
    const { response, headings, records } = await take("tracking.csv");
    expect(response.headers.get("content-disposition")).toContain('"tracking-data-2026-11-20.csv"');
    expect(headings).toEqual(["Event Type", "URL", "Timestamp", "Additional Data"]);
    expect(records[0]?.slice(0, 3)).toEqual(["scroll_depth", "/", "11/20/2026, 6:34:56 AM"]);
    expect(JSON.parse(records[0]?.[3] ?? "")).toEqual({
      id,
      visit,
      event_type: "scroll_depth",
      url: "/",
      timestamp: created,
      percentage: 75,
      timeOnPage: 900,
    });
  });

  test("have a column for each value in the raw variant", async () => {
    const visit = await storeVisit({ email: "visit-1@visitors.invalid" });
    const id = await storeTracking({ visit, eventType: "user_idle", idleTime: 30_000, at: created });
    const { text } = await take("POST tracking.csv");
    expect(text).toBe(
      `"id","visit_id","event_type","url","timestamp","percentage","idle_time","time_on_page","target"\r\n"${id}","${visit}","user_idle","/","${created}",,30000,,\r\n`,
    );
  });
});

describe("a filtered export", () => {
  test("contains the rows of its list, in the same order", async () => {
    await storeAssessment({ name: "José Low", score: 8 });
    await storeAssessment({ name: "Jose High", score: 18 });
    await storeAssessment({ name: "Jose Higher", score: 20 });
    await storeAssessment({ name: "Grace", score: 20 });
    const { response, records } = await take("assessments.csv?search=jose&level=Exit+Ready&sort=lowest");
    expect(response.headers.get("x-record-count")).toBe("2");
    expect(records.map(([name]) => name)).toEqual(["Jose High", "Jose Higher"]);
  });

  test("is recorded with its filters, without typed text", async () => {
    await take("POST assessments.csv?search=Ada+Byron&from=2026-11-01&level=Exit+Ready");
    await take("visitors.csv?source=Ada+Byron&class=machine");
    const told = await site.db
      .selectFrom("auditEvents")
      .select("details")
      .where("action", "=", "leads-export-begun")
      .orderBy("id")
      .execute();
    expect(told.map(({ details }) => details)).toEqual([
      { list: "assessments", searched: true, from: "2026-11-01", level: "Exit Ready", raw: true },
      { list: "visitors", source: true, class: "machine" },
    ]);
  });

  test.each([
    "assessments.csv?level=Ready",
    "assessments.csv?levle=Early+Stage",
    "assessments.csv?search=%25",
    "assessments.csv?from=yesterday",
    "assessments.csv?from=2026-11-02&to=2026-11-01",
    "assessments.csv?sort=price",
    "assessments.csv?level=Early+Stage&level=Exit+Ready",
    "assessments.csv?after=1",
    `signups.csv?event=${randomUUID()}`,
    "visitors.csv?class=ghost",
    "tracking.csv?visit=1",
    "tracking.csv?search=abc",
  ])(
    "is rejected if its URL is invalid, so that it does not contain more than was requested: %s",
    async (file) => {
      const response = await ask(file);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { kind: "invalid" } });
      const { count } = await site.db
        .selectFrom("auditEvents")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("action", "=", "leads-export-begun")
        .executeTakeFirstOrThrow();
      expect(count).toBe(0);
    },
  );

  test("leads a browser without scripting to re-authentication, and back to the same list", async () => {
    ({ cookie } = await signedIn(site.db, { role: "owner", provedMinutesAgo: 600 }));
    const response = await ask("POST assessments.csv?level=Exit+Ready", { "sec-fetch-mode": "navigate" });
    const back = encodeURIComponent("/admin/assessments?level=Exit+Ready");
    expect([response.status, response.headers.get("location")]).toEqual([302, `/auth/prove?to=${back}`]);
  });
});

test("the raw variant requires a same-site POST, so no link can make a browser download it", async () => {
  const address = "/api/exports/signups.csv";
  expect((await site.request(`${address}?raw=yes`, { headers: { cookie } })).status).toBe(400);
  const foreign = { cookie, origin: "https://evil.example" };
  expect((await site.request(address, { method: "POST", headers: foreign })).status).toBe(403);
  const own = { cookie, origin: testSiteUrl };
  const posted = await site.request(address, { method: "POST", headers: own });
  expect([posted.status, await posted.text()]).toEqual([200, expect.stringMatching(/^"id",/)]);
});

test("an export shows one moment, regardless of concurrent inserts and erasures", async () => {
  const visit = await storeVisit({ email: "visit-1@visitors.invalid" });
  await sql`
    insert into tracking_events (id, visit_id, event_type, url, timestamp)
    select gen_random_uuid(), ${visit}, 'page_view', '/' || number, now() - interval '1 second' * number
    from generate_series(1, 5000) as number`.execute(site.db);
  const response = await ask("POST tracking.csv");
  const reader = response.body?.getReader();
  const pieces = [(await reader?.read())?.value];
  await sql`delete from tracking_events where url like '%7'`.execute(site.db);
  await storeTracking({ visit, eventType: "page_view", url: "/new" });
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    pieces.push(next.value);
  }
  const text = await new Blob(pieces.map((piece) => new Uint8Array(piece ?? []))).text();
  const records: string[][] = parse(text, { columns: false, from_line: 2 });
  expect(records.map((record) => record[3])).toEqual(
    Array.from({ length: 5_000 }, (_, index) => `/${index + 1}`),
  );
});

function byCode(one: string, other: string): number {
  return one < other ? -1 : 1;
}

async function ask(file: string, headers: Record<string, string> = {}): Promise<Response> {
  const [path, method] = file.startsWith("POST ") ? [file.slice(5), "POST"] : [file, "GET"];
  return site.request(`/api/exports/${path}`, {
    method,
    headers: { cookie, origin: testSiteUrl, ...headers },
  });
}

/** Reads an export with an independent parser. @param file with a `POST` prefix for the raw variant */
async function take(file: string) {
  const response = await ask(file);
  expect([file, response.status]).toEqual([file, 200]);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  expect(text.startsWith("\uFEFF")).toBe(!file.startsWith("POST "));
  const [headings = [], ...records]: string[][] = parse(text, { bom: true });
  expect(response.headers.get("x-record-count")).toBe(String(records.length));
  return { response, text, headings, records };
}
