import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { sqlAnswers } from "./an-assessment.ts";

/**
 * Stores forms with one address, as a stranger can send them over months. Triggers do not run, because computing the record for each form
 * takes longer than the tests.
 */
export async function floodPerson(
  db: Kysely<Database>,
  email: string,
  {
    assessments = 0,
    repeats = 0,
    held = 0,
    words = "words",
    hasReceipts = false,
  }: {
    assessments?: number;
    /** Further sign-ups of a person who has a seat. */
    repeats?: number;
    /** Quarantined sign-ups. */
    held?: number;
    /** Text in every sign-up. */
    words?: string;
    /** Whether the assessments came with a form token and consent. */
    hasReceipts?: boolean;
  },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`alter table pre_loi_assessments disable trigger user`.execute(trx);
    await sql`alter table linkedin_live_signups disable trigger user`.execute(trx);
    await sql`
      insert into pre_loi_assessments (name, email, phone, ${sql.raw(sqlAnswers.columns)}, score, score_level,
        question_set_version, result_key, fingerprint, created_at)
      select 'Stranger ' || i, ${email}, '900 555 ' || i, ${sql.raw(sqlAnswers.values)}, 7, 'Early Stage', '1',
        gen_random_uuid(), i::text, timestamptz '2027-01-01' + i * interval '1 minute'
      from generate_series(1, ${assessments}::int) as i`.execute(trx);
    await sql`
      insert into linkedin_live_signups (name, email, questions, state, created_at)
      select 'Stranger ' || i, ${email}, ${words}, 'repeat', timestamptz '2027-01-01' + i * interval '1 minute'
      from generate_series(1, ${repeats}::int) as i`.execute(trx);
    if (hasReceipts) {
      await sql`alter table consent_receipts disable trigger user`.execute(trx);
      await sql`
        insert into consent_receipts (lead_id, form, given_at, basis, by_email, by_phone, wording_version, page_version, opts_out)
        select id, 'assessment', created_at, 'boxes-shown', true, true, '2026-11-21', 'page', false
        from pre_loi_assessments where email = ${email} and name like 'Stranger%'`.execute(trx);
      await sql`alter table consent_receipts enable trigger user`.execute(trx);
    }
    await sql`alter table pre_loi_assessments enable trigger user`.execute(trx);
    await sql`alter table linkedin_live_signups enable trigger user`.execute(trx);
    await sql`
      insert into quarantined_submissions (form, reason, received_at, input, sender, fingerprint)
      select 'event-signup', 'many', timestamptz '2027-01-01' + i * interval '1 minute',
        jsonb_build_object('name', 'Stranger ' || i, 'email', ${email}::text, 'questions', ${words}::text), '{}', i::text
      from generate_series(1, ${held}::int) as i`.execute(trx);
  });
}
