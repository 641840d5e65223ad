import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LiveEvent } from "./live-event.ts";

/** The columns of a `LiveEvent`. */
export const eventColumns = [
  "id",
  "title",
  "startsAt",
  "timeZone",
  "durationMinutes",
  "capacity",
  "hosts",
  "topics",
  "joinUrl",
  "state",
  "sequence",
  "seatsTaken",
  "seatsHeldUntil",
] as const;

/** What a page may have to speak of soon: events to come, the one under way, and the last that is over. */
export async function findCurrentEvents(db: Kysely<Database>): Promise<LiveEvent[]> {
  return db
    .selectFrom("events")
    .select(eventColumns)
    .where("state", "=", "scheduled")
    .orderBy("startsAt", "desc")
    .orderBy("id")
    .limit(mostEvents)
    .execute();
}

/** More dates than anybody sets ahead. */
const mostEvents = 50;

/** The event with an id, or undefined where there is none. */
export async function findEvent(db: Kysely<Database>, id: string): Promise<LiveEvent | undefined> {
  return db.selectFrom("events").select(eventColumns).where("id", "=", id).executeTakeFirst();
}

/** All events, the latest first. */
export async function listEvents(db: Kysely<Database>): Promise<LiveEvent[]> {
  return db.selectFrom("events").select(eventColumns).orderBy("startsAt", "desc").orderBy("id").execute();
}
