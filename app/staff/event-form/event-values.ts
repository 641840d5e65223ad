import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { timeIn } from "#app/staff/time/describe-moment.ts";

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

/** The values of the fields. Hosts are keys separated by spaces, and topics are separated by line breaks. */
export type EventValues = Readonly<Record<EventField, string>>;

/** Messages by field. */
export type EventErrors = Readonly<Partial<Record<EventField, string>>>;

/** Hidden fields: the revision of the event and its values when the form was opened. */
export const revisionField = "revision";
export const openedField = "opened";

/** The names of all fields of the form. */
export const sentFields = [...eventFields, revisionField, openedField] as const;

/** Input that was not saved, which the form displays again. */
export type EventDraft = {
  values: EventValues;
  errors: EventErrors;
  /** Why nothing was saved. */
  refusal?: string;
  /** Set if a colleague changed the event. `opened` has its values when this form was opened, if they are known. */
  conflict?: { opened: EventValues | undefined };
};

type Shown = Pick<LiveEvent, "title" | "startsAt" | "timeZone" | "durationMinutes" | "capacity"> &
  Pick<LiveEvent, "hosts" | "topics" | "joinUrl">;

/** Formats an event for the fields. */
export function toEventValues(event: Shown): EventValues {
  const { title, startsAt, timeZone, durationMinutes, capacity, hosts, topics, joinUrl } = event;
  return {
    title,
    start: formatLocalTime(timeZone, startsAt),
    timeZone,
    durationMinutes: String(durationMinutes),
    capacity: String(capacity),
    hosts: hosts.join(" "),
    topics: topics.join("\n"),
    joinUrl,
  };
}

/** Reads the input without surrounding whitespace, empty lines and platform-specific line breaks. */
export function readEventValues(form: FormData): EventValues {
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

/** Reads the revision of a form. @returns -1, which no event has, if it is missing or invalid */
export function readRevision(form: FormData): number {
  const revision = form.get(revisionField);
  return typeof revision === "string" && /^\d{1,9}$/.test(revision) ? Number(revision) : -1;
}

/** Reads the values of the event when the form was opened. @returns undefined if they are missing or invalid */
export function readOpenedValues(form: FormData): EventValues | undefined {
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
  const values = new Map<string, unknown>(Object.entries(read));
  return eventFields.every((field) => typeof values.get(field) === "string");
}

/**
 * Merges the changes of two people. A field that this person did not change gets its current value. A changed field keeps the input, and
 * `conflicts` has its current value if that differs.
 */
export function mergeValues(
  typed: EventValues,
  opened: EventValues | undefined,
  current: EventValues,
): { values: EventValues; conflicts: EventErrors } {
  const isEdited = (field: EventField): boolean => opened === undefined || typed[field] !== opened[field];
  const shown = eventFields.map((field) => [field, isEdited(field) ? typed[field] : current[field]] as const);
  const others = shown.filter(([field, value]) => value !== current[field]);
  return {
    values: { ...current, ...Object.fromEntries(shown) },
    conflicts: Object.fromEntries(others.map(([field]) => [field, current[field]])),
  };
}

/** Formats a local time for a date and time field, such as 2026-12-17T12:00. */
function formatLocalTime(timeZone: string, at: Date): string {
  return `${dayIn(timeZone, at)}T${timeIn(timeZone, at)}`;
}
