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
  "ownHosts",
  "topics",
  "topicDescriptions",
  "summary",
  "joinUrl",
  "state",
  "sequence",
  "seatsTaken",
  "seatsHeldUntil",
] as const;

/** Finds the events that pages can display: upcoming events, the current one and the last one. */
export async function findCurrentEvents(db: Kysely<Database>): Promise<LiveEvent[]> {
  return db
    .selectFrom("events")
    .select(eventColumns)
    .where("state", "=", "scheduled")
    .orderBy("startsAt", "desc")
    .orderBy("id")
    .limit(maxEvents)
    .execute();
}

/** More events than are ever scheduled ahead. */
const maxEvents = 50;

export async function findEvent(db: Kysely<Database>, id: string): Promise<LiveEvent | undefined> {
  return db.selectFrom("events").select(eventColumns).where("id", "=", id).executeTakeFirst();
}

/** All events, latest first. */
export async function listEvents(db: Kysely<Database>): Promise<LiveEvent[]> {
  return db.selectFrom("events").select(eventColumns).orderBy("startsAt", "desc").orderBy("id").execute();
}

/** The next event that has not started. */
export async function findNextEvent(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom("events")
    .select(["id", "startsAt", "timeZone", "seatsTaken", "capacity"])
    .where("state", "=", "scheduled")
    .where("startsAt", ">", now)
    .orderBy("startsAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}
