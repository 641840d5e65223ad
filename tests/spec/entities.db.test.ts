import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";

const { db } = testDatabase();

/** Specification section 3. A question mark means optional. Additional columns are permitted. */
const entities = [
  {
    entity: "Visitor",
    table: "visitors",
    fields: "id first_name last_name email source? ip_address? user_agent? created_at",
  },
  {
    entity: "Assessment",
    table: "pre_loi_assessments",
    fields: "id name email phone q1 q2 q3 q4 q5 q6 q7 score score_level created_at",
  },
  {
    entity: "Live event signup",
    table: "linkedin_live_signups",
    fields: "id name email phone? questions? topics? created_at",
  },
  {
    entity: "Tracking event",
    table: "tracking_events",
    // The specification uses camel case: idleTime, timeOnPage.
    fields: "event_type url timestamp percentage? idle_time? time_on_page?",
  },
] as const;

describe("specification section 3, entities and their fields", () => {
  test.each(entities)("$entity: table $table with $fields", async ({ table, fields }) => {
    const { rows } = await sql<{ name: string; isOptional: boolean }>`
      select column_name as name, is_nullable = 'YES' as is_optional
      from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(db);
    const found = new Map(rows.map(({ name, isOptional }) => [name, isOptional]));
    for (const field of fields.split(" ")) {
      expect([field, found.get(field.replace("?", ""))]).toEqual([field, field.endsWith("?")]);
    }
  });

  test.each([6, 22])("a score of %i cannot be stored", async (score) => {
    const level = score < 11 ? "Early Stage" : "Exit Ready";
    const stored = sql`
      insert into pre_loi_assessments
        (name, email, phone, q1, q2, q3, q4, q5, q6, q7, score, score_level, question_set_version, result_key, fingerprint)
      values ('A', 'a@example.com', '1', 'panic', 'cpa', 'noclue', 'havent', 'guessed', 'piece', 'taxes', ${score}, ${level},
        '1', 'k', 'f')`.execute(db);
    await expect(stored).rejects.toMatchObject({ code: "23514" });
  });

  test.each(["page_view", "scroll_depth", "user_idle"])("an event can be a %s", async (type) => {
    const { rows } = await sql<{ rule: string }>`
      select pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid = 'tracking_events'::regclass and contype = 'c'`.execute(db);
    expect(rows.some(({ rule }) => rule.includes(`'${type}'`))).toBe(true);
  });
});
