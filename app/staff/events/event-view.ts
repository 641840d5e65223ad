import type { ManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { endOf } from "#app/events/schedule/live-event.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";

export type EventPhaseName = "upcoming" | "full" | "live" | "over" | "cancelled";

/** An event, as the pages display it. */
export type EventSummary = {
  id: string;
  title: string;
  /** In the event's time zone, such as “Dec 17, 2026, 12:00 PM CST”. */
  when: string;
  iso: string;
  timeZone: string;
  durationMinutes: number;
  phase: EventPhaseName;
  capacity: number;
  seatsTaken: number;
  waiting: number;
  /** Undefined before the start and for a canceled event. */
  came: { came: number; stayedAway: number; unknown: number } | undefined;
  /** The message that staff added to the cancellation email. */
  cancellationNote: string | null;
  joinUrl: string;
  topics: readonly string[];
  hosts: readonly string[];
  revision: number;
};

export function summarizeEvent(event: ManagedEvent, now: Date): EventSummary {
  const { id, title, startsAt, timeZone, durationMinutes, capacity, seatsTaken, waiting } = event;
  const { cancellationNote, joinUrl, topics, hosts, revision } = event;
  return {
    id,
    title,
    when: momentIn(timeZone, startsAt),
    iso: startsAt.toISOString(),
    timeZone,
    durationMinutes,
    phase: getPhase(event, now),
    capacity,
    seatsTaken,
    waiting,
    came: countAttendance(event, now),
    cancellationNote,
    joinUrl,
    topics,
    hosts,
    revision,
  };
}

function getPhase(event: ManagedEvent, now: Date): EventPhaseName {
  if (event.state === "cancelled") return "cancelled";
  if (endOf(event) <= now) return "over";
  if (event.startsAt <= now) return "live";
  return event.seatsTaken < event.capacity ? "upcoming" : "full";
}

function countAttendance({ state, startsAt, seatsTaken, came, stayedAway }: ManagedEvent, now: Date) {
  if (state === "cancelled" || startsAt > now) return undefined;
  return { came, stayedAway, unknown: Math.max(0, seatsTaken - came - stayedAway) };
}

/** Whether the event can still be changed. */
export function isChangeable({ phase }: Pick<EventSummary, "phase">): boolean {
  return phase !== "over" && phase !== "cancelled";
}
