import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";

/**
 * Replaces UTC with the event's time in the visitor's time zone. Keeps UTC if the browser does not know the time zone.
 */
export function showVisitorTime(): void {
  const element = document.querySelector<HTMLElement>("[data-visitor-time]");
  const here = findVisitorZone();
  if (!element || here === undefined) return;
  const { visitorTime = "", zone = "", place = "" } = element.dataset;
  const { time, day } = formatVisitorTime(new Date(visitorTime), { here, there: { zone, place } });
  for (const [selector, words] of [
    ["dt", "Where you are"],
    ["b", time],
    ["span", day],
  ] as const) {
    element.querySelector(selector)?.replaceChildren(words);
  }
}

/** @param zones.there the time zone of the event and the name of its city */
export function formatVisitorTime(
  moment: Date,
  { here, there }: { here: string; there: { zone: string; place: string } },
): { time: string; day: string } {
  const time = timeIn(here, moment);
  const day = longDayIn(here, moment);
  const isSame = time === timeIn(there.zone, moment) && day === longDayIn(there.zone, moment);
  const name = isSame ? `as in ${there.place}` : findCity(here);
  return { time: name === undefined ? time : `${time}, ${name}`, day };
}

/** Undefined without a time zone, or with one that the browser itself rejects (`Etc/Unknown`). */
function findVisitorZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The city that a time zone is named for; `UTC` and `Etc/GMT+5` have none. */
function findCity(timeZone: string): string | undefined {
  if (!timeZone.includes("/") || timeZone.startsWith("Etc/")) return undefined;
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ");
  return currentNames.find(([former]) => former === city)?.[1] ?? city;
}

/** Browsers use former names for some time zones. */
const currentNames = [
  ["Calcutta", "Kolkata"],
  ["Dacca", "Dhaka"],
  ["Godthab", "Nuuk"],
  ["Katmandu", "Kathmandu"],
  ["Kiev", "Kyiv"],
  ["Rangoon", "Yangon"],
  ["Saigon", "Ho Chi Minh City"],
] as const;
