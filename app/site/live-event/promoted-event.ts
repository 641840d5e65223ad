import { useRouteLoaderData } from "react-router";

/** A live event that is upcoming or in progress, as pages announce it. */
export type PromotedEvent = {
  /** `full`: upcoming, and new sign-ups join the waiting list. */
  phase: "upcoming" | "full" | "live";
  title: string;
  startsAt: Date;
  /** IANA name. */
  timeZone: string;
  durationMinutes: number;
  capacity: number;
  seatsLeft: number;
};

/** The current event in the shape of `events.eventStatus()`, of which only these fields are read. */
type EventStatus =
  | { phase: "none" }
  | { phase: "past"; event: unknown }
  | { phase: PromotedEvent["phase"]; event: Omit<PromotedEvent, "phase" | "seatsLeft">; seatsLeft: number };

/** Returns the event that pages announce. Undefined if none is upcoming or in progress. */
export function toPromotedEvent(status: EventStatus): PromotedEvent | undefined {
  if (status.phase === "none" || status.phase === "past") return undefined;
  const { title, startsAt, timeZone, durationMinutes, capacity } = status.event;
  const { phase, seatsLeft } = status;
  return { phase, title, startsAt, timeZone, durationMinutes, capacity, seatsLeft };
}

/** The event that a public page announces, from the loader of its layout. */
export function usePromotedEvent(): PromotedEvent | undefined {
  return useRouteLoaderData<{ promoted: PromotedEvent | undefined }>("site/chrome/public-layout.route")
    ?.promoted;
}
