import { listBenefits, listHosts, type ShownHost } from "#app/events/schedule/event-copy.ts";
import { eventCalendarPath, eventPagePath } from "#app/events/schedule/event-paths.ts";
import {
  type ClosedReason,
  endOf,
  type EventPhase,
  type EventReader,
  findStatus,
  type LiveEvent,
} from "#app/events/schedule/live-event.ts";
import { formPaths } from "#app/pages/form-paths.ts";

/** The phase of the event, where `liveFull` is a current event without a free seat. */
export type SignupState = EventPhase | "liveFull";

/** The event as displayed on the page. The link to join is omitted, because only people with a seat get it, by email. */
export type EventView = {
  id: string;
  /** The page to share. The general one, if this is the only event. */
  path: string;
  calendarPath: string;
  title: string;
  /** As ISO 8601. */
  startsAt: string;
  endsAt: string;
  timeZone: string;
  durationMinutes: number;
  capacity: number;
  seatsLeft: number;
  hosts: readonly ShownHost[];
  benefits: readonly { title: string; text: string }[];
  /** Null for the standard text. */
  summary: string | null;
};

export type SignupView = (
  | { state: Exclude<SignupState, "none">; event: EventView }
  | { state: "none"; event: undefined }
) & {
  /** The other events that are open, the next one first. */
  others: readonly EventView[];
  /** Why the requested event is not displayed; undefined if it is. */
  closed: ClosedReason | undefined;
  /** The page that the form is posted to: of the requested event, or the general one. */
  formPath: string;
};

/**
 * What the page displays: the requested event if it is open, or else the current one.
 * @param requested the event of a page about one event
 */
export function createSignupView(
  events: EventReader,
  requested?: { event: LiveEvent; closed: ClosedReason | undefined },
): SignupView {
  const closed = requested?.closed;
  const own = closed === undefined ? requested?.event.id : undefined;
  const shown = findStatus(events, own);
  const shownId = shown.phase === "none" ? undefined : shown.event.id;
  const common = {
    others: events
      .openEvents()
      .filter(({ event }) => event.id !== shownId)
      .map((open) => createEventView(events, open)),
    closed,
    formPath: own === undefined ? formPaths.eventSignup : eventPagePath(own),
  };
  if (shown.phase === "none") return { state: "none", event: undefined, ...common };
  const { phase, seatsLeft } = shown;
  const state = phase === "live" && seatsLeft === 0 ? "liveFull" : phase;
  return { state, event: createEventView(events, shown), ...common };
}

/** An event as pages display it. */
export function createEventView(
  events: Pick<EventReader, "isOnlyEvent">,
  { event, seatsLeft }: { event: LiveEvent; seatsLeft: number },
): EventView {
  const { id, title, startsAt, durationMinutes, timeZone, capacity, summary } = event;
  const ownId = events.isOnlyEvent(id) ? undefined : id;
  return {
    id,
    path: ownId === undefined ? formPaths.eventSignup : eventPagePath(ownId),
    calendarPath: eventCalendarPath(ownId),
    title,
    startsAt: startsAt.toISOString(),
    endsAt: endOf(event).toISOString(),
    timeZone,
    durationMinutes,
    capacity,
    seatsLeft,
    hosts: listHosts(event),
    benefits: listBenefits(event),
    summary,
  };
}
