import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { createEventReader, type EventReader, type LiveEvent } from "./live-event.ts";

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
  "canceledAt",
  "cancellationNote",
  "sequence",
  "seatsTaken",
  "seatsHeldUntil",
] as const;

/** Finds the events that pages can display: upcoming events, the current one, and the last ones with those that were canceled. */
export async function findCurrentEvents(db: Kysely<Database>): Promise<LiveEvent[]> {
  return db
    .selectFrom("events")
    .select(eventColumns)
    .orderBy("startsAt", "desc")
    .orderBy("id")
    .limit(maxEvents)
    .execute();
}

/** The stored events, for commands that need more than the cached ones. */
export async function readEvents({
  db,
  clock,
}: {
  db: Kysely<Database>;
  clock: Clock;
}): Promise<EventReader> {
  const events = await findCurrentEvents(db);
  return createEventReader(clock, () => events);
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

/** The next event that has not started. @param exceptId the id of an event that is left out */
export async function findNextEvent(db: Kysely<Database>, now: Date, exceptId?: string) {
  return db
    .selectFrom("events")
    .select(["id", "startsAt", "timeZone", "seatsTaken", "capacity"])
    .where("state", "=", "scheduled")
    .where("startsAt", ">", now)
    .where("id", "is distinct from", exceptId ?? null)
    .orderBy("startsAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}
