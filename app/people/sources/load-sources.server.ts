import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { retentionPeriods } from "#app/people/retention/retention.server.ts";
import { countAssessed, countPeople } from "./count-people.server.ts";
import { type CountedVisits, countOptedOutVisits, countVisits } from "./count-visits.server.ts";
import { addDays } from "#app/platform/calendar/day-in.ts";
import { type Period, sameDayMonthsBefore, splitPeriod, weeksPerBar } from "./periods.ts";
import { spendIn } from "./spend.ts";
import type { ReportPlan } from "./plan-report.ts";
import { type Counted, createReport, noSource, type SourceReport, type WeekBar } from "./source-report.ts";

/** Loads people, visits and spend by source. */
export async function loadReport(db: Kysely<Database>, query: ReportPlan): Promise<SourceReport> {
  const periods = query.before === undefined ? [query.now] : [query.now, query.before];
  const loaded = await Promise.all(periods.map((period) => loadPeopleAndSpend(db, period, query)));
  const visits = await loadVisits(db, periods, { ...query, known: listNames(loaded) });
  const [now, before] = loaded.map((counted, index) => ({ ...counted, visits: visits[index] ?? null }));
  if (now === undefined) throw new Error("A report has at least one period.");
  return createReport({ now, before }, query);
}

/** One query after the other, so that a report uses at most two of the process's database connections. */
async function loadPeopleAndSpend(
  db: Kysely<Database>,
  period: Period,
  { by, touch }: ReportPlan,
): Promise<Omit<Counted, "visits">> {
  const people = await countPeople(db, period, { by, touch });
  const optedOut = await countOptedOutVisits(db, period);
  const spend = by === "page" ? [] : await listSpendOfKind(db, by);
  return { people, optedOut, spend: spendIn(period, spend) };
}

/** The names that have people or spend. */
function listNames(loaded: readonly Omit<Counted, "visits">[]): string[] {
  const names = loaded.flatMap(({ people, spend }) => [
    ...people.flatMap(({ name, isAutomated }) => (name === null || isAutomated ? [] : [name])),
    ...spend.map(({ name }) => name),
  ]);
  // Displayed as people without a source.
  return [...new Set([...names, noSource])];
}

/** The visits of each period; null if those of a part of it are no longer stored. */
async function loadVisits(
  db: Kysely<Database>,
  periods: readonly Period[],
  { by, known, today }: Pick<ReportPlan, "by" | "today"> & { known: readonly string[] },
): Promise<(CountedVisits | null)[]> {
  const isStored = ({ from }: Period): boolean => from >= firstDayWithVisits(today);
  const counted = (await countVisits(db, periods.filter(isStored), { by, known })).values();
  return periods.map((period) => (isStored(period) ? (counted.next().value ?? null) : null));
}

function listSpendOfKind(db: Kysely<Database>, kind: "channel" | "campaign") {
  return db.selectFrom("sourceSpend").select(["name", "month", "cents"]).where("kind", "=", kind).execute();
}

/** Earlier visits are deleted, so their number would be too low. Those of the day thirteen months ago are deleted in the course of this day. */
export function firstDayWithVisits(today: string): string {
  const [months] = retentionPeriods.visits.split(" ");
  return addDays(sameDayMonthsBefore(today, Number(months)), 1);
}

/** People who took the assessment, by the week or weeks in which they were first recorded. */
export async function loadWeeks(
  db: Kysely<Database>,
  { now, before }: Pick<ReportPlan, "now" | "before">,
): Promise<{ weeksPerBar: number; bars: WeekBar[] }> {
  const weeks = weeksPerBar(now);
  const parts = splitPeriod(now, weeks);
  const partsBefore = before === undefined ? [] : splitAlike(before, parts.length, weeks);
  const [people, peopleBefore] = await Promise.all([
    countAssessed(db, parts),
    countAssessed(db, partsBefore),
  ]);
  return {
    weeksPerBar: weeks,
    bars: parts.map((period, index) => {
      const other = partsBefore[index];
      return {
        now: period,
        people: people[index] ?? 0,
        before: other && { period: other, people: peopleBefore[index] ?? 0 },
      };
    }),
  };
}

/** The compared month can be longer. Its last bar includes the extra days. */
function splitAlike(period: Period, count: number, weeks: number): Period[] {
  const parts = splitPeriod(period, weeks);
  return parts
    .slice(0, count)
    .map(({ from, to }, index) => ({ from, to: index === count - 1 ? period.to : to }));
}
