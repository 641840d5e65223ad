import { type Kysely, type RawBuilder, sql } from "kysely";
import { forceReplan } from "#app/data/connection/prepared-statements.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  peopleConditions,
  peopleDays,
  peopleFilters,
  touchColumn,
  type TouchPosition,
} from "#app/people/lists/people-filter.server.ts";
import type { Period } from "./periods.ts";
import type { Dimension, PersonCounts } from "./source-counts.ts";

/** The people of one source. `name` is null if it is unknown, or if there was none. */
export type CountedPeople = PersonCounts & {
  name: string | null;
  /** Of a campaign. */
  channel: string | null;
  isAutomated: boolean;
};

/** Counts the people who were first recorded in a period, by source. */
export async function countPeople(
  db: Kysely<Database>,
  period: Period,
  { by, touch }: { by: Dimension; touch: TouchPosition },
): Promise<CountedPeople[]> {
  const column = (part: Dimension) => sql.ref(touchColumn(touch, part));
  const channel = by === "campaign" ? column("channel") : sql`null::text`;
  // Names are joined to the groups, because there are far fewer groups than people.
  const { rows } = await sql<CountedPeople>`
    with counted as (
      select ${column(by)} as source, ${channel} as channel, ${peopleFilters.traffic("automated", {})} as is_automated,
        count(*) as leads,
        ${sql.join(stages.map(([name, condition]) => sql`count(*) filter (where ${condition}) as ${sql.ref(name)}`))}
      from people
      where ${sql.join(peopleConditions({ ...period, traffic: "all" }), sql` and `)}
      group by 1, 2, 3
    )
    select ${forceReplan} ${by === "page" ? sql`source` : sql`source_name.name`} as name, channel_name.name as channel,
      coalesce(is_automated, false) as is_automated, ${sql.join(countNames.map((name) => sql.ref(`counted.${name}`)))}
    from counted
    left join source_names as source_name on source_name.kind = ${by} and source_name.spelling = source
    left join source_names as channel_name on channel_name.kind = 'channel' and channel_name.spelling = channel`.execute(
    db,
  );
  return rows;
}

/** The filters of the list of people, by the name of their count. */
const stages: readonly (readonly [Exclude<keyof PersonCounts, "leads">, RawBuilder<boolean>])[] = [
  ["assessed", peopleFilters.stage("assessed", {})],
  ["earlyStage", peopleFilters.level("Early Stage", {})],
  ["makingProgress", peopleFilters.level("Making Progress", {})],
  ["exitReady", peopleFilters.level("Exit Ready", {})],
  ["seats", peopleFilters.stage("seat", {})],
  ["attended", peopleFilters.stage("attended", {})],
  ["booked", peopleFilters.stage("booked", {})],
  ["clients", peopleFilters.stage("client", {})],
];
const countNames = ["leads", ...stages.map(([name]) => name)];

/** Counts the people with an assessment who were first recorded in each part of a period. Automated ones are not counted. */
export async function countAssessed(db: Kysely<Database>, parts: readonly Period[]): Promise<number[]> {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { column, timeZone } = peopleDays;
  const conditions = peopleConditions({ from: first.from, to: last.to, stage: "assessed" });
  const { rows } = await sql<{ day: string; people: number }>`
    select ${forceReplan} (${column} at time zone ${timeZone})::date as day, count(*) as people
    from people where ${sql.join(conditions, sql` and `)}
    group by 1`.execute(db);
  return parts.map(({ from, to }) =>
    rows.reduce((sum, { day, people }) => (day >= from && day <= to ? sum + people : sum), 0),
  );
}
