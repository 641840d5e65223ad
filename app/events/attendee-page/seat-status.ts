import { endOf } from "#app/events/schedule/live-event.ts";
import type { AttendeeSignup } from "./find-seat.server.ts";

/**
 * The status of a sign-up at a given time. `seatLive`, `waitingLive`: the event has begun. `eventCanceled`, `over`: the event is canceled or
 * over, which takes precedence over the state of the sign-up. `replaced`: another sign-up of the same mailbox was confirmed and has the
 * number.
 */
export type SeatStatus =
  | "seat"
  | "seatLive"
  | "waiting"
  | "waitingLive"
  | "eventCanceled"
  | "over"
  | "canceled"
  | "replaced"
  | "requestCanceled"
  | "nextDate"
  | "notified";

export function getSeatStatus(
  { state, event, placeNumber }: Pick<AttendeeSignup, "state" | "event" | "placeNumber">,
  now: Date,
): SeatStatus {
  if (event === undefined) return getRequestStatus(state);
  if (event.state === "cancelled") return "eventCanceled";
  if (endOf(event) <= now) return "over";
  if (state === "cancelled") return placeNumber === null ? "replaced" : "canceled";
  if (state === "told" || state === "next-date") return getRequestStatus(state);
  if (event.startsAt <= now) return state === "seat" ? "seatLive" : "waitingLive";
  return state;
}

function getRequestStatus(state: AttendeeSignup["state"]): SeatStatus {
  if (state === "cancelled") return "requestCanceled";
  return state === "told" ? "notified" : "nextDate";
}

/** The statuses in which a sign-up can be changed or canceled. */
export type OpenSeatStatus = (typeof openStatuses)[number];

const openStatuses = ["seat", "seatLive", "waiting", "nextDate"] as const satisfies readonly SeatStatus[];

export function isOpen(status: SeatStatus): status is OpenSeatStatus {
  return openStatuses.some((open) => open === status);
}
