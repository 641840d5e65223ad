import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { peopleConditions, type PeopleQuery } from "./people-filter.server.ts";

const { db } = testDatabase();
const { storeAssessment, storeEvent, storeSignup } = storedLeads(db);

/** The names of the people who match a filter. */
const find = async (query: PeopleQuery): Promise<string[]> => {
  const rows = db
    .selectFrom("people")
    .select("name")
    .where((eb) => eb.and(peopleConditions(query)))
    .orderBy("name");
  return (await rows.execute()).map(({ name }) => name);
};

/** Sets columns that triggers otherwise compute. */
const set = (name: string, columns: string) =>
  sql`update people set ${sql.raw(columns)} where name = ${name}`.execute(db);

const store = async (name: string, columns: string): Promise<void> => {
  await storeAssessment({ name, email: `${name.toLowerCase()}@example.com`, score: 17 });
  await set(name, columns);
};

test("without a filter, only people who come from programs are missing", async () => {
  await store("Ada", "traffic_class = 'person'");
  await store("Ben", "traffic_class = null");
  await store("Cleo", "traffic_class = 'unsure'");
  await store("Dan", "traffic_class = 'machine'");
  expect(await find({})).toEqual(["Ada", "Ben", "Cleo"]);
  expect(await find({ traffic: "all" })).toEqual(["Ada", "Ben", "Cleo", "Dan"]);
  expect(await find({ traffic: "automated" })).toEqual(["Dan"]);
});

test("people are found by status, owner and level, and by the absence of an owner or level", async () => {
  await sql`insert into staff_users (id, name, email, email_verified, created_at, updated_at)
    values ('ruth', 'Ruth', 'ruth@example.com', true, now(), now())`.execute(db);
  await store("Ada", "owner_id = 'ruth', status = 'booked'");
  await store("Ben", "score = null, score_level = null");
  expect(await find({ status: "booked" })).toEqual(["Ada"]);
  expect(await find({ owner: "ruth" })).toEqual(["Ada"]);
  expect(await find({ owner: "none" })).toEqual(["Ben"]);
  expect(await find({ level: "Exit Ready" })).toEqual(["Ada"]);
  expect(await find({ level: "none" })).toEqual(["Ben"]);
  expect(await find({ level: "none", status: "booked" })).toEqual([]);
});

test("people are found by when their next step is due", async () => {
  const due = (days: number) =>
    `next_step = 'Call', next_step_on = (now() at time zone 'America/Chicago')::date + ${days}`;
  await store("Ada", due(-1));
  await store("Ben", due(0));
  await store("Cleo", due(1));
  await store("Dan", "next_step = 'Call'");
  await store("Eve", "next_step = null");
  expect(await find({ step: "late" })).toEqual(["Ada"]);
  expect(await find({ step: "today" })).toEqual(["Ben"]);
  expect(await find({ step: "none" })).toEqual(["Eve"]);
});

test.each<[NonNullable<PeopleQuery["consent"]>, string[]]>([
  ["call", ["Ada", "Ben"]],
  ["email", ["Ada"]],
  ["opted-out", ["Ben", "Cleo"]],
  ["none", ["Dan"]],
])("people whose consent is “%s” are %j", async (consent, names) => {
  await store("Ada", "call_consent = 'yes', email_consent = 'yes'");
  await store("Ben", "call_consent = 'yes', email_consent = 'opted-out'");
  await store("Cleo", "call_consent = 'opted-out', email_consent = 'no'");
  await store("Dan", "call_consent = 'no', email_consent = 'not-asked'");
  expect(await find({ consent })).toEqual(names);
});

describe("sources", () => {
  beforeEach(async () => {
    await store("Ada", "first_channel = 'LinkedIn', first_campaign = 'exit', first_page = '/faqs'");
    await store("Ben", "first_channel = 'linked-in', last_channel = 'google', last_page = '/'");
    await store("Cleo", "first_campaign = '<b>exit</b>'");
    await sql`insert into source_names (kind, spelling, key, name) values
      ('channel', 'LinkedIn', 'linkedin', 'LinkedIn'), ('channel', 'linked-in', 'linkedin', 'LinkedIn'),
      ('channel', 'google', 'google', 'Google'), ('campaign', 'exit', 'exit', 'Exit'),
      ('campaign', '<b>exit</b>', 'bexitb', '<b>exit</b>')`.execute(db);
  });

  test.each<[PeopleQuery, string[]]>([
    [{ channel: "LinkedIn" }, ["Ada", "Ben"]],
    // A spelling is not a name.
    [{ channel: "linked-in" }, []],
    [{ channel: "none" }, ["Cleo"]],
    [{ channel: "LinkedIn", touch: "last" }, []],
    [{ channel: "Google", touch: "last" }, ["Ben"]],
    [{ campaign: "Exit" }, ["Ada"]],
    [{ campaign: "none" }, ["Ben"]],
    [{ campaign: "<b>exit</b>" }, ["Cleo"]],
    [{ campaign: "'; drop table people" }, []],
    [{ page: "/faqs" }, ["Ada"]],
    [{ page: "/", touch: "last" }, ["Ben"]],
    [{ touch: "last" }, ["Ada", "Ben", "Cleo"]],
  ])("%j finds %j", async (query, names) => {
    expect(await find(query)).toEqual(names);
  });
});

test("people are found by an event that any of their addresses signed up for", async () => {
  const event = await storeEvent();
  await store("Ada", "status = 'new'");
  await storeSignup({ name: "Ben", eventId: event, state: "seat", placeNumber: 1 });
  await storeSignup({ name: "Cleo", state: "next-date" });
  expect(await find({ event })).toEqual(["Ben"]);
  expect(await find({ event: "none" })).toEqual(["Ada", "Cleo"]);
  await sql`update person_addresses set person_id = (select id from people where name = 'Ada')
    where person_id = (select id from people where name = 'Ben')`.execute(db);
  expect(await find({ event })).toEqual(["Ada"]);
});

test("each stage contains those who have come that far", async () => {
  await store("Ada", "score = 9, score_level = 'Early Stage'");
  await store("Ben", "score = null, score_level = null, has_seat = true");
  await store("Cleo", "has_seat = true, attended = true, booked_at = now(), client_at = now()");
  expect(await find({ stage: "lead" })).toEqual(["Ada", "Ben", "Cleo"]);
  expect(await find({ stage: "assessed" })).toEqual(["Ada", "Cleo"]);
  expect(await find({ stage: "exit-ready" })).toEqual(["Cleo"]);
  expect(await find({ stage: "seat" })).toEqual(["Ben", "Cleo"]);
  for (const stage of ["attended", "booked", "client"] as const) {
    expect([stage, await find({ stage })]).toEqual([stage, ["Cleo"]]);
  }
});

test("days are those of the first record, in the firm's time zone, and a search reads all forms", async () => {
  await storeAssessment({ name: "Ada", email: "ada@example.com", at: "2026-11-21T05:59:59.999Z" });
  await storeSignup({ name: "Ada Byron", email: "ada@example.com", at: "2026-11-25T06:00:00Z" });
  await storeAssessment({ name: "Ben", email: "ben@example.com", at: "2026-11-21T06:00:00Z" });
  expect(await find({ from: "2026-11-21" })).toEqual(["Ben"]);
  expect(await find({ to: "2026-11-20" })).toEqual(["Ada"]);
  expect(await find({ search: "byron" })).toEqual(["Ada"]);
});
