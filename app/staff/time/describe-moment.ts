import { dayIn, daysBetween } from "#app/platform/calendar/day-in.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";

/** A time as displayed in the staff area. */
export type Moment = {
  iso: string;
  /** "12 min ago", "Yesterday", "Nov 12". */
  short: string;
  /** To the minute, with its time zone: "Nov 20, 2026, 11:48 AM CST". */
  exact: string;
};

/**
 * Describes a time in a time zone. The server renders it, so that the locale of a browser does not change it.
 */
export function describeMoment(at: Date, now: Date, timeZone: string): Moment {
  return {
    iso: at.toISOString(),
    short: describeAge(at, now, timeZone),
    exact: momentIn(timeZone, at),
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function describeAge(at: Date, now: Date, timeZone: string): string {
  const ageMs = now.getTime() - at.getTime();
  if (ageMs < minuteMs) return "Just now";
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`;
  const days = daysBetween(dayIn(timeZone, at), dayIn(timeZone, now));
  if (days === 0) return `${Math.floor(ageMs / hourMs)} h ago`;
  if (days === 1) return "Yesterday";
  if (days < 7) return `${days} days ago`;
  const sameYear = dayIn(timeZone, at).slice(0, 4) === dayIn(timeZone, now).slice(0, 4);
  return getFormatter("en-US", {
    timeZone,
    month: "short",
    day: "numeric",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(at);
}

/** 11:48 in the time zone. Swedish times have the format of ISO 8601. */
export function timeIn(timeZone: string, at: Date): string {
  return getFormatter("sv-SE", { timeZone, timeStyle: "short" }).format(at);
}

/** Caches formatters: creating one takes a hundred times as long as using it, and a list page has many times. */
function getFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
