import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailState } from "#app/data/schema/letters.ts";

/** Counts emails by state. @param about a query of the ids of the rows that they are about */
export async function countEmailStates(
  db: Kysely<Database>,
  about: RawBuilder<unknown>,
): Promise<Partial<Record<EmailState, number>>> {
  const { rows } = await sql<{ state: EmailState; emails: number }>`
    select state, count(*)::int as emails from letters where about in (${about}) group by state`.execute(db);
  return Object.fromEntries(rows.map(({ state, emails }) => [state, emails]));
}

/** The id of one of these emails that has been rendered. @param about as for `countEmailStates` */
export async function findFirstEmail(
  db: Kysely<Database>,
  about: RawBuilder<unknown>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from letters where about in (${about}) and body_text is not null order by created_at, id limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}
