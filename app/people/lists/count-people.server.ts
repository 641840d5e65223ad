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
