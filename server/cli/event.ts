import type { Command } from "@commander-js/extra-typings";
import * as z from "zod/mini";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { countWaiting } from "#app/events/attendee-page/count-waiting.server.ts";
import { type EventDetails, eventDetailsSchema } from "#app/events/management/event-details.schema.ts";
import { addEvent, cancelEvent, editEvent } from "#app/events/management/manage-events.server.ts";
import { findEvent, listEvents } from "#app/events/schedule/find-events.server.ts";
import { defaultEventLengths, endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { longDayIn, shortDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { defineCommand, done, failed, type Report, type Services } from "./command.ts";

/** `npm run event`: the live events. A running server sends the resulting emails within a second. */
export const run = defineCommand("event", ({ program, act }) => {
  program.description("Manages the live events.");
  withDetails(program.command("add").description("add an event"))
    .addHelpText("after", "\nRequired: --title, --start, --join-url, --topic.")
    .action(async (options, command) => {
      const missing = (["title", "start", "joinUrl", "topic"] as const).filter((name) => !(name in options));
      if (missing.length > 0) command.error(`error: missing ${missing.map(optionName).join(", ")}`);
      const parsed = parseDetails(eventDetailsSchema, { ...createDefaults(), ...toFields(options) });
      await act(parsed.ok ? (services) => add(services, parsed.details) : failed(parsed.problem));
    });
  withDetails(program.command("edit").description("change an event; omitted options stay as they are"))
    .argument("<id>")
    .action(async (id, options, command) => {
      if (Object.keys(options).length === 0) command.error("error: give at least one option to change");
      const parsed = parseDetails(z.partial(eventDetailsSchema), toFields(options));
      if (!isUuid(id)) return act(failed(invalidId(id)));
      // Absent fields stay absent: the input contains no undefined value.
      const changes = (parsed.ok ? parsed.details : {}) as Partial<EventDetails>;
      await act(parsed.ok ? (services) => edit(services, id, changes) : failed(parsed.problem));
    });
  program
    .command("cancel")
    .description("cancel an event")
    .argument("<id>")
    .action((id) => act(isUuid(id) ? (services) => cancel(services, id) : failed(invalidId(id))));
  program
    .command("list")
    .description("list all events")
    .action(() => act(list));
});

function withDetails(command: Command) {
  return command
    .option("--title <title>")
    .option("--start <time>", "like 2026-12-10T12:00, in the time zone of the event")
    .option("--join-url <url>", "the https address of the live stream")
    .option("--topic <topic>", "can be repeated", collect)
    .option("--zone <zone>", `an IANA time zone, ${practice.timeZone} by default`)
    .option("--duration <minutes>", `${defaultEventLengths.durationMinutes} by default`, parseCount)
    .option("--capacity <seats>", `${defaultEventLengths.capacity} by default`, parseCount)
    .option("--host <key>", "a host in content/live-event.ts, all by default; can be repeated", collect);
}

type Options = ReturnType<ReturnType<typeof withDetails>["opts"]>;

function collect(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

/** The schema reports values that are not numbers. `Number` alone would read an empty value as zero. */
function parseCount(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

const listKnownHosts = (): string[] => liveEvent.hosts.map(({ key }) => key);
const createDefaults = () => ({
  timeZone: practice.timeZone,
  ...defaultEventLengths,
  summary: null,
  hosts: listKnownHosts(),
  ownHosts: [],
});

/** The options under the names of the fields. Omitted options are absent. */
function toFields({ zone, duration, host, topic, ...sameNames }: Options): Record<string, unknown> {
  const hosts = host && [...new Set(host)];
  const topics = topic?.map((title) => ({ title, description: "" }));
  const fields = { ...sameNames, timeZone: zone, durationMinutes: duration, hosts, topics };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The option of a field: `--zone` for `timeZone`. */
function optionName(field: string): string {
  const names: Record<string, string> = {
    timeZone: "zone",
    durationMinutes: "duration",
    hosts: "host",
    topics: "topic",
    joinUrl: "join-url",
  };
  return `--${names[field] ?? field}`;
}

function parseDetails<Details extends { hosts?: readonly string[] | undefined }>(
  schema: z.ZodMiniType<Details>,
  fields: Record<string, unknown>,
): { ok: true; details: Details } | { ok: false; problem: string } {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, problem: `${optionName(String(issue?.path[0]))} ${issue?.message}.` };
  }
  const knownHosts = listKnownHosts();
  const unknown = parsed.data.hosts?.find((host) => !knownHosts.includes(host));
  if (unknown === undefined) return { ok: true, details: parsed.data };
  const hosts = knownHosts.join(", ");
  return { ok: false, problem: `--host ${unknown} is not in content/live-event.ts, which has ${hosts}.` };
}

async function add(services: Services, details: EventDetails): Promise<Report> {
  const outcome = await addEvent(createEventDeps(services), details);
  if (!outcome.ok) return failed(messages[outcome.reason]);
  return done(
    joinLines(
      `Added ${await describeEvent(services, outcome.id)}.`,
      count(outcome.notified, "who asked about the next date", "will get an email"),
    ),
  );
}

async function edit(services: Services, id: string, changes: Partial<EventDetails>): Promise<Report> {
  const outcome = await editEvent(createEventDeps(services), id, changes);
  if (!outcome.ok) {
    if (outcome.reason !== "seats-taken") return failed(messages[outcome.reason]);
    const seats = outcome.seatsTaken === 1 ? "1 seat is" : `${outcome.seatsTaken} seats are`;
    return failed(`${seats} taken, so the capacity cannot be lower.`);
  }
  return done(
    joinLines(
      `Changed to ${await describeEvent(services, id)}.`,
      count(outcome.notified, "with a seat or on the waiting list", "will get an email about the change"),
      count(outcome.promoted, "from the waiting list", "got a seat and will get an email"),
    ),
  );
}

async function cancel(services: Services, id: string): Promise<Report> {
  const outcome = await cancelEvent(createEventDeps(services), id);
  if (!outcome.ok) return failed(messages[outcome.reason]);
  return done(
    joinLines(
      `Canceled ${await describeEvent(services, id)}.`,
      count(outcome.notified, "with a seat or on the waiting list", "will get an email"),
    ),
  );
}

async function list({ db, clock }: Services): Promise<Report> {
  const [events, waiting] = await Promise.all([listEvents(db), countWaiting(db)]);
  if (events.length === 0) return done("There are no events yet.");
  const now = clock.now();
  return done(events.map((event) => formatEvent(event, waiting.get(event.id) ?? 0, now)).join("\n"));
}

function createEventDeps({ db, clock }: Services) {
  return { db, clock, actor: { kind: "shell" }, outbox: createOutbox(() => undefined) } as const;
}

const messages = {
  "no-such-time": "Clocks skip that hour on that day in that time zone. Choose another --start.",
  past: "That is in the past. Choose a --start in the future.",
  over: "That event is over and cannot be changed.",
  unknown: "There is no event with that ID. Use list to see all events.",
  cancelled: "That event is canceled already. Add another one instead.",
  "changed-meanwhile": "That event was changed at the same time. Use list to see it, and try again.",
  "already-there": "An event with that title and start exists already. Use list to see it.",
} as const;

function invalidId(id: string): string {
  return `${id} is not the ID of an event. Use list to see all events.`;
}

/** Title, time and ID: a wrong day or time zone is noticed here. */
async function describeEvent({ db }: Services, id: string): Promise<string> {
  const event = await findEvent(db, id);
  if (event === undefined) return id;
  const { title, timeZone, startsAt } = event;
  return `${title}, ${longDayIn(timeZone, startsAt)}, ${timeIn(timeZone, startsAt)} (${id})`;
}

function count(people: number, who: string, what: string): string | undefined {
  if (people === 0) return undefined;
  return `${people} ${people === 1 ? "person" : "people"} ${who} ${what}.`;
}

function joinLines(...lines: (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n");
}

function formatEvent(event: LiveEvent, waiting: number, now: Date): string {
  const { id, timeZone, startsAt, seatsTaken, capacity, title } = event;
  const time = `${shortDayIn(timeZone, startsAt)}, ${timeIn(timeZone, startsAt)}`;
  return [id, eventStatus(event, now), time, `${seatsTaken}/${capacity}`, waiting, title].join("\t");
}

function eventStatus(event: LiveEvent, now: Date): string {
  if (event.state === "cancelled") return "canceled";
  if (endOf(event) <= now) return "past";
  if (event.startsAt <= now) return "live";
  return event.seatsTaken < event.capacity ? "upcoming" : "full";
}
