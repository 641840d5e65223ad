import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { dayIn, timeIn } from "#app/staff/time/describe-moment.ts";

/** The fields of the form, in its order. */
export const eventFields = [
  "title",
  "start",
  "timeZone",
  "durationMinutes",
  "capacity",
  "hosts",
  "topics",
  "joinUrl",
] as const;
export type EventField = (typeof eventFields)[number];

/** What stands in the fields. Hosts are their keys with a space between them, topics a line each. */
export type EventValues = Readonly<Record<EventField, string>>;

/** One sentence for each field that cannot be used as it is. */
export type EventErrors = Readonly<Partial<Record<EventField, string>>>;

/** The hidden fields: which revision the form is of, and what stood in its fields when it was opened. */
export const revisionField = "revision";
export const openedField = "opened";

/** What a form of an event sends. */
export const sentFields = [...eventFields, revisionField, openedField] as const;

/** What was sent and not saved, for the form to show again. */
export type EventDraft = {
  values: EventValues;
  errors: EventErrors;
  /** Why nothing was saved, where no field is to blame. */
  refusal?: string;
  /** Somebody else has changed the event: what stood there when this form was opened, where that can be told. */
  conflict?: { opened: EventValues | undefined };
};

type Shown = Pick<LiveEvent, "title" | "startsAt" | "timeZone" | "durationMinutes" | "capacity"> &
  Pick<LiveEvent, "hosts" | "topics" | "joinUrl">;

/** An event as the fields have it. */
export function valuesOf(event: Shown): EventValues {
  const { title, startsAt, timeZone, durationMinutes, capacity, hosts, topics, joinUrl } = event;
  return {
    title,
    start: clockIn(timeZone, startsAt),
    timeZone,
    durationMinutes: String(durationMinutes),
    capacity: String(capacity),
    hosts: hosts.join(" "),
    topics: topics.join("\n"),
    joinUrl,
  };
}

/** What was typed, without what nobody means: spaces around it, empty lines, the line ends of other systems. */
export function valuesIn(form: FormData): EventValues {
  const text = (field: EventField): string => {
    const value = form.get(field);
    return typeof value === "string" ? value.trim() : "";
  };
  const lines = text("topics")
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    title: text("title"),
    start: text("start"),
    timeZone: text("timeZone"),
    durationMinutes: text("durationMinutes"),
    capacity: text("capacity"),
    hosts: form
      .getAll("hosts")
      .filter((host) => typeof host === "string")
      .join(" "),
    topics: lines.join("\n"),
    joinUrl: text("joinUrl"),
  };
}

/** The revision that a form is of; one that no event has where it does not say. */
export function revisionIn(form: FormData): number {
  const revision = form.get(revisionField);
  return typeof revision === "string" && /^\d{1,9}$/.test(revision) ? Number(revision) : -1;
}

/** What stood in the fields of a form when it was opened; undefined where it does not say. */
export function openedIn(form: FormData): EventValues | undefined {
  const opened = form.get(openedField);
  try {
    const read: unknown = JSON.parse(typeof opened === "string" ? opened : "");
    return areValues(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function areValues(read: unknown): read is EventValues {
  if (typeof read !== "object" || read === null) return false;
  const texts = new Map<string, unknown>(Object.entries(read));
  return eventFields.every((field) => typeof texts.get(field) === "string");
}

/**
 * Brings together what two people did to one event: a field that this person left as it was shows what stands now; one that they changed
 * shows what they typed, and beside it what stands now, where that is something else.
 */
export function mergeValues(
  typed: EventValues,
  opened: EventValues | undefined,
  current: EventValues,
): { values: EventValues; standing: EventErrors } {
  const isOwn = (field: EventField): boolean => opened === undefined || typed[field] !== opened[field];
  const shown = eventFields.map((field) => [field, isOwn(field) ? typed[field] : current[field]] as const);
  const others = shown.filter(([field, value]) => value !== current[field]);
  return {
    values: { ...current, ...Object.fromEntries(shown) },
    standing: Object.fromEntries(others.map(([field]) => [field, current[field]])),
  };
}

/** What a clock in a zone shows, as a field for day and time has it: 2026-12-17T12:00. */
function clockIn(timeZone: string, at: Date): string {
  return `${dayIn(timeZone, at)}T${timeIn(timeZone, at)}`;
}
