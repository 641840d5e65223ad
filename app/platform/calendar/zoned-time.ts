// Formats times in a time zone, given by its IANA name, such as America/Chicago.

/** “Thursday, August 21, 2025” */
export function longDayIn(timeZone: string, moment: Date): string {
  return format({ weekday: "long", month: "long", day: "numeric", year: "numeric", timeZone }, moment);
}

/** “Aug 21, 2025” */
export function shortDayIn(timeZone: string, moment: Date): string {
  return format({ month: "short", day: "numeric", year: "numeric", timeZone }, moment);
}

/** “Aug 21” */
export function monthDayIn(timeZone: string, moment: Date): string {
  return format({ month: "short", day: "numeric", timeZone }, moment);
}

/** “Thursday” */
export function weekdayIn(timeZone: string, moment: Date): string {
  return format({ weekday: "long", timeZone }, moment);
}

/** { weekday: "Thursday", month: "August", day: "21", year: "2025" } */
export function datePartsIn(timeZone: string, moment: Date) {
  return {
    weekday: weekdayIn(timeZone, moment),
    month: format({ month: "long", timeZone }, moment),
    day: format({ day: "numeric", timeZone }, moment),
    year: format({ year: "numeric", timeZone }, moment),
  };
}

/** “12:00 PM CDT”: with the zone's own abbreviation at that moment. */
export function timeIn(timeZone: string, moment: Date): string {
  return format({ hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone }, moment);
}

/** “12:00 PM”: without the time zone, if the end of a range names it. */
export function clockTimeIn(timeZone: string, moment: Date): string {
  return format({ hour: "numeric", minute: "2-digit", timeZone }, moment);
}

/** “2 PM”: the hour that contains the moment. */
export function hourIn(timeZone: string, moment: Date): string {
  return format({ hour: "numeric", timeZone }, moment);
}

/** The hour of the day, from 0 to 23. */
export function hourNumberIn(timeZone: string, moment: Date): number {
  return Number(format({ hour: "numeric", hourCycle: "h23", timeZone }, moment));
}

/** “Aug 21, 2025, 12:00 PM CDT” */
export function momentIn(timeZone: string, moment: Date): string {
  return `${shortDayIn(timeZone, moment)}, ${timeIn(timeZone, moment)}`;
}

/** “Aug 21, 2025, 12:00:05 PM CDT” */
export function exactMomentIn(timeZone: string, moment: Date): string {
  return `${shortDayIn(timeZone, moment)}, ${exactTimeIn(timeZone, moment)}`;
}

/** “12:00:05 PM CDT” */
export function exactTimeIn(timeZone: string, moment: Date): string {
  const time = { hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "short" } as const;
  return format({ ...time, timeZone }, moment);
}

function format(options: Intl.DateTimeFormatOptions & { timeZone: string }, moment: Date): string {
  const key = JSON.stringify(options);
  // Cached, because creating a formatter takes a hundred times as long as using it. There is one for each time zone in use.
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat("en-US", options);
  formatters.set(key, formatter);
  // Old mail programs do not display the narrow no-break space that recent locale data puts before AM and PM.
  return formatter.format(moment).replaceAll("\u202f", " ");
}

const formatters = new Map<string, Intl.DateTimeFormat>();
