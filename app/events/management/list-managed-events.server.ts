import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { defineListQuery, type QueryOfList } from "#app/data/lists/define-list-query.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { eventColumns } from "#app/events/schedule/find-events.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";

/** An event as displayed to staff. */
export type ManagedEvent = LiveEvent & {
  /** `editEvent` compares it to detect concurrent changes. */
  revision: number;
  waiting: number;
  /** The numbers of people with a seat who came and who did not. Attendance of the others is unknown. */
  came: number;
  stayedAway: number;
};

/** `to-come` includes an event in progress. */
export type EventStatusName = "to-come" | "over" | "cancelled";

/** All events, latest first. */
export function listManagedEvents({ now }: { now: Date }) {
  return defineListQuery({
    table: "events",
    select: managed,
    sorts: { latest: { by: [sql.ref("startsAt")], direction: "desc" } },
    filters: { standing: (status: EventStatusName) => hasStatus(status, now) },
  });
}

export type ManagedEventQuery = QueryOfList<ReturnType<typeof listManagedEvents>>;

/** Finds an event by id. Undefined for an unknown or malformed id. */
export async function findManagedEvent(db: Kysely<Database>, id: string): Promise<ManagedEvent | undefined> {
  return isUuid(id) ? managed(db).where("id", "=", id).executeTakeFirst() : undefined;
}

/** Finds the event with the latest start. It prefills the form for a new event. */
export async function findLatestEvent(db: Kysely<Database>): Promise<LiveEvent | undefined> {
  return db
    .selectFrom("events")
    .select(eventColumns)
    .orderBy("startsAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The number of requests that a new event will answer. */
export async function countNextDateRequests(db: Kysely<Database>): Promise<number> {
  const { requests } = await db
    .selectFrom("linkedinLiveSignups")
    .select((eb) => eb.fn.countAll<number>().as("requests"))
    .where("state", "=", "next-date")
    .executeTakeFirstOrThrow();
  return requests;
}

function managed(db: Kysely<Database>) {
  return db
    .selectFrom("events")
    .select([...eventColumns, "revision"])
    .select([
      countSignups(sql`state = 'waiting'`).as("waiting"),
      countSignups(sql`state = 'seat' and attended`).as("came"),
      countSignups(sql`state = 'seat' and not attended`).as("stayedAway"),
    ]);
}

function countSignups(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from linkedin_live_signups where event_id = events.id and ${condition})`;
}

function hasStatus(status: EventStatusName, now: Date) {
  if (status === "cancelled") return sql<boolean>`state = 'cancelled'`;
  const end = sql`starts_at + duration_minutes * interval '1 minute'`;
  return status === "over"
    ? sql<boolean>`state = 'scheduled' and ${end} <= ${now}`
    : sql<boolean>`state = 'scheduled' and ${end} > ${now}`;
}
