import { canExportLeads, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { comparisonChoices, describePeriod, periodChoices } from "#app/people/sources/periods.ts";
import type { SourceOrder, SourceQuery } from "#app/people/sources/plan-report.ts";
import type { Figures } from "#app/people/sources/source-counts.ts";
import type { FunnelStep, SourceRow, SourceSort, WeekBar } from "#app/people/sources/source-report.ts";
import { defineList, type ListColumn } from "#app/staff/data-table/list-definition.ts";
import { dimensionNames, funnelSteps, sortNames, sourceTexts, touchNames } from "./sources.messages.ts";

// The parameters of the screen, and the files that it exports. The screen has its own tables.

const shared = {
  path: pages.sources.path,
  permission: canViewLeads,
  empty: sourceTexts.empty,
  hasDays: true,
  filters: {
    period: { label: sourceTexts.period, choices: periodChoices },
    compare: { label: sourceTexts.compare, choices: comparisonChoices },
    by: { label: sourceTexts.groupBy, choices: dimensionNames },
    touch: { label: sourceTexts.countBy, choices: touchNames },
  },
  sorts: createSorts(),
  view: ({ id }: { id: string }) => ({ id }),
} as const;

const exported = {
  permission: canExportLeads,
  actions: { started: "leads-export-begun", ended: "leads-exported" },
  emptyMessage: sourceTexts.empty,
} as const;

/** A row of a file. */
export type ExportedRow<Row> = Row & { id: string };

type View = { id: string };

const countColumns: readonly (readonly [label: string, key: Exclude<keyof Figures, "spendCents">])[] = [
  ["Visits", "visits"],
  ["Leads", "leads"],
  ["Assessments", "assessed"],
  ["Early Stage", "earlyStage"],
  ["Making Progress", "makingProgress"],
  ["Exit Ready", "exitReady"],
  ["Seats", "seats"],
  ["Attended", "attended"],
  ["Booked", "booked"],
  ["Clients", "clients"],
];

export const sourceList = defineList<ExportedRow<SourceRow>, SourceQuery>()({
  ...shared,
  name: "source-report",
  row: "source",
  rows: "sources",
  columns: [
    { label: "Source", csv: ({ name }) => name ?? "" },
    { label: "Channels", csv: ({ channels }) => channels.join(", ") },
    ...figureColumns("", ({ now }) => now),
    ...figureColumns("Before: ", ({ before }) => before),
  ],
  export: { ...exported, filePrefix: "sources-" },
});

export const funnelList = defineList<ExportedRow<FunnelStep>, SourceQuery>()({
  ...shared,
  name: "source-funnel",
  row: "step of the funnel",
  rows: "steps of the funnel",
  columns: [
    { label: "Step", csv: ({ step }) => funnelSteps[step] },
    { label: "Number", csv: ({ now }) => now ?? "" },
    { label: "Before", csv: ({ before }) => before ?? "" },
  ],
  export: { ...exported, filePrefix: "sources-funnel-" },
});

export const weekList = defineList<ExportedRow<WeekBar>, SourceQuery>()({
  ...shared,
  name: "source-weeks",
  row: "week of assessments",
  rows: "weeks of assessments",
  columns: [
    { label: "Days", csv: ({ now }) => describePeriod(now) },
    { label: "Assessments", csv: ({ people }) => people },
    {
      label: "Before: days",
      csv: ({ before }) => (before === undefined ? "" : describePeriod(before.period)),
    },
    { label: "Before: assessments", csv: ({ before }) => before?.people ?? "" },
  ],
  export: { ...exported, filePrefix: "sources-weeks-" },
});

/** Numbers and no shares, which a spreadsheet computes. */
function figureColumns(
  prefix: string,
  find: (row: SourceRow) => Figures | undefined,
): ListColumn<ExportedRow<SourceRow>, View>[] {
  return [
    ...countColumns.map(([label, key]) => ({
      label: prefix + label,
      csv: (row: SourceRow) => find(row)?.[key] ?? "",
    })),
    {
      label: `${prefix}Spend in dollars`,
      csv: (row) => {
        const cents = find(row)?.spendCents ?? null;
        return cents === null ? "" : cents / 100;
      },
    },
  ];
}

/** Each order and its reverse. */
function createSorts(): Readonly<Record<SourceOrder, string>> {
  const sorts = Object.entries(sortNames).flatMap(([sort, name]) => [
    [sort, name],
    [`${sort}-up`, `${name}, reversed`],
  ]);
  // The keys of `sortNames` are complete by its type.
  return Object.fromEntries(sorts) as Record<SourceSort | `${SourceSort}-up`, string>;
}
