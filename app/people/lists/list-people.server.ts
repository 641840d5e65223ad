import { sql } from "kysely";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import { undeliverableSince } from "#app/email/bounces/undeliverable-addresses.server.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import {
  peopleDays,
  peopleDefaults,
  peopleFilters,
  type TouchPosition,
  touchColumn,
} from "./people-filter.server.ts";

/** The latest event that any address of a person signed up for. */
export type EventOfPerson = {
  title: string;
  /** ISO 8601. */
  startsAt: string;
  timeZone: string;
  state: SignupState;
  /** Null if attendance was not recorded. */
  attended: boolean | null;
};

const columns = [
  "id",
  "latestFormId",
  "name",
  "company",
  "email",
  "phone",
  "status",
  "ownerId",
  "score",
  "scoreLevel",
  "callConsent",
  "emailConsent",
  "nextStep",
  "nextStepOn",
  "hasSeat",
  "attended",
  "latestForm",
  "latestFormAt",
  "contactedAt",
  "bookedAt",
  "clientAt",
  "createdAt",
  "revision",
] as const;

/** The people with a record: everyone with a form that is not quarantined, and everyone whom staff added. */
export const listPeople = defineListQuery({
  table: "people",
  columns: [...columns, "channel", "campaign", "page"],
  select: (db, { touch }) =>
    db
      .selectFrom("people")
      .select([
        ...columns.map((column) => `people.${column}` as const),
        sourceName("channel", touch).as("channel"),
        sourceName("campaign", touch).as("campaign"),
        sql<string | null>`${sql.ref(touchColumn(touch, "page"))}`.as("page"),
        undeliverableSince(sql.ref("people.email")).as("undeliverableSince"),
        latestEvent.as("event"),
        sql<
          string | null
        >`(select coalesce(nullif(name, ''), email) from staff_users where id = people.owner_id)`.as(
          "ownerName",
        ),
        sql<string | null>`(select email from staff_users where id = people.owner_id)`.as("ownerEmail"),
      ]),
  sorts: {
    activity: { by: [sql.ref("latestFormAt")], direction: "desc" },
    "oldest-activity": { by: [sql.ref("latestFormAt")], direction: "asc" },
    // People without a score or a due date are last in both directions.
    score: { by: [sql`coalesce(score, -1)`], direction: "desc" },
    "lowest-score": { by: [sql`coalesce(score, 100)`], direction: "asc" },
    due: { by: [sql`coalesce(next_step_on, 'infinity')`], direction: "asc" },
    "latest-due": { by: [sql`coalesce(next_step_on, '-infinity')`], direction: "desc" },
    name: { by: [sql`search_form(name)`], direction: "asc" },
    "name-reversed": { by: [sql`search_form(name)`], direction: "desc" },
  },
  search: { text: sql.ref("searchable") },
  filters: peopleFilters,
  defaults: peopleDefaults,
  days: peopleDays,
});

export type ListedPerson = RowOf<typeof listPeople>;
export type PeopleListQuery = QueryOfList<typeof listPeople>;

/** The name that staff see for the channel or campaign of a visit. */
function sourceName(kind: "channel" | "campaign", touch: TouchPosition | undefined) {
  return sql<string | null>`(
    select source_names.name from source_names
    where kind = ${sql.lit(kind)} and spelling = people.${sql.ref(touchColumn(touch, kind))}
  )`;
}

const latestEvent = sql<EventOfPerson | null>`(
  select jsonb_build_object(
    'title', event.title, 'startsAt', event.starts_at, 'timeZone', event.time_zone,
    'state', signup.state, 'attended', signup.attended
  )
  from person_addresses as address
  join linkedin_live_signups as signup on signup.email = address.email
  join events as event on event.id = signup.event_id
  where address.person_id = people.id
  order by event.starts_at desc, signup.state = 'repeat', signup.created_at desc, signup.id desc limit 1
)`;
