import { addDays, mondayOf } from "#app/platform/calendar/day-in.ts";

/** Days of the firm's calendar, both inclusive, as 2026-11-21. */
export type Period = { from: string; to: string };

export const periodChoices = {
  "12-weeks": "Last 12 weeks",
  "4-weeks": "Last 4 weeks",
  month: "This month",
  "last-month": "Last month",
  year: "This year",
  dates: "Pick dates…",
} as const;
export type PeriodChoice = keyof typeof periodChoices;

export const comparisonChoices = {
  before: "The period before",
  "year-before": "The year before",
  none: "Nothing",
} as const;
export type ComparisonChoice = keyof typeof comparisonChoices;

/** Limits how much data a report reads. */
export const maxPeriodDays = 731;

/**
 * The days of a report. Periods of weeks consist of complete weeks from Monday to Sunday.
 * @param asked.from the first day of picked dates
 * @param today of the firm's calendar
 */
export function resolvePeriod(
  asked: { period?: PeriodChoice | undefined; from?: string | undefined; to?: string | undefined },
  today: string,
): Period {
  const choice = choosePeriod(asked);
  const lastSunday = addDays(mondayOf(today), -1);
  switch (choice) {
    case "12-weeks":
      return { from: addDays(lastSunday, 1 - 12 * 7), to: lastSunday };
    case "4-weeks":
      return { from: addDays(lastSunday, 1 - 4 * 7), to: lastSunday };
    case "month":
      return { from: firstOfMonth(today), to: today };
    case "last-month": {
      const to = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case "dates":
      return pickedDates(asked, today);
  }
}

/** Dates without a choice are picked ones, so that a link needs only the dates. */
export function choosePeriod({
  period,
  from,
  to,
}: {
  period?: PeriodChoice | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): PeriodChoice {
  return period ?? (from === undefined && to === undefined ? "12-weeks" : "dates");
}

/** Whether a report can begin or end on a day. Dates are calculated from it, which must have years of four digits. */
export function isReportDay(day: string): boolean {
  return day >= "1900-01-01" && day <= "2199-12-31";
}

function pickedDates(picked: { from?: string | undefined; to?: string | undefined }, today: string): Period {
  const [from, to] = [picked.from, picked.to].map((day) =>
    day !== undefined && isReportDay(day) ? day : undefined,
  );
  const [one, other] = [
    from ?? addDays(to ?? today, 1 - 12 * 7),
    to ?? (from !== undefined && from > today ? from : today),
  ];
  const [first, last] = one <= other ? [one, other] : [other, one];
  const earliest = addDays(last, 1 - maxPeriodDays);
  return { from: first < earliest ? earliest : first, to: last };
}

/**
 * The period that a report is compared with. It has the same number of days, except that a month can be shorter than the next one. A
 * running month or year is compared with the same days of the one before.
 */
export function comparePeriod(
  period: Period,
  choice: PeriodChoice,
  comparison: ComparisonChoice,
): Period | undefined {
  if (comparison === "none") return undefined;
  const days = countDays(period);
  const isYear = choice === "year" || comparison === "year-before";
  if (isYear) {
    // 52 weeks, so that weeks are compared with weeks.
    if (days % 7 === 0 && choice !== "month" && choice !== "last-month" && choice !== "year") {
      return shift(period, -52 * 7);
    }
    return { from: sameDayMonthsBefore(period.from, 12), to: sameDayMonthsBefore(period.to, 12) };
  }
  if (choice === "month") {
    return { from: sameDayMonthsBefore(period.from, 1), to: sameDayMonthsBefore(period.to, 1) };
  }
  if (choice === "last-month") {
    const to = addDays(period.from, -1);
    return { from: firstOfMonth(to), to };
  }
  return shift(period, -days);
}

function shift({ from, to }: Period, days: number): Period {
  return { from: addDays(from, days), to: addDays(to, days) };
}

/** The same day of an earlier month, or its last day if it is shorter. */
export function sameDayMonthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, lastDate));
  return toDay(first);
}

export function countDays({ from, to }: Period): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The parts of a period that a chart displays as bars: weeks, or several of them in a longer period. The last part can be shorter. */
export function splitPeriod(period: Period, weeks = weeksPerBar(period)): Period[] {
  const parts: Period[] = [];
  for (let from = period.from; from <= period.to; from = addDays(from, weeks * 7)) {
    const end = addDays(from, weeks * 7 - 1);
    parts.push({ from, to: end < period.to ? end : period.to });
  }
  return parts;
}

const maxBars = 14;

export function weeksPerBar(period: Period): number {
  return Math.ceil(countDays(period) / 7 / maxBars);
}

const dayMs = 86_400_000;

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** “Aug 31 – Nov 22, 2026”, with the first year only if it differs. */
export function describePeriod({ from, to }: Period): string {
  if (from === to) return formatDay(from, true);
  return `${formatDay(from, from.slice(0, 4) !== to.slice(0, 4))} – ${formatDay(to, true)}`;
}

/** “Aug 31 – Nov 22” for each of two periods, with the years if they differ. */
export function labelPeriods(
  now: Period,
  before: Period | undefined,
): { now: string; before: string | undefined } {
  const isOneYear = [now.to, before?.from ?? now.from].every(
    (day) => day.slice(0, 4) === now.from.slice(0, 4),
  );
  const label = (period: Period): string => {
    const text = isOneYear ? describePeriod(period).replace(/, \d{4}$/, "") : describePeriod(period);
    // A narrow label wraps after the dash only.
    return text.replaceAll(/(?<!–) /g, "\u00a0");
  };
  return { now: label(now), before: before && label(before) };
}

/** “Aug 31” */
export function formatDay(day: string, hasYear: boolean): string {
  return (hasYear ? withYear : withoutYear).format(new Date(`${day}T00:00:00Z`));
}

const format = { month: "short", day: "numeric", timeZone: "UTC" } as const;
const withoutYear = new Intl.DateTimeFormat("en-US", format);
const withYear = new Intl.DateTimeFormat("en-US", { ...format, year: "numeric" });
