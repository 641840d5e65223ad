import type { EventHost, EventTopic } from "#app/events/schedule/live-event.ts";
import { eventLimits } from "#app/events/management/event-limits.ts";

/** A host as typed. Without a statement, `ties` is empty. */
export type HostEntry = Omit<EventHost, "ties"> & { ties: string };

type HostPart = "name" | "role" | "biography" | "ties" | "firm";
type TopicPart = keyof EventTopic;

/** The name of an input of the host in a slot. Slots are counted from 1. */
export function hostInput(slot: number, part: HostPart): string {
  return `host-${slot}-${part}`;
}

/** The name of an input of the topic in a slot. */
export function topicInput(slot: number, part: TopicPart): string {
  return `topic-${slot}-${part}`;
}

const hostSlots = Array.from({ length: eventLimits.ownHosts }, (_, at) => at + 1);
const topicSlots = Array.from({ length: eventLimits.topics }, (_, at) => at + 1);

/** The names of the inputs of all slots. */
export const slotInputs: readonly string[] = [
  ...hostSlots.flatMap((slot) =>
    (["name", "role", "biography", "ties", "firm"] as const).map((part) => hostInput(slot, part)),
  ),
  ...topicSlots.flatMap((slot) => (["title", "description"] as const).map((part) => topicInput(slot, part))),
];

/** Reads the hosts of a form without empty slots. */
export function readHostEntries(form: FormData): HostEntry[] {
  return hostSlots
    .map((slot) => ({
      name: readText(form, hostInput(slot, "name")),
      role: readText(form, hostInput(slot, "role")),
      biography: readText(form, hostInput(slot, "biography")),
      isGuest: !form.has(hostInput(slot, "firm")),
      ties: readText(form, hostInput(slot, "ties")),
    }))
    .filter((host) => [host.name, host.role, host.biography, host.ties].some((text) => text !== ""));
}

/** Reads the topics of a form without empty slots. */
export function readTopicEntries(form: FormData): EventTopic[] {
  return topicSlots
    .map((slot) => ({
      title: readText(form, topicInput(slot, "title")),
      description: readText(form, topicInput(slot, "description")),
    }))
    .filter(({ title, description }) => title !== "" || description !== "");
}

/** Reads text without surrounding whitespace and line breaks, because pages display it as one paragraph. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim().replaceAll(/[\r\n]+/g, " ") : "";
}

/** Formats hosts as one text that can be compared. The database does not keep the order of properties. */
export function formatHosts(hosts: readonly (HostEntry | EventHost)[]): string {
  return JSON.stringify(
    hosts.map(({ name, role, biography, isGuest, ties }) => ({
      name,
      role,
      biography,
      isGuest,
      ties: ties ?? "",
    })),
  );
}

export function formatTopics(topics: readonly EventTopic[]): string {
  return JSON.stringify(topics.map(({ title, description }) => ({ title, description })));
}

/** Parses the text of `formatHosts`. */
export function parseHosts(text: string): HostEntry[] {
  return parseList(text).map((entry) => ({
    name: textOf(entry, "name"),
    role: textOf(entry, "role"),
    biography: textOf(entry, "biography"),
    isGuest: entry["isGuest"] !== false,
    ties: textOf(entry, "ties"),
  }));
}

/** Parses the text of `formatTopics`. */
export function parseTopics(text: string): EventTopic[] {
  return parseList(text).map((entry) => ({
    title: textOf(entry, "title"),
    description: textOf(entry, "description"),
  }));
}

type Entry = Readonly<Record<string, unknown>>;

/** The text can come from a form, so it can be anything. */
function parseList(text: string): Entry[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null;
}

function textOf(entry: Entry, name: string): string {
  const value = entry[name];
  return typeof value === "string" ? value : "";
}
