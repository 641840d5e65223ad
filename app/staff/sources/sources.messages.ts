import type { TouchPosition } from "#app/people/lists/people-filter.server.ts";
import type { Dimension } from "#app/people/sources/source-counts.ts";
import type { SourceSort } from "#app/people/sources/source-report.ts";
import { minRankedLeads } from "#app/people/sources/source-report.ts";

export const dimensionNames: Readonly<Record<Dimension, string>> = {
  campaign: "Campaigns",
  channel: "Channels",
  page: "Landing pages",
};

export const columnOfNames: Readonly<Record<Dimension, string>> = {
  campaign: "Campaign",
  channel: "Channel",
  page: "Page",
};

/** The row of people and visits without one. */
export const withoutSource: Readonly<Record<Dimension, string>> = {
  campaign: "No campaign",
  channel: "Unknown channel",
  page: "Unknown page",
};

export const allSources: Readonly<Record<Dimension, string>> = {
  campaign: "All campaigns",
  channel: "All channels",
  page: "All pages",
};

export const touchNames: Readonly<Record<TouchPosition, string>> = {
  first: "First touch",
  last: "Last touch",
};

export const sortNames: Readonly<Record<SourceSort, string>> = {
  leads: "Leads",
  visits: "Visits",
  "exit-ready": "Exit Ready",
  seats: "Seats",
  attended: "Attended",
  booked: "Booked",
  clients: "Clients",
  rate: "Booked per lead",
  spend: "Spend",
  cost: "Cost per lead",
  name: "Name",
};

export const sourceTexts = {
  periods: "Periods",
  period: "Period",
  compare: "Compare with",
  from: "From",
  to: "To",
  show: "Show",
  export: "Export",
  groupBy: "Group by",
  countBy: "Count by",
  spend: "Enter spend",
  names: "Edit names",
  skip: "Skip the table",
  end: "End of the table",
  scroll: (table: string) => `${table} table`,
  secondLine: (period: string) => `Second line: ${period}`,
  was: (value: string) => `was ${value}`,
  isNew: "new",
  channels: (count: number) => `${count} channels`,
  unranked: `Fewer than ${minRankedLeads} leads: sorted by name, not ranked`,
  note: `Leads are people who submitted their first form in this period. Other columns count everything they have done since. Visits are counted under the source of the visit. With fewer than ${minRankedLeads} leads, counts are shown instead of percentages. A dash means no data.`,
  visitsNote: "Visits are stored for 13 months, so earlier periods have none.",
  spendNote: "Monthly spend is prorated by day.",
  automated: "Automated traffic, not counted above",
  optedOut: "Browsers that opted out of tracking, counted only in total visits",
  empty: "No visits or leads in this period.",
  funnel: "Funnel",
  funnelHint: "People who reached each step, as a share of the leads",
  step: "Step",
  barsStart: "Share of leads",
  weeks: (weeksPerBar: number) =>
    weeksPerBar === 1 ? "Assessments per week" : `Assessments per ${weeksPerBar} weeks`,
  weeksHint: (now: string, before: string | undefined) =>
    before === undefined ? now : `${now}, was ${before}`,
  weekOf: "Week of",
  showTable: "Show table",
  noAssessments: "No assessments in this period.",
  outOfRange: "Dates must be between 1900 and 2199. Other dates were ignored.",
  tooLong: "A period can be at most two years long. The start date was moved to fit.",
} as const;

export const funnelSteps = {
  visits: "Visited",
  leads: "Became leads",
  assessed: "Took the assessment",
  seats: "Got a seat",
  attended: "Attended",
  booked: "Booked",
  clients: "Became clients",
} as const;
