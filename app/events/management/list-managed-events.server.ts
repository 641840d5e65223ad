import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { defineListQuery, type QueryOfList } from "#app/data/lists/define-list-query.server.ts";
import { isUuid } from "#app/platform/uuid.ts";
import { eventColumns } from "#app/events/schedule/find-events.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";

/** An event as those see it who set it. */
export type ManagedEvent = LiveEvent & {
  /** Who saves says which one they saw (`editEvent`). */
  revision: number;
  waiting: number;
  /** Of those who hold a seat: how many came, and how many did not. Of all others nobody has said. */
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

/** The event with an id; undefined where there is none, or the word is no id. */
export async function findManagedEvent(db: Kysely<Database>, id: string): Promise<ManagedEvent | undefined> {
  return isUuid(id) ? managed(db).where("id", "=", id).executeTakeFirst() : undefined;
}

/** The one that was set for the latest moment: the next is most often like it. */
export async function findLatestEvent(db: Kysely<Database>): Promise<LiveEvent | undefined> {
  return db
    .selectFrom("events")
    .select(eventColumns)
    .orderBy("startsAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** How many asked to be told the next date, and are written to once it is set. */
export async function countNextDateRequests(db: Kysely<Database>): Promise<number> {
  const { wishes } = await db
    .selectFrom("linkedinLiveSignups")
    .select((eb) => eb.fn.countAll<number>().as("wishes"))
    .where("state", "=", "next-date")
    .executeTakeFirstOrThrow();
  return wishes;
}

function managed(db: Kysely<Database>) {
  return db
    .selectFrom("events")
    .select([...eventColumns, "revision"])
    .select([
      countOf(sql`state = 'waiting'`).as("waiting"),
      countOf(sql`state = 'seat' and attended`).as("came"),
      countOf(sql`state = 'seat' and not attended`).as("stayedAway"),
    ]);
}

function countOf(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from linkedin_live_signups where event_id = events.id and ${condition})`;
}

function hasStatus(status: EventStatusName, now: Date) {
  if (status === "cancelled") return sql<boolean>`state = 'cancelled'`;
  const end = sql`starts_at + duration_minutes * interval '1 minute'`;
  return status === "over"
    ? sql<boolean>`state = 'scheduled' and ${end} <= ${now}`
    : sql<boolean>`state = 'scheduled' and ${end} > ${now}`;
}
