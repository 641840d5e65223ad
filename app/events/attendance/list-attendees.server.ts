import { sql } from "kysely";
import { countAhead, waitingOrder } from "#app/events/seats/waiting-order.server.ts";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";

type AttendeeState = "seat" | "waiting";
export type Attendance = "came" | "away" | "unknown";

const attendedValues = { came: true, away: false, unknown: null } as const;

/** From 1, in the order in which seats are given; null for a person with a seat. */
const positionOnWaitingList = sql<number | null>`case when linkedin_live_signups.state = 'waiting'
  then ${countAhead("linkedin_live_signups")} + 1 end`;

/** People with a seat by number, then the waiting list in its order. */
export function listAttendees({ eventId }: { eventId: string }) {
  return defineListQuery({
    table: "linkedinLiveSignups",
    columns: [
      "id",
      "name",
      "email",
      "phone",
      "state",
      "placeNumber",
      "position",
      "questions",
      "topics",
      "attended",
    ],
    select: (db) =>
      db
        .selectFrom("linkedinLiveSignups")
        .select(["id", "name", "email", "phone", "questions", "topics", "placeNumber", "attended"])
        // The scope excludes the other states.
        .select(sql<AttendeeState>`state`.as("state"))
        .select(positionOnWaitingList.as("position")),
    scope: [sql<boolean>`event_id = ${eventId}`, sql<boolean>`state in ('seat', 'waiting')`],
    // “seat” also precedes “waiting” in alphabetical order.
    sorts: {
      place: { by: [sql.ref("state"), ...waitingOrder("linkedin_live_signups")], direction: "asc" },
      name: { by: [sql`search_form(name)`], direction: "asc" },
    },
    search: { text: sql.ref("searchable") },
    filters: {
      place: (state: AttendeeState) => sql<boolean>`state = ${state}`,
      came: (attendance: Attendance) =>
        sql<boolean>`(state = 'seat' and attended is not distinct from ${attendedValues[attendance]})`,
    },
  });
}

export type Attendee = RowOf<ReturnType<typeof listAttendees>>;
export type AttendeeQuery = QueryOfList<ReturnType<typeof listAttendees>>;
