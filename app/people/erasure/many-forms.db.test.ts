import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "kysely";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { floodPerson } from "#tests/kit/flood-person.ts";
import { aPerson, followUp, personTime, signUp, takeAssessment } from "#tests/kit/person-data.ts";
import { erasePerson } from "./erase-person.server.ts";

const { db } = testDatabase();
const ada = aPerson("ada");
const deps = { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...auditDeps };

const countPeople = async () => (await db.selectFrom("people").select("id").execute()).length;

test("a person with thousands of forms is erased within the timeout of statements", async () => {
  await db.insertInto("events").values(anEvent()).execute();
  for (const person of [ada, aPerson("ben")]) {
    await takeAssessment(db, person);
    await signUp(db, person);
    await followUp(db, person);
  }
  await floodPerson(db, ada.email, { assessments: 4_000, repeats: 4_000, held: 1_000 });
  const { removed } = await erasePerson(deps, ada.email, { keepsEmails: false });
  expect(removed).toMatchObject({
    pre_loi_assessments: 4_001,
    linkedin_live_signups: 4_001,
    people: 1,
    quarantined_submissions: 1_000,
  });
  expect(await countPeople()).toBe(1);
});

test("the record is computed once for all forms that a statement deletes", async () => {
  await takeAssessment(db, ada);
  await signUp(db, ada);
  await floodPerson(db, ada.email, { assessments: 30, repeats: 30 });
  const updates = await db.transaction().execute(async (trx) => {
    const countUpdates = async () => {
      const { rows } = await sql<{ count: number }>`
        select pg_stat_get_xact_tuples_updated('people'::regclass) as count`.execute(trx);
      return rows[0]?.count ?? 0;
    };
    const before = await countUpdates();
    await sql`delete from pre_loi_assessments where name like 'Stranger%'`.execute(trx);
    await sql`delete from linkedin_live_signups where name like 'Stranger%'`.execute(trx);
    return (await countUpdates()) - before;
  });
  expect(updates).toBeGreaterThan(0);
  expect(updates).toBeLessThan(10);
  expect(await countPeople()).toBe(1);
});

test("a further form is stored without reading the earlier forms and receipts", async () => {
  await takeAssessment(db, ada);
  await floodPerson(db, ada.email, { assessments: 500, repeats: 500, hasReceipts: true });
  await sql`select refresh_person(id) from people`.execute(db);
  await sql`analyze`.execute(db);
  const leadId = randomUUID();
  const [read, readByScan] = await db.transaction().execute(async (trx) => {
    const countRead = async () => {
      const { rows } = await sql<{ count: number }>`
        select sum(pg_stat_get_xact_tuples_returned(name::regclass) + pg_stat_get_xact_tuples_fetched(name::regclass))::int as count
        from unnest(array['pre_loi_assessments', 'linkedin_live_signups', 'consent_receipts', 'visitors']) as name`.execute(
        trx,
      );
      return rows[0]?.count ?? 0;
    };
    const before = await countRead();
    await sql`
      insert into pre_loi_assessments (id, name, email, phone, ${sql.raw(sqlAnswers.columns)}, score, score_level,
        question_set_version, result_key, fingerprint, created_at)
      values (${leadId}, 'Stranger', ${ada.email}, '900 555 1', ${sql.raw(sqlAnswers.values)}, 7, 'Early Stage', '1',
        gen_random_uuid(), 'further', '2028-01-01')`.execute(trx);
    await sql`
      insert into consent_receipts (lead_id, form, given_at, basis, by_email, by_phone, wording_version, page_version, opts_out)
      values (${leadId}, 'assessment', '2028-01-01', 'boxes-shown', true, true, '2026-11-21', 'page', false)`.execute(
      trx,
    );
    // The commit computes the record.
    await sql`set constraints all immediate`.execute(trx);
    const after = await countRead();
    // Proves that the counters work.
    await sql`select max(name) from pre_loi_assessments`.execute(trx);
    return [after - before, (await countRead()) - after];
  });
  expect(read).toBeLessThan(200);
  expect(readByScan).toBeGreaterThan(500);
});

test("lists find a person by the newest forms, and by the first form of each address", async () => {
  const zoe = aPerson("zoe");
  await takeAssessment(db, ada);
  await floodPerson(db, ada.email, { assessments: 40 });
  await takeAssessment(db, zoe);
  const joined = sql`(select person_id from person_addresses where email = ${ada.email})`;
  await sql`update person_addresses set person_id = ${joined} where email = ${zoe.email}`.execute(db);
  await sql`delete from people where id not in (select person_id from person_addresses)`.execute(db);
  await sql`select refresh_person(id) from people`.execute(db);
  const { searchable } = await db.selectFrom("people").select("searchable").executeTakeFirstOrThrow();
  const contains = (words: string): boolean => searchable.includes(words.toLowerCase());
  // The forms of both people are older than the others.
  expect([ada.email, zoe.email, ada.name, zoe.name].filter((words) => !contains(words))).toEqual([]);
  const strangers = Array.from({ length: 40 }, (_, index) => index + 1);
  expect(strangers.filter((form) => contains(`stranger ${form} `))).toEqual(strangers.slice(-20));
});
