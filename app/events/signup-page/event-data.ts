import { formPaths } from "#app/pages/form-paths.ts";
import { advisorData, practiceReference } from "#app/pages/structured-data.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import type { EventView, SignupView } from "./event-view.ts";

/**
 * The structured data of events that are upcoming or in progress. The general page describes all of them, because search engines do not list
 * the pages of single events.
 */
export function eventData({ state, event, others, formPath }: SignupView, siteUrl: string): object[] {
  const shown = state === "none" || state === "past" ? [] : [event];
  const described = formPath === formPaths.eventSignup ? [...shown, ...others] : shown;
  return described.map((each) => describeEvent(each, siteUrl));
}

function describeEvent(event: EventView, siteUrl: string): object {
  const url = siteUrl + event.path;
  const { title, startsAt, endsAt, timeZone, capacity, seatsLeft, summary } = event;
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: title,
    description: summary ?? liveEvent.page.states.upcoming.lead,
    startDate: withOffset(startsAt, timeZone),
    endDate: withOffset(endsAt, timeZone),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    // Not the join link, which only people with a seat get.
    location: { "@type": "VirtualLocation", url },
    organizer: practiceReference(siteUrl),
    performer: performers(event.hosts, siteUrl),
    offers: {
      "@type": "Offer",
      url,
      price: 0,
      priceCurrency: "USD",
      availability: `https://schema.org/${seatsLeft > 0 ? "InStock" : "SoldOut"}`,
    },
    isAccessibleForFree: true,
    maximumAttendeeCapacity: capacity,
    remainingAttendeeCapacity: seatsLeft,
  };
}

function performers(hosts: EventView["hosts"], siteUrl: string): object[] {
  return hosts.map(({ name, role }) =>
    name === practice.advisor.name
      ? advisorData(siteUrl)
      : { "@type": "Person", name, disambiguatingDescription: role },
  );
}

/** The local time with its UTC offset, as in `2026-12-17T12:00:00-06:00`. */
function withOffset(at: string, timeZone: string): string {
  const moment = new Date(at);
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(
    moment,
  );
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const offset = name.slice("GMT".length);
  const local = new Date(moment.getTime() + parseOffset(offset) * 60_000);
  return local.toISOString().slice(0, "2026-12-17T12:00:00".length) + offset;
}

function parseOffset(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
