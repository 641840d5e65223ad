import type { CountedPeople } from "./count-people.server.ts";
import type { CountedVisits } from "./count-visits.server.ts";
import type { Period } from "./periods.ts";
import { addFigures, type Figures, noFigures } from "./source-counts.ts";

/** Below this number of leads, shares are given as counts, and sources are not ranked. */
export const minRankedLeads = 10;

/** A report displays this many sources and adds up the others. The file contains all of them. */
export const maxSources = 14;

/** The value of the filters of the list of people for those without a source, which some tools also write into the URL of a visit. */
export const noSource = "none";

/** What was counted in one period. */
export type Counted = {
  people: readonly CountedPeople[];
  /** Null if the visits of a part of the period are no longer stored. */
  visits: CountedVisits | null;
  optedOut: { visits: number; automated: number };
  spend: readonly { name: string; cents: number }[];
};

/** A source. `before` is that of the other period, if there is one. */
export type SourceRow = {
  /** Null for people and visits without a campaign, channel or page. */
  name: string | null;
  /** The channels of a campaign. */
  channels: readonly string[];
  now: Figures;
  before: Figures | undefined;
};

export type SourceReport = {
  /** Sorted. Those with too few leads follow the ranked ones, by name. */
  rows: readonly SourceRow[];
  /** The visits of further sources, which have neither people nor spend. */
  others: OtherSources | undefined;
  total: Pair<Figures>;
  automated: Pair<{ people: number; visits: number | null }>;
  optedOut: Pair<number>;
};

/** The sum of sources that are not displayed. `isMore`: there are more than `count`. */
export type OtherSources = Pair<Figures> & { count: number; isMore: boolean };

type Pair<Value> = { now: Value; before: Value | undefined };

export type SourceSort =
  | "leads"
  | "visits"
  | "exit-ready"
  | "seats"
  | "attended"
  | "booked"
  | "clients"
  | "rate"
  | "spend"
  | "cost"
  | "name";

/** Combines people, visits and spend by source. */
export function createReport(
  { now, before }: Pair<Counted>,
  order: { sort: SourceSort; isAscending: boolean },
): SourceReport {
  const figuresNow = figuresByName(now);
  const figuresBefore = before === undefined ? undefined : figuresByName(before);
  const channels = channelsByName([...now.people, ...(before?.people ?? [])]);
  const names = new Set([...figuresNow.keys(), ...(figuresBefore?.keys() ?? [])]);
  const rows = [...names].map((name) => ({
    name,
    channels: channels.get(name) ?? [],
    now: figuresNow.get(name) ?? emptyFigures(now),
    before: before === undefined ? undefined : (figuresBefore?.get(name) ?? emptyFigures(before)),
  }));
  return {
    rows: sortRows(rows, order),
    others: findOthers(now, before),
    total: { now: addTotal(now, figuresNow), before: before && addTotal(before, figuresBefore) },
    automated: { now: countAutomated(now), before: before && countAutomated(before) },
    optedOut: { now: now.optedOut.visits, before: before?.optedOut.visits },
  };
}

function findOthers(now: Counted, before: Counted | undefined): OtherSources | undefined {
  const all = [now, before].flatMap((counted) => counted?.visits?.others ?? []);
  const count = Math.max(0, ...all.map(({ names }) => names));
  const isMore = all.some(({ hasUnknown }) => hasUnknown);
  if (count === 0 && !isMore) return undefined;
  const figures = ({ visits }: Counted): Figures => ({ ...noFigures, visits: visits?.others.visits ?? null });
  return { count, isMore, now: figures(now), before: before && figures(before) };
}

function emptyFigures({ visits }: Counted): Figures {
  return { ...noFigures, visits: visits === null ? null : 0 };
}

function figuresByName(counted: Counted): Map<string | null, Figures> {
  const found = new Map<string | null, Figures>();
  const add = (given: string | null, figures: Partial<Figures>): void => {
    const name = given === noSource ? null : given;
    found.set(name, addFigures(found.get(name) ?? emptyFigures(counted), { ...noFigures, ...figures }));
  };
  for (const { name, channel: _, isAutomated, ...counts } of counted.people) {
    if (!isAutomated) add(name, counts);
  }
  for (const { name, visits } of counted.visits?.named ?? []) add(name, { visits });
  for (const { name, cents } of counted.spend) add(name, { spendCents: cents });
  return new Map(
    [...found].map(([name, figures]) => [
      name,
      { ...figures, paidLeads: figures.spendCents === null ? 0 : figures.leads },
    ]),
  );
}

