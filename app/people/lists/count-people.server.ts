import { listPeople, type PeopleListQuery } from "./list-people.server.ts";

/** The exact number of people who match a query, and of all people. Programs count in both or in neither. */
export async function countPeople(
  db: Parameters<typeof listPeople>[0],
  query: PeopleListQuery,
): Promise<{ matching: number; total: number }> {
  const { traffic } = query;
  const [matching, total] = await Promise.all([
    listPeople(db, query).count(),
    listPeople(db, { sort: "activity", traffic }).count(),
  ]);
  return { matching, total };
}
