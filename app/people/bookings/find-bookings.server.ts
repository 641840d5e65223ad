import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * The appointments of a person, and those without a person that name one of the addresses. The id is the scheduler's, which opens the
 * booking there.
 */
export function bookingsOfPerson(db: Kysely<Database>, emails: readonly string[]) {
  const own = sql`any(${[...emails]}::text[])`;
  const query = db
    .selectFrom("bookings")
    .select(["uid as id", "state", "startsAt", "endsAt", "attendeeEmail", "reference", "personEmail"])
    .select(["reportedAt", "receivedAt", "closedAt", "dismissedAt"])
    // A booking with a person belongs to that person alone.
    .where(sql<boolean>`(person_email = ${own} or (person_email is null and attendee_email = ${own}))`);
  return { query, time: "receivedAt" } as const;
}

/** The number of bookings without a person that a page displays. */
export const maxUnmatchedBookings = 100;

/** Bookings that no person matches and that staff have not dismissed, newest first. */
export async function listUnmatchedBookings(db: Kysely<Database>) {
  return selectUnmatched(db)
    .select(["uid", "state", "startsAt", "attendeeEmail", "receivedAt"])
    .orderBy("receivedAt", "desc")
    .orderBy("uid")
    .limit(maxUnmatchedBookings)
    .execute();
}

export async function countUnmatchedBookings(db: Kysely<Database>): Promise<number> {
  const { total } = await selectUnmatched(db)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function selectUnmatched(db: Kysely<Database>) {
  return db.selectFrom("bookings").where("personEmail", "is", null).where("dismissedAt", "is", null);
}
