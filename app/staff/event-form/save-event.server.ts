import { type EventDetails, eventDetailsSchema } from "#app/events/management/event-details.schema.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { addEvent, editEvent } from "#app/events/management/manage-events.server.ts";
import type { HostChoice } from "./form-fields.ts";
import { listHostChoices } from "./host-choices.server.ts";
import { fieldTexts, formTexts, refusals, seatsTakenText, slotTexts } from "./event-form.messages.ts";
import { hostInput, parseHosts, parseTopics, topicInput } from "./event-slots.ts";
import {
  type EventDraft,
  type EventErrors,
  type EventField,
  eventFields,
  type EventValues,
  readOpenedValues,
  readRevision,
  readEventValues,
  toEventValues,
} from "./event-values.ts";

type Deps = Parameters<typeof addEvent>[0];

type Refused = { ok: false; status: 409 | 422; draft: EventDraft };

/** Adds an event from a form. */
export async function saveNewEvent(
  deps: Deps,
  form: FormData,
): Promise<{ ok: true; id: string; notified: number } | Refused> {
  const values = readEventValues(form);
  const read = readDetails(values, listHostChoices());
  if (!read.ok) return rejectFields(values, read.errors);
  const outcome = await addEvent(deps, read.details);
  return outcome.ok ? outcome : refuse(values, outcome);
}

/** `unchanged`: the input equals the event, so nothing is saved and no email is sent. */
type Saved =
  | { ok: true; done: "changed"; notified: number; promoted: number }
  | { ok: true; done: "unchanged" };

/**
 * Applies the changes of a form to an event, unless the event has changed since the form was opened.
 * @returns undefined if the event does not exist
 */
export async function saveEvent(
  deps: Deps,
  eventId: string,
  form: FormData,
): Promise<Saved | Refused | undefined> {
  const event = await findManagedEvent(deps.db, eventId);
  if (event === undefined) return undefined;
  const values = readEventValues(form);
  // This includes the second submission of a double click.
  if (isSame(values, toEventValues(event))) return { ok: true, done: "unchanged" };
  const revision = readRevision(form);
  if (revision !== event.revision) return refuseConflict(values, form);
  const read = readDetails(values, listHostChoices(event.hosts));
  if (!read.ok) return rejectFields(values, read.errors);
  const changes = findChanges(read.details, values, toEventValues(event));
  const outcome = await editEvent(deps, event.id, changes, revision);
  if (outcome.ok) return { ...outcome, done: "changed" };
  if (outcome.reason !== "changed-meanwhile") return refuse(values, outcome);
  const now = await findManagedEvent(deps.db, eventId);
  return now !== undefined && isSame(values, toEventValues(now))
    ? { ok: true, done: "unchanged" }
    : refuseConflict(values, form);
}

function isSame(one: EventValues, other: EventValues): boolean {
  return eventFields.every((field) => one[field] === other[field]);
}

function readDetails(
  values: EventValues,
  choices: readonly HostChoice[],
): { ok: true; details: EventDetails } | { ok: false; errors: EventErrors } {
  const hosts = values.hosts === "" ? [] : values.hosts.split(" ");
  const ownHosts = parseHosts(values.ownHosts).map((host) => ({ ...host, ties: host.ties || null }));
  const topics = parseTopics(values.topics);
  const parsed = eventDetailsSchema.safeParse({
    ...values,
    durationMinutes: parseNumber(values.durationMinutes),
    capacity: parseNumber(values.capacity),
    summary: values.summary || null,
    hosts,
    ownHosts,
    topics,
  });
  const errors = new Map(parsed.error?.issues.map(({ path }) => describeIssue(path)));
  const isUnknown = hosts.some((host) => !choices.some(({ key }) => key === host));
  // The public page names a host, and emails list the topics, so an event needs at least one of each.
  if (isUnknown || hosts.length + ownHosts.length === 0) errors.set("hosts", fieldTexts.hosts);
  if (topics.length === 0) errors.set("topics", fieldTexts.topics);
  if (parsed.success && errors.size === 0) return { ok: true, details: parsed.data };
  return { ok: false, errors: Object.fromEntries(errors) };
}

/** The name of the input that an issue is about, and its error. */
function describeIssue([field, at, part]: readonly PropertyKey[]): [name: string, error: string] {
  if (typeof at === "number" && isHostPart(part)) return [hostInput(at + 1, part), slotTexts[part]];
  if (typeof at === "number" && isTopicPart(part)) return [topicInput(at + 1, part), slotTexts[part]];
  const known = eventFields.find((name) => name === field) ?? "title";
  return [known, fieldTexts[known]];
}

function isHostPart(part: PropertyKey | undefined): part is "name" | "role" | "biography" | "ties" {
  return part === "name" || part === "role" || part === "biography" || part === "ties";
}

function isTopicPart(part: PropertyKey | undefined): part is "title" | "description" {
  return part === "title" || part === "description";
}

/** `Number` alone would parse an empty field as zero. */
function parseNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/** Returns only edited fields. In the repeated hour in autumn, parsing an unchanged local time could shift the start by an hour. */
function findChanges(details: EventDetails, typed: EventValues, current: EventValues): Partial<EventDetails> {
  const isEdited = (field: EventField): boolean => typed[field] !== current[field];
  return Object.fromEntries(eventFields.filter(isEdited).map((field) => [field, details[field]]));
}

function refuseConflict(values: EventValues, form: FormData): Refused {
  const draft = {
    values,
    errors: {},
    refusal: formTexts.conflict,
    conflict: { opened: readOpenedValues(form) },
  };
  return { ok: false, status: 409, draft };
}

function rejectFields(values: EventValues, errors: EventErrors): Refused {
  return { ok: false, status: 422, draft: { values, errors, refusal: formTexts.seeBelow } };
}

function refuse(
  values: EventValues,
  outcome: { reason: keyof typeof refusals; seatsTaken?: number },
): Refused {
  const refusal = refusals[outcome.reason];
  if (!("field" in refusal)) {
    return { ok: false, status: 409, draft: { values, errors: {}, refusal: refusal.text } };
  }
  const { seatsTaken } = outcome;
  const text = seatsTaken === undefined ? refusal.text : seatsTakenText(seatsTaken);
  return {
    ...rejectFields(values, { [refusal.field]: text }),
    status: outcome.reason === "already-there" ? 409 : 422,
  };
}
