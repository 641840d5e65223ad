import { type EventDetails, eventDetailsSchema } from "#app/events/management/event-details.schema.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { addEvent, editEvent } from "#app/events/management/manage-events.server.ts";
import type { HostChoice } from "./event-form.tsx";
import { hostChoices } from "./host-choices.server.ts";
import { fieldTexts, formTexts, refusals, seatsTakenText } from "./event-form.messages.ts";
import {
  type EventDraft,
  type EventErrors,
  type EventField,
  eventFields,
  type EventValues,
  openedIn,
  revisionIn,
  valuesIn,
  valuesOf,
} from "./event-values.ts";

type Deps = Parameters<typeof addEvent>[0];

type Refused = { ok: false; status: 409 | 422; draft: EventDraft };

/** Sets a new event from what was typed. */
export async function saveNewEvent(
  deps: Deps,
  form: FormData,
): Promise<{ ok: true; id: string; notified: number } | Refused> {
  const values = valuesIn(form);
  const read = readDetails(values, hostChoices());
  if (!read.ok) return wrong(values, read.errors);
  const outcome = await addEvent(deps, read.details);
  return outcome.ok ? outcome : refused(values, outcome);
}

/** `unchanged`: nothing differs from what stands there, so nothing is done and nobody is written to. */
type Saved =
  | { ok: true; done: "changed"; notified: number; promoted: number }
  | { ok: true; done: "unchanged" };

/**
 * Changes an event to what was typed, where it is still as whoever typed it saw it.
 * @returns undefined where there is no such event
 */
export async function saveEvent(
  deps: Deps,
  eventId: string,
  form: FormData,
): Promise<Saved | Refused | undefined> {
  const event = await findManagedEvent(deps.db, eventId);
  if (event === undefined) return undefined;
  const values = valuesIn(form);
  // Also where the first of two presses of one button has already made it so.
  if (isSame(values, valuesOf(event))) return { ok: true, done: "unchanged" };
  const revision = revisionIn(form);
  if (revision !== event.revision) return conflict(values, form);
  const read = readDetails(values, hostChoices(event.hosts));
  if (!read.ok) return wrong(values, read.errors);
  const changes = changesIn(read.details, values, valuesOf(event));
  const outcome = await editEvent(deps, event.id, changes, revision);
  if (outcome.ok) return { ...outcome, done: "changed" };
  if (outcome.reason !== "changed-meanwhile") return refused(values, outcome);
  const now = await findManagedEvent(deps.db, eventId);
  return now !== undefined && isSame(values, valuesOf(now))
    ? { ok: true, done: "unchanged" }
    : conflict(values, form);
}

function isSame(one: EventValues, other: EventValues): boolean {
  return eventFields.every((field) => one[field] === other[field]);
}

function readDetails(
  values: EventValues,
  choices: readonly HostChoice[],
): { ok: true; details: EventDetails } | { ok: false; errors: EventErrors } {
  const hosts = values.hosts === "" ? [] : values.hosts.split(" ");
  const topics = values.topics === "" ? [] : values.topics.split("\n");
  const parsed = eventDetailsSchema.safeParse({
    ...values,
    durationMinutes: numberIn(values.durationMinutes),
    capacity: numberIn(values.capacity),
    hosts,
    topics,
  });
  const wrongFields = new Set(parsed.error?.issues.map(({ path: [field] }) => field));
  if (hosts.some((host) => !choices.some(({ key }) => key === host))) wrongFields.add("hosts");
  // Without a topic the page would promise nothing.
  if (topics.length === 0) wrongFields.add("topics");
  if (parsed.success && wrongFields.size === 0) return { ok: true, details: parsed.data };
  const errors = eventFields.filter((field) => wrongFields.has(field));
  return { ok: false, errors: Object.fromEntries(errors.map((field) => [field, fieldTexts[field]])) };
}

/** `Number` alone would take an empty field for zero. */
function numberIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/** A moment that nobody touched is not read anew from the clock: in the hour that comes twice in autumn it could become another. */
function changesIn(details: EventDetails, typed: EventValues, current: EventValues): Partial<EventDetails> {
  const changed = (field: EventField): boolean => typed[field] !== current[field];
  return Object.fromEntries(eventFields.filter(changed).map((field) => [field, details[field]]));
}

function conflict(values: EventValues, form: FormData): Refused {
  const draft = { values, errors: {}, refusal: formTexts.conflict, conflict: { opened: openedIn(form) } };
  return { ok: false, status: 409, draft };
}

function wrong(values: EventValues, errors: EventErrors): Refused {
  return { ok: false, status: 422, draft: { values, errors, refusal: formTexts.seeBelow } };
}

function refused(
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
    ...wrong(values, { [refusal.field]: text }),
    status: outcome.reason === "already-there" ? 409 : 422,
  };
}
