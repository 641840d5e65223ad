import { isDay } from "#app/platform/calendar/is-day.ts";
import { fiscalYearEnd } from "#content/disclosures/retention.ts";

/** 17 CFR 275.204-2(e)(3), as of 2026. */
const retentionYears = 5;

/** The last day of the fiscal year that contains a day. @param end month and day, such as 12-31 */
export function findFiscalYearEnd(day: string, end = fiscalYearEnd): string {
  const year = Number(day.slice(0, 4));
  const ofYear = lastDay(year, end);
  return day <= ofYear ? ofYear : lastDay(year + 1, end);
}

/** The last day of the fiscal year before the one that contains a day. */
export function findLastFiscalYearEnd(day: string, end = fiscalYearEnd): string {
  return lastDay(Number(findFiscalYearEnd(day, end).slice(0, 4)) - 1, end);
}

/** The last day on which a version must be kept that was last published on a day. */
export function findRetentionEnd(lastPublishedOn: string, end = fiscalYearEnd): string {
  return lastDay(Number(findFiscalYearEnd(lastPublishedOn, end).slice(0, 4)) + retentionYears, end);
}

/** February 29 is February 28 in other years. */
function lastDay(year: number, end: string): string {
  const day = `${year}-${end}`;
  return isDay(day) ? day : `${year}-02-28`;
}
