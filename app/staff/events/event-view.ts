import type { ManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { endOf } from "#app/events/schedule/live-event.ts";
import { momentIn } from "#app/platform/zoned-time.ts";

export type EventPhaseName = "upcoming" | "full" | "live" | "over" | "cancelled";

/** An event as the screens show it. */
export type EventSummary = {
  id: string;
  title: string;
  /** “Dec 17, 2026, 12:00 PM CST”, by the clocks of its zone. */
  when: string;
  iso: string;
  timeZone: string;
  durationMinutes: number;
  phase: EventPhaseName;
  capacity: number;
  seatsTaken: number;
  waiting: number;
  /** Undefined before it begins, and where it was called off. */
  came: { came: number; stayedAway: number; unknown: number } | undefined;
  joinUrl: string;
  topics: readonly string[];
  hosts: readonly string[];
  revision: number;
};

export function summaryOf(event: ManagedEvent, now: Date): EventSummary {
  const { id, title, startsAt, timeZone, durationMinutes, capacity, seatsTaken, waiting } = event;
  const { joinUrl, topics, hosts, revision } = event;
  return {
    id,
    title,
    when: momentIn(timeZone, startsAt),
    iso: startsAt.toISOString(),
    timeZone,
    durationMinutes,
    phase: phaseOf(event, now),
    capacity,
    seatsTaken,
    waiting,
    came: attendanceOf(event, now),
    joinUrl,
    topics,
    hosts,
    revision,
  };
}

function phaseOf(event: ManagedEvent, now: Date): EventPhaseName {
  if (event.state === "cancelled") return "cancelled";
  if (endOf(event) <= now) return "over";
  if (event.startsAt <= now) return "live";
  return event.seatsTaken < event.capacity ? "upcoming" : "full";
}

function attendanceOf({ state, startsAt, seatsTaken, came, stayedAway }: ManagedEvent, now: Date) {
  if (state === "cancelled" || startsAt > now) return undefined;
  return { came, stayedAway, unknown: Math.max(0, seatsTaken - came - stayedAway) };
}

/** Whether something about it can still be changed. */
export function isChangeable({ phase }: Pick<EventSummary, "phase">): boolean {
  return phase !== "over" && phase !== "cancelled";
}
