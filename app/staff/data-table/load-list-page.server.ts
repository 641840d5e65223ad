import { recordView } from "#app/audit/record-once.server.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { List, PageOfRows } from "#app/platform/page-of-rows.ts";
import type { ListDefinition } from "./list-definition.ts";
import { type ListState, type ListUrl, type LoadedChoices, readListUrl, type UrlQuery } from "./list-url.ts";

type Db = Parameters<typeof recordView>[0];

/** The request of a loader. */
export type ListRequest = {
  request: Request;
  session: Pick<StaffSession, "id" | "staff">;
  services: { clock: Clock; db: Db };
  clientAddress: string;
};

/** Loads the requested page of a list and records the view in the audit log. */
export async function loadListPage<Row extends { id: string | number }, Query extends UrlQuery, View>(
  list: ListDefinition<Row, Query, View>,
  query: (db: Db, query: Query) => Pick<List<Row>, "page">,
  { request, session, services: { clock, db }, clientAddress }: ListRequest,
  { choices = {} }: { choices?: LoadedChoices } = {},
) {
  const { id: sessionId, staff } = session;
  const url = readListUrl(list, new URL(request.url).searchParams, choices);
  const [found] = await Promise.all([
    query(db, url.query).page(url.page),
    recordView(db, { actor: staff, sessionId, list: list.name, clientAddress }),
  ]);
  const now = clock.now();
  return {
    staff,
    state: createListState({ ...url, choices }, found),
    views: found.rows.map((row) => list.view(row, now)),
    canExport: list.export?.permission(staff) ?? false,
  };
}

/** The data of a list page besides its rows. */
export function createListState(
  { query, problems, choices = {} }: Omit<ListUrl<UrlQuery>, "page"> & { choices?: LoadedChoices },
  { rows, hasPrevious, hasNext, isLost }: PageOfRows<{ id: string | number }>,
): ListState {
  const [first] = rows;
  const last = rows.at(-1);
  return {
    query,
    choices,
    problems,
    hasPrevious,
    hasNext,
    isLost,
    count: rows.length,
    edges:
      first === undefined || last === undefined
        ? undefined
        : { first: String(first.id), last: String(last.id) },
  };
}
