import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { recordAssessments } from "./assessment-statements.ts";
import { createReplay } from "./replay-statements.ts";

const { db, pool } = testDatabase();

test("a replayed assessment stores the rows of an assessment of another person", async () => {
  const recordings = await recordAssessments(pool);
  expect(recordings[0].map(({ text }) => text)).toContain("begin");
  const replay = createReplay(recordings);
  for (const number of [11, 12, 13]) await replay(pool, number);

  const { rows } = await sql`
    select count(*)::int as forms, count(distinct email)::int as addresses, count(distinct fingerprint)::int as fingerprints,
      (select count(*)::int from people) as people,
      (select count(*)::int from visitors join pre_loi_assessments as form on lead_id = form.id and visitors.email = form.email) as visits,
      (select count(*)::int from consent_receipts join pre_loi_assessments as form on lead_id = form.id) as receipts,
      (select count(*)::int from letters where state = 'waiting') as emails,
      (select max(count)::int from rate_limits where key like '% %') as messages
    from pre_loi_assessments`.execute(db);
  expect(rows).toEqual([
    { forms: 5, addresses: 5, fingerprints: 5, people: 5, visits: 5, receipts: 5, emails: 10, messages: 1 },
  ]);
});
