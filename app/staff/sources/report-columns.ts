import type { Dimension, Figures, PersonCounts } from "#app/people/sources/source-counts.ts";
import type { SourceSort } from "#app/people/sources/source-report.ts";
import { formatCost, formatCount, formatShare, formatSpend } from "./source-figures.ts";
import type { StageFilter } from "./source-links.ts";
import { sortNames } from "./sources.messages.ts";

/** A column of figures. */
export type ReportColumn = {
  label: string;
  /** Columns without a sort order have none in the URL either. */
  sort: SourceSort | undefined;
  format: (figures: Figures) => string;
  /** The number of people; 0 for other figures. */
  count: (figures: Figures) => number;
  /** The filter of the list of people that finds the counted ones. */
  filter?: StageFilter;
};

const visits: ReportColumn = {
  label: sortNames.visits,
  sort: "visits",
  format: (figures) => formatCount(figures.visits),
  count: () => 0,
};

function countPeople(
  key: keyof PersonCounts,
  { label, sort, filter }: { label: string; sort?: SourceSort; filter: StageFilter },
): ReportColumn {
  return {
    label,
    sort,
    filter,
    format: (figures) => formatCount(figures[key]),
    count: (figures) => figures[key],
  };
}

const people: readonly ReportColumn[] = [
  countPeople("leads", { label: sortNames.leads, sort: "leads", filter: {} }),
  countPeople("earlyStage", { label: "Early Stage", filter: { level: "Early Stage" } }),
  countPeople("makingProgress", { label: "Making Progress", filter: { level: "Making Progress" } }),
  countPeople("exitReady", {
    label: sortNames["exit-ready"],
    sort: "exit-ready",
    filter: { level: "Exit Ready" },
  }),
  countPeople("seats", { label: sortNames.seats, sort: "seats", filter: { stage: "seat" } }),
  countPeople("attended", { label: sortNames.attended, sort: "attended", filter: { stage: "attended" } }),
  countPeople("booked", { label: sortNames.booked, sort: "booked", filter: { stage: "booked" } }),
  countPeople("clients", { label: sortNames.clients, sort: "clients", filter: { stage: "client" } }),
];

const bookedPerLead: ReportColumn = {
  label: sortNames.rate,
  sort: "rate",
  format: ({ booked, leads }) => formatShare(booked, leads),
  count: () => 0,
};

const money: readonly ReportColumn[] = [
  {
    label: sortNames.spend,
    sort: "spend",
    format: ({ spendCents }) => formatSpend(spendCents),
    count: () => 0,
  },
  {
    label: sortNames.cost,
    sort: "cost",
    format: ({ spendCents, paidLeads }) => formatCost(spendCents, paidLeads),
    count: () => 0,
  },
];

/** The columns of a report. Staff enter what channels and campaigns cost, and not pages. */
export function reportColumns(by: Dimension): readonly ReportColumn[] {
  return [visits, ...people, bookedPerLead, ...(by === "page" ? [] : money)];
}
