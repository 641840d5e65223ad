import { longDayIn, timeIn } from "#app/platform/zoned-time.ts";

/**
 * Tells the event's time as the visitor's own clock will show it, in the place of universal time; that stays where a machine
 * does not know its zone.
 */
export function showVisitorTime(): void {
  const element = document.querySelector<HTMLElement>("[data-visitor-time]");
  const here = visitorZone();
  if (!element || here === undefined) return;
  const { visitorTime = "", zone = "", place = "" } = element.dataset;
  const { time, day } = visitorTimeOf(new Date(visitorTime), { here, there: { zone, place } });
  for (const [selector, words] of [
    ["dt", "Where you are"],
    ["b", time],
    ["span", day],
  ] as const) {
    element.querySelector(selector)?.replaceChildren(words);
  }
}

/** The words for a moment. @param zones.there where the event is told, and the name of that place */
export function visitorTimeOf(
  moment: Date,
  { here, there }: { here: string; there: { zone: string; place: string } },
): { time: string; day: string } {
  const time = timeIn(here, moment);
  const day = longDayIn(here, moment);
  const isSame = time === timeIn(there.zone, moment) && day === longDayIn(there.zone, moment);
  const name = isSame ? `as in ${there.place}` : cityOf(here);
  return { time: name === undefined ? time : `${time}, ${name}`, day };
}

/** Some machines have none, or one whose name (`Etc/Unknown`) the browser does not take back. */
function visitorZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The city after which the zone is named; `UTC` and `Etc/GMT+5` name none. */
function cityOf(timeZone: string): string | undefined {
  if (!timeZone.includes("/") || timeZone.startsWith("Etc/")) return undefined;
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ");
  return namesToday.find(([former]) => former === city)?.[1] ?? city;
}

/** Browsers name some zones as they were first called. */
const namesToday = [
  ["Calcutta", "Kolkata"],
  ["Dacca", "Dhaka"],
  ["Godthab", "Nuuk"],
  ["Katmandu", "Kathmandu"],
  ["Kiev", "Kyiv"],
  ["Rangoon", "Yangon"],
  ["Saigon", "Ho Chi Minh City"],
] as const;
