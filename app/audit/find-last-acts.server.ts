import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** Returns the time of the latest audit entry of each account. Accounts without entries are missing. */
export async function findLastActs(
  db: Kysely<Database>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select account.id, act.at
    from unnest(${[...accountIds]}::text[]) as account (id)
    cross join lateral (
      select at from audit_events where actor_id = account.id order by id desc limit 1
    ) as act`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
