import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type AttendeeQuery, listAttendees } from "#app/events/attendance/list-attendees.server.ts";
import { listManagedEvents } from "#app/events/management/list-managed-events.server.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { explainQueries } from "#tests/kit/explain-queries.ts";
import { loadPerson } from "#app/people/export/load-person.server.ts";
import { findAddress, findLead } from "#app/people/profile/find-people.server.ts";

const { db, pool } = testDatabase();
/** With fewer rows, PostgreSQL prefers a sequential scan. */
const count = 10_000;

/** Fills the tables that grow with thousands of rows each. @returns the ids of the twenty events of the sign-ups */
async function grow(): Promise<string[]> {
  const events = await db
    .insertInto("events")
    .values(Array.from({ length: 20 }, () => anEvent()))
    .returning("id")
    .execute();
  const ids = events.map(({ id }) => id);
  // The columns that triggers compute are not read here, and computing them one by one takes longer than the test.
  const tables = ["pre_loi_assessments", "linkedin_live_signups", "visitors"];
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await sql`
    insert into pre_loi_assessments (name, email, phone, ${sql.raw(sqlAnswers.columns)}, score, score_level,
      question_set_version, result_key, fingerprint, created_at)
    select 'Person ' || i, 'a' || i || '@example.com', '512 555 ' || i, ${sql.raw(sqlAnswers.values)},
      13, 'Making Progress', '1', i::text, i::text, timestamptz '2026-01-01' + i * interval '1 minute'
    from generate_series(1, ${count}::int) as i`.execute(db);
  await sql`
    insert into linkedin_live_signups (name, email, event_id, state, place_number, created_at, attended)
    select 'Person ' || i, 'a' || i || '@example.com', (${ids}::uuid[])[1 + i % 20], case when i % 7 = 0 then 'waiting' else 'seat' end, i,
      timestamptz '2026-01-01' + i * interval '1 minute', case when i % 3 = 0 then true end
    from generate_series(1, ${count}::int) as i`.execute(db);
  await sql`
    insert into visitors (id, first_name, last_name, email, browser_key, lead_id, visit_id, traffic_class, created_at)
    select case when i % 2 = 0 then md5(i::text)::uuid else gen_random_uuid() end, 'Person', i::text, 'a' || i || '@example.com',
      md5('browser' || i / 2)::uuid, case when i % 2 = 1 then md5('lead' || i)::uuid end,
      case when i % 2 = 1 then md5((i - 1)::text)::uuid end, 'person', timestamptz '2026-01-01' + i * interval '1 minute'
    from generate_series(2, ${count}::int) as i`.execute(db);
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  await sql`
    insert into tracking_events (id, visit_id, event_type, url, timestamp)
    select gen_random_uuid(), md5((i - i % 2)::text)::uuid, 'page_view', '/faqs', timestamptz '2026-01-01' + i * interval '1 minute'
    from generate_series(2, ${count}::int) as i`.execute(db);
  await sql`
    insert into letters (kind, recipient, created_at)
    select 'test', 'a' || i || '@example.com', timestamptz '2026-01-01' + i * interval '1 minute'
    from generate_series(1, ${count}::int) as i`.execute(db);
  await sql`
    insert into consent_receipts (lead_id, form, given_at, basis, by_email, by_phone, opts_out)
    select gen_random_uuid(), 'assessment', now(), 'none-given', false, false, false
    from generate_series(1, ${count}::int) as i`.execute(db);
  await sql`
    insert into quarantined_submissions (form, reason, received_at, input, sender, fingerprint, lead_id, released_at)
    select 'assessment', 'many', now(), jsonb_build_object('email', 'a' || i || '@example.com'), '{}', i::text,
      case when i % 2 = 0 then gen_random_uuid() end, case when i % 2 = 0 then now() end
    from generate_series(1, ${count}::int) as i`.execute(db);
  // A GIN index keeps new entries in a pending list until it is vacuumed.
  await sql`vacuum analyze`.execute(db);
  return ids;
}

test("no search and no person page scans a whole table, and the attendee list reads one page of an event", async () => {
  const [eventId = ""] = await grow();
  const queries: Partial<AttendeeQuery>[] = [
    {},
    { place: "waiting" },
    { came: "unknown" },
    { came: "away" },
    { search: "a777@example.com" },
    { search: "ng" },
  ];
  const list = listAttendees({ eventId });
  const { rows } = await list(db, { sort: "place" }).page({ size: 1 });
  const beyond = { direction: "after", row: rows[0]?.id ?? "" } as const;
  const plans = await explainQueries(pool, async (explained) => {
    const leadId = (await findLead(explained, "a777@example.com")) ?? "";
    await findAddress(explained, leadId);
    await loadPerson(explained, "a777@example.com", { hiddenKinds: ["account-reset"] });
    for (const query of queries) {
      await list(explained, { sort: "place", ...query }).page({ size: 100 });
      await list(explained, { sort: "place", ...query }).page({ size: 100, beyond });
    }
    await listManagedEvents({ now: new Date() })(explained, { sort: "latest" }).page({ size: 10 });
  });
  expect(plans.length).toBeGreaterThan(20);
  const fullScans = plans.filter((plan) => growing.test(plan));
  expect(fullScans).toEqual([]);
});

/** A plan with a sequential scan of one of the growing tables. */
const growing =
  /Seq Scan on (pre_loi_assessments|linkedin_live_signups|visitors|tracking_events|letters|consent_receipts|quarantined_submissions)/;
