import { countDays, isReportDay, maxPeriodDays } from "#app/people/sources/periods.ts";
import type { SourceQuery } from "#app/people/sources/plan-report.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { readListUrl } from "#app/staff/data-table/list-url.ts";
import { sourceList } from "./sources.list.tsx";
import { sourceTexts } from "./sources.messages.ts";

/** Reads the parameters of the screen. Reversed dates are exchanged, because their meaning is clear. */
export function readSourceQuery(params: URLSearchParams): {
  query: SourceQuery;
  problems: readonly string[];
} {
  const { query, problems } = readListUrl<SourceQuery>(sourceList, exchangeDates(params));
  const { from, to, period } = query;
  const isTooLong =
    (period ?? "dates") === "dates" &&
    from !== undefined &&
    to !== undefined &&
    countDays({ from, to }) > maxPeriodDays;
  const isOutOfRange = [from, to].some((day) => day !== undefined && !isReportDay(day));
  return {
    query,
    problems: [
      ...problems,
      ...(isOutOfRange ? [sourceTexts.outOfRange] : []),
      ...(isTooLong && !isOutOfRange ? [sourceTexts.tooLong] : []),
    ],
  };
}

function exchangeDates(params: URLSearchParams): URLSearchParams {
  const [from, to] = [params.get("from"), params.get("to")];
  const isReversed = from !== null && to !== null && isDay(from) && isDay(to) && from > to;
  if (!isReversed) return params;
  const exchanged = new URLSearchParams(params);
  exchanged.set("from", to);
  exchanged.set("to", from);
  return exchanged;
}
