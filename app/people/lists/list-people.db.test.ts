import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { countPeople } from "./count-people.server.ts";
import { listPeople, type PeopleListQuery } from "./list-people.server.ts";
import { loadPeopleChoices } from "./people-choices.server.ts";

const { db } = testDatabase();
const { storeAssessment, storeEvent, storeSignup } = storedLeads(db);

const sorts = [
  "activity",
  "oldest-activity",
  "score",
  "lowest-score",
  "due",
  "latest-due",
  "name",
  "name-reversed",
] as const;

const names = async (query: PeopleListQuery): Promise<string[]> => {
  const { rows } = await listPeople(db, query).page({ size: 50 });
  return rows.map(({ name }) => name);
};

const findOnly = async () => {
  const { rows } = await listPeople(db, { sort: "activity" }).page({ size: 2 });
  expect(rows).toHaveLength(1);
  return rows[0];
};

/** Three people, of whom one has neither a score nor a next step. */
async function storePeople(): Promise<void> {
  await storeAssessment({ name: "Zoe", email: "zoe@example.com", score: 9, at: "2026-11-01T12:00:00Z" });
  await storeSignup({ name: "álvaro", email: "alvaro@example.com", at: "2026-11-02T12:00:00Z" });
  await storeAssessment({ name: "Bo", email: "bo@example.com", score: 17, at: "2026-11-03T12:00:00Z" });
  await sql`update people set next_step = 'Call', next_step_on = '2026-12-01' where name = 'Zoe'`.execute(db);
  await sql`update people set next_step = 'Call', next_step_on = '2026-12-05' where name = 'Bo'`.execute(db);
}

describe("the list of people", () => {
  test.each<[(typeof sorts)[number], string[]]>([
    ["activity", ["Bo", "álvaro", "Zoe"]],
    ["oldest-activity", ["Zoe", "álvaro", "Bo"]],
    // Those without a value are last in both directions.
    ["score", ["Bo", "Zoe", "álvaro"]],
    ["lowest-score", ["Zoe", "Bo", "álvaro"]],
    ["due", ["Zoe", "Bo", "álvaro"]],
    ["latest-due", ["Bo", "Zoe", "álvaro"]],
    ["name", ["álvaro", "Bo", "Zoe"]],
    ["name-reversed", ["Zoe", "Bo", "álvaro"]],
  ])("is sorted by %s", async (sort, expected) => {
    await storePeople();
    expect(await names({ sort })).toEqual(expected);
  });

  test("is paged and exported in every order without a gap or a repetition, also with equal rows", async () => {
    await storePeople();
    for (let n = 0; n < 4; n += 1) await storeSignup({ name: "Same", email: `same${n}@example.com` });
    for (const sort of sorts) {
      const seen: string[] = [];
      let row: string | undefined;
      do {
        const beyond = row === undefined ? undefined : ({ direction: "after", row } as const);
        const page = await listPeople(db, { sort }).page({ size: 3, beyond });
        seen.push(...page.rows.map(({ id }) => id));
        row = page.hasNext ? page.rows.at(-1)?.id : undefined;
      } while (row !== undefined);
      const exported: string[] = [];
      for await (const { id } of listPeople(db, { sort }).each()) exported.push(id);
      expect([sort, new Set(seen).size, seen]).toEqual([sort, 7, exported]);
    }
  });

  test("shows each person once, and finds them by any form, without accents and by number", async () => {
    await storeAssessment({ name: "Ada Byron", email: "ada@example.com", phone: "+1 (512) 555-0188" });
    await storeSignup({ name: "Ada with an accént", email: "ada@example.com" });
    for (const search of ["BYRON", "accent", "ada@exam", "512.555.0188", "ad"]) {
      expect([search, await names({ sort: "activity", search })]).toEqual([search, ["Ada Byron"]]);
    }
    expect(await names({ sort: "activity", search: "nobody" })).toEqual([]);
  });

  test("shows the latest event with the attendance, the owner, and the names of the source", async () => {
    const event = await storeEvent();
    await storeSignup({
      name: "Ada",
      email: "ada@example.com",
      eventId: event,
      state: "seat",
      placeNumber: 1,
    });
    expect(await findOnly()).toMatchObject({
      event: { title: "Before the letter of intent", state: "seat", attended: null },
      channel: null,
      ownerName: null,
    });
    await sql`insert into staff_users (id, name, email, email_verified, role, created_at, updated_at)
      values ('ruth', 'Ruth', 'ruth@example.com', true, 'staff', now(), now())`.execute(db);
    await sql`insert into source_names (kind, spelling, key, name) values
      ('channel', 'li', 'li', 'LinkedIn'), ('campaign', '<i>', 'i', 'Italic')`.execute(db);
    await sql`update linkedin_live_signups set attended = false`.execute(db);
    await sql`update people set owner_id = 'ruth', first_channel = 'li', last_campaign = '<i>'`.execute(db);
    const expected = { event: { attended: false }, ownerName: "Ruth", ownerEmail: "ruth@example.com" };
    expect(await findOnly()).toMatchObject({ ...expected, channel: "LinkedIn", campaign: null });
    const { rows } = await listPeople(db, { sort: "activity", touch: "last" }).page({ size: 1 });
    expect(rows).toMatchObject([{ channel: null, campaign: "Italic" }]);
  });
});

