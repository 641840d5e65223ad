import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { listPeople, type PeopleListQuery } from "./list-people.server.ts";
import { peopleConditions } from "./people-filter.server.ts";

/** The exact number of people who match a query, and of all people. Automated senders count in both or in neither. */
export async function countPeople(
  db: Parameters<typeof listPeople>[0],
  query: PeopleListQuery,
): Promise<{ matching: number; total: number }> {
  const { traffic } = query;
  const countTotal = () => listPeople(db, { sort: "activity", traffic }).count();
  const isFiltered = peopleConditions(query).length > peopleConditions({ traffic }).length;
  if (!isFiltered) {
    const total = await countTotal();
    return { matching: total, total };
  }
  const [matching, total] = await Promise.all([listPeople(db, query).count(), countTotal()]);
  return { matching, total };
}

/** The number of people whom each account follows up, by account id. Accounts without any are missing. */
export async function countPeopleOfOwners(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ ownerId: string; count: number }>`
    select owner_id, count(*)::int as count from people where owner_id is not null group by owner_id`.execute(
    db,
  );
  return new Map(rows.map(({ ownerId, count }) => [ownerId, count]));
}