function channelsByName(people: readonly CountedPeople[]): Map<string | null, string[]> {
  const found = new Map<string | null, Set<string>>();
  for (const { name, channel, isAutomated } of people) {
    if (channel === null || isAutomated) continue;
    const key = name === noSource ? null : name;
    found.set(key, (found.get(key) ?? new Set()).add(channel));
  }
  return new Map([...found].map(([name, channels]) => [name, [...channels].toSorted(byText)]));
}

/** Browsers that opted out of tracking have no source, so only the total contains their visits. */
function addTotal(counted: Counted, figures: Map<string | null, Figures> | undefined): Figures {
  const total = sumFigures([emptyFigures(counted), ...(figures?.values() ?? [])]);
  const { visits, optedOut } = counted;
  return {
    ...total,
    visits:
      total.visits === null || visits === null ? null : total.visits + visits.others.visits + optedOut.visits,
  };
}

export function sumFigures(all: readonly Figures[]): Figures {
  return all.reduce(addFigures, noFigures);
}

function countAutomated({ people, visits, optedOut }: Counted): { people: number; visits: number | null } {
  return {
    people: people.reduce((sum, { isAutomated, leads }) => (isAutomated ? sum + leads : sum), 0),
    visits: visits === null ? null : visits.automated + optedOut.automated,
  };
}

export function isRanked({ now }: Pick<SourceRow, "now">): boolean {
  return now.leads >= minRankedLeads;
}

function sortRows(
  rows: readonly SourceRow[],
  { sort, isAscending }: { sort: SourceSort; isAscending: boolean },
): SourceRow[] {
  const byName = (one: SourceRow, other: SourceRow): number => compareNames(one.name, other.name);
  const sign = isAscending ? 1 : -1;
  const compare = (one: SourceRow, other: SourceRow): number => {
    if (sort === "name") return sign * byName(one, other);
    const difference = sortValue(one.now, sort) - sortValue(other.now, sort);
    return sign * difference || other.now.leads - one.now.leads || byName(one, other);
  };
  return [
    ...rows.filter(isRanked).toSorted(compare),
    ...rows.filter((row) => !isRanked(row)).toSorted(byName),
  ];
}

function sortValue(figures: Figures, sort: Exclude<SourceSort, "name">): number {
  switch (sort) {
    case "exit-ready":
      return figures.exitReady;
    case "rate":
      return figures.booked / figures.leads;
    case "spend":
      return figures.spendCents ?? -1;
    case "cost":
      return figures.spendCents === null ? -1 : figures.spendCents / figures.leads;
    case "visits":
      return figures.visits ?? -1;
    case "leads":
    case "seats":
    case "attended":
    case "booked":
    case "clients":
      return figures[sort];
  }
}

/** People without a source follow the others. */
function compareNames(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return byText(one, other);
}

const collator = new Intl.Collator("en-US", { sensitivity: "base", numeric: true });
function byText(one: string, other: string): number {
  return collator.compare(one, other);
}

/** The rows that a screen displays, in their order, and the sum of the others. */
export function limitRows(
  { rows, others, total }: Pick<SourceReport, "rows" | "others" | "total">,
  max = maxSources,
): { shown: SourceRow[]; others: OtherSources | undefined } {
  const importance = ({ now, before }: SourceRow): number =>
    now.leads * 1e9 + (now.visits ?? 0) * 1e3 + (before?.leads ?? 0);
  const kept = new Set(rows.toSorted((one, other) => importance(other) - importance(one)).slice(0, max));
  const rest = rows.filter((row) => !kept.has(row));
  const shown = rows.filter((row) => kept.has(row));
  if (rest.length === 0) return { shown, others };
  const before = [...rest.flatMap((row) => row.before ?? []), ...(others?.before ? [others.before] : [])];
  return {
    shown,
    others: {
      count: rest.length + (others?.count ?? 0),
      isMore: others?.isMore === true,
      now: sumFigures([...rest.map(({ now }) => now), ...(others === undefined ? [] : [others.now])]),
      before: total.before === undefined ? undefined : sumFigures(before),
    },
  };
}

/** A bar of the chart of assessments, and that of the other period. */
export type WeekBar = { now: Period; people: number; before: { period: Period; people: number } | undefined };

/** A step of the funnel, in both periods. */
export type FunnelStep = {
  step: "visits" | "leads" | "assessed" | "seats" | "attended" | "booked" | "clients";
  now: number | null;
  before: number | null | undefined;
};

const funnelOrder = ["visits", "leads", "assessed", "seats", "attended", "booked", "clients"] as const;

/** How many people reached each step. */
export function createFunnel({ total }: Pick<SourceReport, "total">): FunnelStep[] {
  return funnelOrder.map((step) => ({ step, now: total.now[step], before: total.before?.[step] }));
}