test("the counts are exact, and programs count in both or in neither", async () => {
  await storePeople();
  await sql`update people set traffic_class = 'machine' where name = 'Bo'`.execute(db);
  expect(await countPeople(db, { sort: "due" })).toEqual({ matching: 2, total: 2 });
  expect(await countPeople(db, { sort: "due", level: "none" })).toEqual({ matching: 1, total: 2 });
  expect(await countPeople(db, { sort: "due", search: "bo", traffic: "all" })).toEqual({
    matching: 1,
    total: 3,
  });
});

test("the choices of sources are limited, and contain the name that a URL asks for", async () => {
  await sql`insert into source_names (kind, spelling, key, name)
    select 'campaign', 'c' || n, 'c' || n, 'c' || lpad(n::text, 3, '0') from generate_series(1, 300) as n`.execute(
    db,
  );
  const { campaign } = await loadPeopleChoices(db, new URLSearchParams("campaign=c300"));
  expect(Object.keys(campaign)).toHaveLength(202);
  expect(campaign).toMatchObject({ c001: "c001", c300: "c300", none: "No campaign" });
  const unknown = await loadPeopleChoices(db, new URLSearchParams("campaign=<b>"));
  expect(Object.keys(unknown.campaign)).toHaveLength(201);
});

test("the choices of sources are those that most of the newest people came from", async () => {
  await storePeople();
  await sql`update people set first_campaign = 'c299', last_campaign = 'c300'`.execute(db);
  await sql`insert into source_names (kind, spelling, key, name)
    select 'campaign', 'c' || n, 'c' || n, 'c' || lpad(n::text, 3, '0') from generate_series(1, 300) as n`.execute(
    db,
  );
  const { campaign } = await loadPeopleChoices(db, new URLSearchParams());
  const shown = Object.keys(campaign);
  expect(shown.slice(-3)).toEqual(["c299", "c300", "none"]);
  expect(shown).toHaveLength(201);
});

test("the choices of owners contain accounts that still own people after their role changed", async () => {
  await storePeople();
  await sql`insert into staff_users (id, name, email, email_verified, role, created_at, updated_at) values
    ('former', 'Former', 'former@example.com', true, 'examiner', now(), now()),
    ('pending', 'Pending', 'pending@example.com', true, 'pending', now(), now()),
    ('ruth', 'Ruth', 'ruth@example.com', true, 'staff', now(), now())`.execute(db);
  await sql`update people set owner_id = 'former' where name = 'Zoe'`.execute(db);
  const { owner } = await loadPeopleChoices(db, new URLSearchParams("owner=former"));
  expect(Object.keys(owner)).toEqual(["former", "ruth", "none"]);
});

test("the choices of owners are complete", async () => {
  await sql`insert into staff_users (id, name, email, email_verified, role, created_at, updated_at)
    select 'a' || n, 'A', n || '@example.com', true, 'staff', now(), now() from generate_series(1, 201) as n`.execute(
    db,
  );
  const { owner } = await loadPeopleChoices(db, new URLSearchParams());
  expect(Object.keys(owner)).toHaveLength(202);
});
