import { longDayIn, timeIn, weekdayIn } from "#app/platform/calendar/zoned-time.ts";

/** Replaces the US time zones with the reader's own time. Keeps them if the browser does not know its time zone. */
export function showVisitorTime(): void {
  const element = document.querySelector<HTMLElement>("[data-visitor-time]");
  const here = findVisitorZone();
  if (!element || here === undefined) return;
  const { visitorTime = "", zone = "" } = element.dataset;
  // A printed page is read in other time zones too.
  element.dataset["usTimes"] = element.textContent;
  element.replaceChildren(formatVisitorTime(new Date(visitorTime), { here, there: zone }));
}

/**
 * The event's time for a reader in another time zone, with the weekday if it is another day there.
 * @param zones.there the time zone of the event
 */
export function formatVisitorTime(moment: Date, { here, there }: { here: string; there: string }): string {
  const time = timeIn(here, moment);
  const isSameDay = longDayIn(here, moment) === longDayIn(there, moment);
  if (isSameDay && time === timeIn(there, moment)) return "Your time zone";
  const city = findCity(here);
  const day = isSameDay ? "" : `${weekdayIn(here, moment)}, `;
  return `Your time: ${day}${time}${city === undefined ? "" : `, ${city}`}`;
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
