import { momentIn } from "#app/platform/zoned-time.ts";

/** A time as the staff area shows it. */
export type Moment = {
  /** For machines. */
  iso: string;
  /** At a glance: "12 min ago", "Yesterday", "Nov 12". */
  short: string;
  /** To the minute, with its time zone: "Nov 20, 2026, 11:48 AM CST". */
  exact: string;
};

/**
 * Describes a time by the calendar of a time zone. Made on the server alone, so that a browser with other customs cannot
 * disagree with the page it got.
 */
export function describeMoment(at: Date, now: Date, timeZone: string): Moment {
  return {
    iso: at.toISOString(),
    short: shortly(at, now, timeZone),
    exact: momentIn(timeZone, at),
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function shortly(at: Date, now: Date, timeZone: string): string {
  const ageMs = now.getTime() - at.getTime();
  if (ageMs < minuteMs) return "Just now";
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`;
  const days = daysBetween(dayIn(timeZone, at), dayIn(timeZone, now));
  if (days === 0) return `${Math.floor(ageMs / hourMs)} h ago`;
  if (days === 1) return "Yesterday";
  if (days < 7) return `${days} days ago`;
  const sameYear = dayIn(timeZone, at).slice(0, 4) === dayIn(timeZone, now).slice(0, 4);
  return formatter("en-US", {
    timeZone,
    month: "short",
    day: "numeric",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(at);
}

/** 2026-11-20, by the calendar of a zone: the Swedish way to write a date is the international one. */
export function dayIn(timeZone: string, at: Date): string {
  return formatter("sv-SE", { timeZone, dateStyle: "short" }).format(at);
}

/** 11:48, on the clocks of a zone. */
export function timeIn(timeZone: string, at: Date): string {
  return formatter("sv-SE", { timeZone, timeStyle: "short" }).format(at);
}

/** Whole days between two dates of one calendar, whatever the clocks did in between. */
function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(earlier)) / dayMs);
}

/** To make one takes a hundred times as long as to use it, and a page of a list has fifty moments. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
