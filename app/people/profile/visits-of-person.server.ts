import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Ids of rows of `visitors`. */
export type VisitsOfPerson = {
  /** Visits in which the person sent a form. */
  identified: string[];
  /** Other visits of the same browser. */
  joined: string[];
  /** Visits shared with another person, who sent a form in the same visit or from the same browser. */
  shared: string[];
};

/**
 * Finds the visits of a person with all addresses. If another person sent a form from the same browser, only the visits in which this
 * person sent one count, unless the other person sent one in the same visit.
 * @param most the maximum number of the newest visits, with forms and without; all by default
 */
export async function findVisitsOfPerson(
  db: Kysely<Database>,
  emails: readonly string[],
  most: number | null = null,
): Promise<VisitsOfPerson> {
  const own = sql`any(${[...emails]}::text[])`;
  const { rows } = await sql<{ id: string; belonging: keyof VisitsOfPerson }>`
    with identified as (
      select id, visit_id, browser_key from visitors where email = ${own} and lead_id is not null
      order by created_at desc, id desc limit ${most}
    ), other as (
      select visit_id, browser_key from visitors where not email = ${own} and lead_id is not null
    ), joined as (
      -- A union, because each half uses a separate index. One combined condition would scan all visits.
      select id, browser_key, bool_or(is_own) as is_own from (
        select id, browser_key, created_at, true as is_own from visitors
        where lead_id is null and id in (select visit_id from identified)
        union all
        select id, browser_key, created_at, false from visitors
        where lead_id is null and browser_key in (select browser_key from identified)
      ) as found group by id, browser_key, created_at
      order by created_at desc, id desc limit ${most}
    )
    select id, 'identified' as belonging from identified
    union all
    select id,
      case when exists (
        select from other
        where other.visit_id = joined.id or (not joined.is_own and other.browser_key = joined.browser_key)
      ) then 'shared' else 'joined' end
    from joined`.execute(db);
  const idsOf = (belonging: keyof VisitsOfPerson): string[] =>
    rows.filter((row) => row.belonging === belonging).map(({ id }) => id);
  return { identified: idsOf("identified"), joined: idsOf("joined"), shared: idsOf("shared") };
}
