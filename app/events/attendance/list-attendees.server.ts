import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { directionOf, liesBeyond, readPage } from "#app/data/lists/keyset.server.ts";
import { holdsWords } from "#app/data/lists/search.server.ts";
import type { PageOfRows, PageRequest } from "#app/platform/page-of-rows.ts";
import { isUuid } from "#app/platform/uuid.ts";

/** Somebody who holds a place in an event. */
export type Holder = {
  /** Of the sign-up. */
  id: string;
  name: string;
  email: string;
  phone: string | null;
  questions: string | null;
  topics: string | null;
  state: "seat" | "waiting";
  placeNumber: number | null;
  /** Null: nobody has said. */
  attended: boolean | null;
};

export const holderStates = ["seat", "waiting"] as const satisfies readonly Holder["state"][];

/** Whether somebody came: `unknown` where nobody has said. */
export const attendances = ["came", "away", "unknown"] as const;
export type Attendance = (typeof attendances)[number];

/** Which of those who hold a place. What is not named is not asked. */
export type HolderQuery = {
  eventId: string;
  search?: string | undefined;
  state?: Holder["state"] | undefined;
  attendance?: Attendance | undefined;
};

/** A page of those who hold a place: the seats first, then the waiting list, each in the order in which places were taken. */
export async function listHolders(
  db: Kysely<Database>,
  query: HolderQuery,
  page: PageRequest,
): Promise<PageOfRows<Holder>> {
  return readPage(page, {
    findKey: (id) => findStanding(db, query.eventId, id),
    select: async (stretch) => {
      const direction = directionOf("asc", stretch);
      let selection = narrowed(db, query)
        // “seat” stands before “waiting” in the alphabet as well.
        .orderBy("state", direction)
        .orderBy("placeNumber", direction)
        .limit(stretch.limit);
      const { beyond: key } = stretch;
      if (key !== undefined) {
        selection = selection.where(liesBeyond(sql`state`, sql`place_number`, { key, direction }));
      }
      const rows = await selection.execute();
      return rows.map(({ state, ...row }): Holder => ({
        ...row,
        state: state === "seat" ? state : "waiting",
      }));
    },
  });
}

/** Numbers are given once in an event: they tell its rows apart. */
async function findStanding(db: Kysely<Database>, eventId: string, id: string) {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom("linkedinLiveSignups")
    .select(["state", "placeNumber"])
    .where("id", "=", id)
    .where("eventId", "=", eventId)
    .where("state", "in", [...holderStates])
    .executeTakeFirst();
  return row === undefined ? undefined : { value: row.state, id: row.placeNumber ?? 0 };
}

function narrowed(db: Kysely<Database>, { eventId, search, state, attendance }: HolderQuery) {
  let query = db
    .selectFrom("linkedinLiveSignups")
    .select(["id", "name", "email", "phone", "questions", "topics", "state", "placeNumber", "attended"])
    .where("eventId", "=", eventId)
    .where("state", "in", state === undefined ? [...holderStates] : [state]);
  if (search !== undefined) {
    query = query.where(holdsWords(sql`searchable`, search));
  }
  if (attendance !== undefined) {
    query = query.where("state", "=", "seat").where("attended", "is", attendedOf[attendance]);
  }
  return query;
}

const attendedOf = { came: true, away: false, unknown: null } as const satisfies Record<
  Attendance,
  boolean | null
>;
