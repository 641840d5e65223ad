import { expect } from "@playwright/test";
import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { measurePhoneHeight } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const maxPhoneHeight = 4_000;
/** One more than a page of a list. */
const rows = 26;
/** Every second person asks a question. */
const sqlQuestion = "case number % 2 when 0 then 'Is 18 months enough if the books are reviewed?' end";

/** A list with more than one page: stores rows that contain a word no other row has. @returns the path */
const lists: Readonly<Record<string, (word: string, staffEmail: string) => Promise<string>>> = {
  people: async (word) => {
    await storeAssessments(word);
    return `/admin/people?search=${word}`;
  },
  assessments: async (word) => {
    await storeAssessments(word);
    return `/admin/assessments?search=${word}`;
  },
  "a group of Today": async (word, staffEmail) => {
    await storeAssessments(word);
    await queryRows("update staff_users set name = 'Rosa Alvarez' where email = $1", [staffEmail]);
    await queryRows(
      `update people set company = 'Rosa Tools and Molds', next_step = 'Introduce the tax attorney', next_step_on = '2031-12-24',
         owner_id = (select id from staff_users where email = $2), status = 'contacted', call_consent = 'yes'
       where name like '%' || $1 || '%'`,
      [word, staffEmail],
    );
    return "/admin/today?group=waiting&show=mine";
  },
  signups: async (word) => {
    await queryRows(
      `insert into linkedin_live_signups (name, email, phone, questions, topics, state)
       select 'Rosa Featherstone ' || number, $1 || number || '@cedar-park-packaging.example', '(512) 555-0100',
         ${sqlQuestion}, 'Keeping key people', 'next-date'
       from generate_series(1, $2::int) as number`,
      [word, rows],
    );
    return `/admin/signups?search=${word}`;
  },
  visitors: async (word) => {
    await storeVisits(word);
    return `/admin/visitors?source=${word}`;
  },
  "tracking events": async (word) => {
    await storeVisits(word);
    await queryRows(
      `insert into tracking_events (id, visit_id, event_type, url, timestamp, target)
       select gen_random_uuid(), id, 'call_to_action', '/blog/' || $1, now(), '/pre-loi-assessment' from visitors where source = $1`,
      [word],
    );
    return `/admin/tracking?page=/blog/${word}`;
  },
  emails: async (word) => {
    await queryRows(
      `insert into letters (kind, recipient, subject, body_text, state, attempts, last_reply, settled_at)
       select 'event-place', 'rosa' || number || '@' || $1 || '.example', 'Your seat', 'Your seat', 'sent', 1, '250 2.0.0 Ok', now()
       from generate_series(1, $2::int) as number`,
      [word, rows],
    );
    return `/admin/letters?search=${word}`;
  },
  "quarantined forms": async (word) => {
    await queryRows(
      `insert into quarantined_submissions (received_at, input, sender, form, reason, fingerprint)
       select now(), jsonb_build_object('name', 'Alex Morgan', 'email', 'offer' || number || '@' || $1 || '.example'), '{}',
         'event-signup', 'too-fast', gen_random_uuid()
       from generate_series(1, $2::int) as number`,
      [word, rows],
    );
    return `/admin/quarantine?search=${word}`;
  },
  "audit log entries": async (word) => {
    await queryRows(
      `insert into audit_events (action, actor_kind, actor_id, actor_email, subject, details, client_address)
       select 'person-viewed', 'staff', $1, $1 || '@example.com', 'person:ZVQlhuEQOYfS7TN00tjPDm',
         jsonb_build_object('submission', gen_random_uuid()), '198.51.100.7'
       from generate_series(1, $2::int)`,
      [word, rows],
    );
    return "/admin/audit";
  },
  deliveries: async (word) => {
    const [destination] = await queryRows<{ id: string }>(
      `insert into integration_destinations (kind, name, url, state, events, sealed_secret, created_by)
       values ('webhook', $1, 'https://hooks.example.com/leads', 'paused', '{}', '', 'rosa@example.com') returning id`,
      [word],
    );
    await queryRows(
      `insert into integration_deliveries (destination_id, event, data, state, attempts, response_code, problem, settled_at)
       select $1::uuid, 'person.created', '{}', 'failed', 18, 500, 'The endpoint failed.', now() from generate_series(1, $2::int)`,
      [destination?.id, rows],
    );
    return `/admin/integrations/deliveries?destination=${destination?.id}`;
  },
  events: async (word) => {
    await queryRows(
      `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url, state)
       select 'Before the letter of intent ' || $1, '2035-01-01T18:00:00Z'::timestamptz + number * interval '7 days', 'America/Chicago', 45, 100,
         '{whitfield}', '{One}', 'https://live.example.com/x', 'cancelled'
       from generate_series(1, $2::int) as number`,
      [word, rows],
    );
    return "/admin/events?standing=cancelled";
  },
  "attendees before an event": async (word) => storeAttendees(word, "2035-01-16T18:00:00Z"),
  "attendees after an event": async (word) => storeAttendees(word, "2026-01-15T18:00:00Z"),
};

for (const [name, store] of Object.entries(lists)) {
  test(`on a phone, a page of ${name} is short, and rows have touch targets of at least 24 pixels`, async ({
    page,
  }) => {
    const staffEmail = await signInAs(page, "owner");
    await page.goto(await store(newPerson().email.slice(7, 15), staffEmail));
    await expect(page.locator("tbody th[scope=row]")).toHaveCount(rows - 1);
    expect(await measurePhoneHeight(page)).toBeLessThan(maxPhoneHeight);
    await page.setViewportSize({ width: 390, height: 844 });
    const heights = await page
      .locator("tbody :is(a, button, label, summary)")
      .filter({ visible: true })
      .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });
}

async function storeAssessments(word: string): Promise<void> {
  await queryRows(
    `insert into pre_loi_assessments (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
     select 'Rosa ' || $1, $1 || number || '@cedar-park-packaging.example', '(512) 555-0100', ${sqlAnswers.values}, 14,
       'Making Progress', '2025-07-01', gen_random_uuid(), gen_random_uuid()
     from generate_series(1, $2::int) as number`,
    [word, rows],
  );
}

/** Stores anonymous visits with a source. */
async function storeVisits(source: string): Promise<void> {
  await queryRows(
    `insert into visitors (first_name, last_name, email, traffic_class, class_reason, source, ip_address)
     select 'Anonymous', 'Visitor', 'visit-' || gen_random_uuid() || '@visitors.invalid', 'unsure', 'test', $1, '203.0.113.194'
     from generate_series(1, $2::int)`,
    [source, rows],
  );
}

async function storeAttendees(word: string, startsAt: string): Promise<string> {
  const [event] = await queryRows<{ id: string }>(
    `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url, seats_taken, last_place_number)
     values ('Before the letter of intent', $1, 'America/Chicago', 45, 200, '{whitfield}', '{One,Two}', 'https://live.example.com/x', $2, $2)
     returning id`,
    [startsAt, rows],
  );
  await queryRows(
    `insert into linkedin_live_signups (name, email, phone, questions, topics, event_id, state, place_number)
     select 'Rosa Featherstone', $1 || number || '@cedar-park-packaging.example', '(512) 555-0100',
       ${sqlQuestion}, 'Keeping key people', $2::uuid, 'seat', number
     from generate_series(1, $3::int) as number`,
    [word, event?.id, rows],
  );
  return `/admin/events/${event?.id}`;
}
