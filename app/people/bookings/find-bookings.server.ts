import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/**
 * The appointments of a person, oldest first, and those without a person that name one of the addresses. Without the scheduler's id, which
 * opens the booking there.
 */
export async function listBookings(db: Kysely<Database>, emails: readonly string[]) {
  return (
    db
      .selectFrom("bookings")
      .select(["state", "startsAt", "endsAt", "attendeeEmail", "reference", "personEmail"])
      .select(["reportedAt", "receivedAt", "closedAt", "dismissedAt"])
      // A booking with a person belongs to that person alone.
      .where((eb) =>
        eb.or([
          eb("personEmail", "in", [...emails]),
          eb.and([eb("personEmail", "is", null), eb("attendeeEmail", "in", [...emails])]),
        ]),
      )
      .orderBy("receivedAt")
      .orderBy("uid")
      .execute()
  );
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

export type UnmatchedBooking = Awaited<ReturnType<typeof listUnmatchedBookings>>[number];

export async function countUnmatchedBookings(db: Kysely<Database>): Promise<number> {
  const { total } = await selectUnmatched(db)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function selectUnmatched(db: Kysely<Database>) {
  return db.selectFrom("bookings").where("personEmail", "is", null).where("dismissedAt", "is", null);
}
