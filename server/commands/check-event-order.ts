import { defaultEventLengths } from "#app/events/schedule/live-event.ts";
import { isUuid } from "#app/platform/uuid.ts";
import * as z from "zod/mini";
import { type EventDetails, eventDetailsSchema } from "#app/events/management/event-details.schema.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import type { EventWish, EventWords } from "./event-order.ts";
import type { Parsed } from "./command.ts";

/** What is to be done about an event, everything in it valid. */
export type EventOrder =
  | { kind: "add"; details: EventDetails }
  | { kind: "edit"; id: string; changes: Partial<EventDetails> }
  | { kind: "cancel"; id: string }
  | { kind: "list" };

/**
 * The wish as it is to be carried out, with everything that a new event has unless something else is said.
 * @returns that order, or the first thing that is wrong with it, as a sentence
 */
export function checkEventOrder(wish: EventWish): Parsed<EventOrder> {
  if (wish.kind === "list") return { ok: true, order: wish };
  if (wish.kind === "add") {
    const read = readDetails(eventDetailsSchema, { ...usual, ...fieldsOf(wish.words) });
    return read.ok ? { ok: true, order: { kind: "add", details: read.order } } : read;
  }
  if (!isUuid(wish.id)) return { ok: false, problem: `${wish.id} is no id of an event: list shows them.` };
  if (wish.kind === "cancel") return { ok: true, order: wish };
  const read = readDetails(changesSchema, fieldsOf(wish.words));
  return read.ok ? { ok: true, order: { kind: "edit", id: wish.id, changes: given(read.order) } } : read;
}

const knownHosts = liveEvent.hosts.map(({ key }) => key);

const usual = { timeZone: practice.timeZone, ...defaultEventLengths, hosts: knownHosts };

const changesSchema = z.partial(eventDetailsSchema);

/** The option that each field comes from. */
const options = {
  title: "title",
  start: "start",
  timeZone: "zone",
  durationMinutes: "duration",
  capacity: "capacity",
  hosts: "host",
  topics: "topic",
  joinUrl: "join-url",
} as const satisfies Record<keyof EventDetails, keyof EventWords>;

/** The words under the names of the fields that they are for, numbers as numbers. */
function fieldsOf(words: EventWords): Record<string, unknown> {
  const fields = Object.entries(options).map(([field, option]) => [field, words[option]] as const);
  return Object.fromEntries(
    fields.filter(([, word]) => word !== undefined).map(([field, word]) => [field, valueOf(field, word)]),
  );
}

function valueOf(field: string, word: string | string[] | undefined): unknown {
  if (field === "durationMinutes" || field === "capacity") return numberIn(word);
  return field === "hosts" ? [...new Set(word)] : word;
}

/** `Number` alone would take an empty word for zero. */
function numberIn(word: EventWords[keyof EventWords]): number {
  return typeof word === "string" && /^\d+$/.test(word) ? Number(word) : Number.NaN;
}

function readDetails<Fields extends { hosts?: readonly string[] | undefined }>(
  schema: z.ZodMiniType<Fields>,
  fields: Record<string, unknown>,
): Parsed<Fields> {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = String(issue?.path[0]) as keyof EventDetails; // the schema's own keys
    return { ok: false, problem: `--${options[field]} ${issue?.message}.` };
  }
  const stranger = parsed.data.hosts?.find((host) => !knownHosts.includes(host));
  if (stranger === undefined) return { ok: true, order: parsed.data };
  return {
    ok: false,
    problem: `--host ${stranger} is nobody in content/live-event.ts, which names ${knownHosts.join(", ")}.`,
  };
}

/** Without the fields that are there in name only: they would empty what they do not mention. */
function given<Fields extends object>(fields: Fields): { [Field in keyof Fields]: Defined<Fields[Field]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // What is left is exactly what the type says.
  return Object.fromEntries(entries) as { [Field in keyof Fields]: Defined<Fields[Field]> };
}

type Defined<Value> = Exclude<Value, undefined>;
