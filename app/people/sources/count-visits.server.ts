import { type Kysely, type RawBuilder, sql } from "kysely";
import { forceReplan } from "#app/data/connection/prepared-statements.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { practice } from "#content/practice.ts";
import { addDays } from "#app/platform/calendar/day-in.ts";
import type { Period } from "./periods.ts";
import type { Dimension } from "./source-counts.ts";

/** The anonymous visits of one period. */
export type CountedVisits = {
  /** `name` is null without a source. */
  named: readonly { name: string | null; visits: number }[];
  /** The sum of all other names. `hasUnknown`: some of them were stored without their names, so there are more than `names`. */
  others: { names: number; hasUnknown: boolean; visits: number };
  automated: number;
};

/** Of the names that have neither people nor spend, a report contains this many, those with the most visits. */
export const maxVisitNames = 200;

/** Only this many of the spellings that have brought no person are compared with others, because that is slow. */
const maxComparedSpellings = 1_000;

/** The value of `visit_counts` for the spellings beyond the daily limit. No spelling starts with a space. */
const otherValue = " other";

type VisitRow = {
  /** The index of the period. */
  part: number;
  kind: "named" | "others" | "unknown" | "automated";
  name: string | null;
  names: number;
  visits: number;
};

/**
 * Counts the anonymous visits of periods by source. URLs can contain any campaign, so the names of a report are limited, and those of all
 * periods are the same.
 * @param known names that are not limited
 */
export async function countVisits(
  db: Kysely<Database>,
  periods: readonly Period[],
  { by, known }: { by: Dimension; known: readonly string[] },
): Promise<CountedVisits[]> {
  if (periods.length === 0) return [];
  const parts = periods.map(
    (period, index) => sql`select ${index}::int as part, * from (${visitsByValue(period, by)}) as visit`,
  );
  const { rows } = await sql<VisitRow>`
    with counted as materialized (
      select part, value, is_automated, sum(visits)::bigint as visits
      from (${sql.join(parts, sql` union all `)}) as visit
      group by part, value, is_automated
    ), by_value as materialized (
      select value, sum(visits) as visits from counted where not is_automated and value <> ${otherValue} group by value
    ), named as materialized (${namedValues(by)}), by_name as (
      select name, sum(visits) as visits from by_value join named using (value) group by name
    ), kept as (
      select name from by_name
      where name is null or name = any (${known}::text[])
        or name in (
          select name from by_name where name <> all (${known}::text[])
          order by visits desc, name collate "C" limit ${maxVisitNames}
        )
    ), labeled as (
      select part, visits, kept.name,
        case when is_automated then 'automated' when counted.value = ${otherValue} then 'unknown'
          when kept.name is not null or counted.value = '' then 'named' else 'others' end as kind
      from counted left join named using (value) left join kept on kept.name = named.name
    )
    select ${forceReplan} part, kind, case kind when 'named' then name end as name, sum(visits)::bigint as visits,
      case kind when 'others' then (
        select count(distinct coalesce(named.name, by_value.value)) from by_value left join named using (value)
        where value <> '' and (named.name is null or named.name not in (select name from kept where name is not null))
      ) else 0 end as names
    from labeled group by part, kind, case kind when 'named' then name end`.execute(db);
  return periods.map((_, index) => collectVisits(rows.filter(({ part }) => part === index)));
}

function collectVisits(rows: readonly VisitRow[]): CountedVisits {
  const sum = (...kinds: VisitRow["kind"][]): number =>
    rows.reduce((all, { kind, visits }) => (kinds.includes(kind) ? all + visits : all), 0);
  return {
    named: rows.flatMap(({ kind, name, visits }) => (kind === "named" ? [{ name, visits }] : [])),
    others: {
      names: Math.max(0, ...rows.map(({ names }) => names)),
      hasUnknown: rows.some(({ kind }) => kind === "unknown"),
      visits: sum("others", "unknown"),
    },
    automated: sum("automated"),
  };
}

/**
 * The names of values. A spelling that has brought no person yet has the name of another spelling with the same letters and digits, if it
 * is one of those with the most visits.
 */
function namedValues(kind: Dimension): RawBuilder<unknown> {
  if (kind === "page") return sql`select value, nullif(value, '') as name from by_value`;
  return sql`
    select value, source_names.name from by_value join source_names on kind = ${kind} and spelling = value
    union all
    select value, coalesce(
      (select alike.name from source_names as alike where alike.kind = ${kind} and alike.key = source_key(value)
        order by alike.spelling limit 1),
      min(value) over (partition by source_key(value))
    ) as name
    from (
      select value from by_value
      where value <> '' and not exists (select from source_names where kind = ${kind} and spelling = value)
      order by visits desc, value collate "C" limit ${maxComparedSpellings}
    ) as compared`;
}

const valueInVisit: Readonly<Record<Dimension, RawBuilder<unknown>>> = {
  channel: sql`channel_of_touch(last_touch)`,
  campaign: sql`campaign_of_touch(last_touch)`,
  page: sql`last_touch ->> 'landingPage'`,
};

/**
 * Visits are counted by days of UTC. The hours between the start of the period in the firm's time zone and the next midnight of UTC, and
 * those at its end, are counted from the visits.
 */
function visitsByValue(period: Period, by: Dimension): RawBuilder<unknown> {
  const { start, end } = getPeriodBounds(period);
  const firstMidnight = midnightAtOrAfter(start);
  const lastMidnight = midnightAtOrBefore(end);
  const hasWholeDays = firstMidnight < lastMidnight;
  const hours: readonly (readonly [Date, Date])[] = hasWholeDays
    ? [
        [start, firstMidnight],
        [lastMidnight, end],
      ]
    : [[start, end]];
  const parts = hours.map(
    ([from, until]) => sql`
      select coalesce(${valueInVisit[by]}, '') as value, traffic_class = 'machine' as is_automated, 1 as visits
      from visitors where lead_id is null and created_at >= ${from} and created_at < ${until}`,
  );
  const days = sql`
    select value, traffic_class = 'machine' as is_automated, visits
    from visit_counts
    where dimension = ${by} and day >= ${toDay(firstMidnight)}::date and day < ${toDay(lastMidnight)}::date`;
  return sql.join(hasWholeDays ? [...parts, days] : parts, sql` union all `);
}

/** The visits of browsers that opted out of tracking, of which only daily totals are stored. */
export async function countOptedOutVisits(
  db: Kysely<Database>,
  { from, to }: Period,
): Promise<{ visits: number; automated: number }> {
  const found = await db
    .selectFrom("visitTotals")
    .select([
      sql<number>`coalesce(sum(visits) filter (where traffic_class <> 'machine'), 0)`.as("visits"),
      sql<number>`coalesce(sum(visits) filter (where traffic_class = 'machine'), 0)`.as("automated"),
    ])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .executeTakeFirstOrThrow();
  return found;
}

/** The first moment of the period, and the first one after it. */
export function getPeriodBounds({ from, to }: Period): { start: Date; end: Date } {
  const start = endOfDayIn(practice.timeZone, addDays(from, -1));
  const end = endOfDayIn(practice.timeZone, to);
  if (start === undefined || end === undefined) throw new Error(`${from} to ${to} is not a period.`);
  return { start, end };
}

const dayMs = 86_400_000;

function midnightAtOrAfter(moment: Date): Date {
  return new Date(Math.ceil(moment.getTime() / dayMs) * dayMs);
}

function midnightAtOrBefore(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / dayMs) * dayMs);
}

function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
