import { listTopics, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { timeIn } from "#app/staff/time/describe-moment.ts";
import {
  formatHosts,
  formatTopics,
  readHostEntries,
  readText,
  readTopicEntries,
  slotInputs,
} from "./event-slots.ts";

/** The fields of the form, in its order. */
export const eventFields = [
  "title",
  "start",
  "timeZone",
  "durationMinutes",
  "capacity",
  "summary",
  "hosts",
  "ownHosts",
  "topics",
  "joinUrl",
] as const;
export type EventField = (typeof eventFields)[number];

/**
 * The values of the fields. `hosts` are the keys of hosts in the content, separated by spaces. `ownHosts` and `topics` have several inputs
 * each, so their values are JSON (`event-slots.ts`).
 */
export type EventValues = Readonly<Record<EventField, string>>;

/** Messages by the name of an input, or by the field for a group of inputs. */
export type EventErrors = Readonly<Partial<Record<string, string>>>;

/** The values of fields that differ, by field. */
export type EventConflicts = Readonly<Partial<Record<EventField, string>>>;

/** Hidden fields: the revision of the event and its values when the form was opened. */
export const revisionField = "revision";
export const openedField = "opened";

/** The names of all fields of the form. */
export const sentFields: readonly string[] = [...eventFields, ...slotInputs, revisionField, openedField];

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
  Pick<LiveEvent, "summary" | "hosts" | "ownHosts" | "topics" | "topicDescriptions" | "joinUrl">;

/** Formats an event for the fields. */
export function toEventValues(event: Shown): EventValues {
  const { title, startsAt, timeZone, durationMinutes, capacity, summary, hosts, ownHosts, joinUrl } = event;
  return {
    title,
    start: formatLocalTime(timeZone, startsAt),
    timeZone,
    durationMinutes: String(durationMinutes),
    capacity: String(capacity),
    summary: summary ?? "",
    hosts: hosts.join(" "),
    ownHosts: formatHosts(ownHosts),
    topics: formatTopics(listTopics(event)),
    joinUrl,
  };
}

/** Reads the input without surrounding whitespace and empty slots. */
export function readEventValues(form: FormData): EventValues {
  const text = (field: EventField): string => readText(form, field);
  return {
    title: text("title"),
    start: text("start"),
    timeZone: text("timeZone"),
    durationMinutes: text("durationMinutes"),
    capacity: text("capacity"),
    summary: text("summary"),
    hosts: form
      .getAll("hosts")
      .filter((host) => typeof host === "string")
      .join(" "),
    ownHosts: formatHosts(readHostEntries(form)),
    topics: formatTopics(readTopicEntries(form)),
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
): { values: EventValues; conflicts: EventConflicts } {
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
