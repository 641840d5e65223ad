import { type RawBuilder, sql } from "kysely";
import type { Level } from "#app/assessments/questions/score.ts";
import { type DayRange, inDays } from "#app/data/lists/days.server.ts";
import { filterConditions, type FilterSql } from "#app/data/lists/define-list-query.server.ts";
import { containsWords } from "#app/data/lists/search.server.ts";
import type { PersonStatus } from "#app/data/schema/people.ts";
import { practice } from "#content/practice.ts";

/** The value of “owner”, “level”, “channel”, “campaign”, “page” and “event” for people without any. */
const none = "none";

/** The filters of lists and reports about people, as in the URL of the list. */
export type PeopleFilters = {
  status: PersonStatus;
  /** The id of an account. */
  owner: string;
  level: Level | typeof none;
  /** The visit that `channel`, `campaign` and `page` refer to: the first one, or that of the first form. */
  touch: TouchPosition;
  /** A name of `source_names`. `none`: the browser opted out of tracking. */
  channel: string;
  campaign: string;
  /** The path of the first page of the visit. */
  page: string;
  /** `call` and `email`: allowed. `opted-out`: of calls or email. `none`: neither allowed nor opted out. */
  consent: "call" | "email" | "opted-out" | "none";
  /** When the next step is due, in the firm's time zone. `none`: there is no step. */
  step: "late" | "today" | "none";
  /** The id of an event that the person signed up for. */
  event: string;
  /** How far the person has come. Every person is a lead. */
  stage: PersonStage;
  /** `people` omits those whose forms all came from programs. */
  traffic: "people" | "all" | "automated";
};

/** The first touch of a person, or the last one before the first form. */
export type TouchPosition = "first" | "last";

export const personStages = [
  "lead",
  "assessed",
  "exit-ready",
  "seat",
  "attended",
  "booked",
  "client",
] as const;

export type PersonStage = (typeof personStages)[number];

/** Values of the filters that a query does not name. */
export const peopleDefaults = { touch: "first", traffic: "people" } as const;

const stageConditions: Readonly<Record<PersonStage, RawBuilder<boolean>>> = {
  lead: sql`true`,
  assessed: sql`score is not null`,
  "exit-ready": sql`score_level = 'Exit Ready'`,
  seat: sql`has_seat`,
  attended: sql`attended`,
  booked: sql`booked_at is not null`,
  client: sql`client_at is not null`,
};

const consentConditions: Readonly<Record<PeopleFilters["consent"], RawBuilder<boolean>>> = {
  call: sql`call_consent = 'yes'`,
  email: sql`email_consent = 'yes'`,
  "opted-out": sql`'opted-out' in (call_consent, email_consent)`,
  none: sql`call_consent in ('no', 'not-asked') and email_consent in ('no', 'not-asked')`,
};

const today = sql`(now() at time zone ${practice.timeZone})::date`;

const stepConditions: Readonly<Record<PeopleFilters["step"], RawBuilder<boolean>>> = {
  late: sql`next_step_on < ${today}`,
  today: sql`next_step_on = ${today}`,
  none: sql`next_step is null`,
};

const trafficConditions: Readonly<Record<PeopleFilters["traffic"], RawBuilder<boolean>>> = {
  people: sql`traffic_class is distinct from 'machine'`,
  all: sql`true`,
  automated: sql`traffic_class = 'machine'`,
};

/** Conditions on the columns of `people`, which a query must not rename. */
export const peopleFilters: FilterSql<PeopleFilters> = {
  status: (status) => sql`status = ${status}`,
  owner: (owner) => equalsOrNull("owner_id", owner),
  level: (level) => equalsOrNull("score_level", level),
  // Only together with another filter.
  touch: () => sql`true`,
  channel: (name, { touch }) => hasSourceName(touch, "channel", name),
  campaign: (name, { touch }) => hasSourceName(touch, "campaign", name),
  page: (path, { touch }) => equalsOrNull(touchColumn(touch, "page"), path),
  consent: (consent) => consentConditions[consent],
  step: (step) => stepConditions[step],
  event: (event) => signedUpFor(event),
  stage: (stage) => stageConditions[stage],
  traffic: (traffic) => trafficConditions[traffic],
};

/** The days are those on which a person was first recorded. */
export const peopleDays = { column: sql.ref<Date>("createdAt"), timeZone: practice.timeZone };

export type PeopleQuery = { readonly [Name in keyof PeopleFilters]?: PeopleFilters[Name] | undefined } & {
  search?: string | undefined;
} & Pick<DayRange, "from" | "to">;

/** Limits a query of `people` to those that match the filters. Programs are omitted unless `traffic` includes them. */
export function peopleConditions({ search, from, to, ...filters }: PeopleQuery): RawBuilder<boolean>[] {
  return [
    ...(search === undefined ? [] : [containsWords(sql.ref("searchable"), search)]),
    ...inDays(peopleDays.column, { from, to, timeZone: peopleDays.timeZone }),
    ...filterConditions(peopleFilters, filters, peopleDefaults),
  ];
}

/** The column of a visit’s channel, campaign or first page. */
export function touchColumn(touch: TouchPosition | undefined, part: "channel" | "campaign" | "page"): string {
  return `${touch ?? peopleDefaults.touch}_${part}`;
}

function equalsOrNull(column: string, value: string): RawBuilder<boolean> {
  return value === none ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
}

function hasSourceName(
  touch: TouchPosition | undefined,
  kind: "channel" | "campaign",
  name: string,
): RawBuilder<boolean> {
  const column = sql.ref(touchColumn(touch, kind));
  const hasName = sql<boolean>`${column} in (select spelling from source_names where kind = ${kind} and name = ${name})`;
  // Some tools write “none” into the URL.
  return name === none ? sql`(${column} is null or ${hasName})` : hasName;
}

/** Whether any address of the person has a sign-up for an event, also one that was canceled. */
function signedUpFor(event: string): RawBuilder<boolean> {
  const signups = sql`linkedin_live_signups as signup join person_addresses as address on address.email = signup.email`;
  if (event === none) {
    return sql`not exists (
      select from ${signups} where address.person_id = people.id and signup.event_id is not null
    )`;
  }
  // An array is read once. With a subquery, PostgreSQL may search the sign-ups of every person in the order of the list.
  return sql`people.id = any (array(select address.person_id from ${signups} where signup.event_id = ${event}))`;
}
