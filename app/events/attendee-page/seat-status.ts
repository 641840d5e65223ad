import { endOf } from "#app/events/schedule/live-event.ts";
import type { Place } from "./find-seat.server.ts";

/**
 * How things stand with a place at a moment. `seatLive`, `waitingLive`: the event has begun. `calledOff`, `over`: the event
 * was, or is, whatever became of the place: nothing that we would say of it holds any more. `replaced`: another sign-up of the same
 * mailbox was confirmed and has the place and its number.
 */
export type SeatStatus =
  | "seat"
  | "seatLive"
  | "waiting"
  | "waitingLive"
  | "calledOff"
  | "over"
  | "givenUp"
  | "replaced"
  | "takenBack"
  | "nextDate"
  | "told";

export function getSeatStatus(
  { state, event, placeNumber }: Pick<Place, "state" | "event" | "placeNumber">,
  now: Date,
): SeatStatus {
  if (event === undefined) return wishStanding(state);
  if (event.state === "cancelled") return "calledOff";
  if (endOf(event) <= now) return "over";
  if (state === "cancelled") return placeNumber === null ? "replaced" : "givenUp";
  if (state === "told" || state === "next-date") return wishStanding(state);
  if (event.startsAt <= now) return state === "seat" ? "seatLive" : "waitingLive";
  return state;
}

function wishStanding(state: Place["state"]): SeatStatus {
  if (state === "cancelled") return "takenBack";
  return state === "told" ? "told" : "nextDate";
}

/** While there is still something to change or to give up. */
export type OpenSeatStatus = (typeof openStandings)[number];

const openStandings = ["seat", "seatLive", "waiting", "nextDate"] as const satisfies readonly SeatStatus[];

export function isOpen(standing: SeatStatus): standing is OpenSeatStatus {
  return openStandings.some((open) => open === standing);
}
