import { pages } from "#app/pages/registry.ts";

export const newEventPath = `${pages.events.path}/new`;

/** Where one event is shown. */
export function eventPath(id: string): string {
  return `${pages.events.path}/${id}`;
}

export function eventEditPath(id: string): string {
  return `${eventPath(id)}/edit`;
}

export function eventCancelPath(id: string): string {
  return `${eventPath(id)}/cancel`;
}

/** What has just been done with an event; the counts stand beside it in the address of its page. */
export type EventDone = "added" | "changed" | "unchanged" | "cancelled" | "noted";

/** The event's page, with what came of what was asked. */
export function eventDonePath(
  id: string,
  done: EventDone,
  counts: Readonly<Partial<Record<EventCount, number>>> = {},
): string {
  const said = new URLSearchParams({ done });
  for (const [name, count] of Object.entries(counts)) said.set(name, String(count));
  return `${eventPath(id)}?${said.toString()}`;
}

/** How many people were written to, moved up from the waiting list, were noted. */
export const eventCounts = ["told", "promoted", "noted"] as const;
export type EventCount = (typeof eventCounts)[number];
