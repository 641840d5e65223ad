import { listHosts } from "#app/events/schedule/event-copy.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { liveEvent } from "#content/live-event.ts";

/** Returns the names of an event's hosts. A key that is no longer in `content/live-event.ts` is returned as it is. */
export function hostNames(event: Pick<LiveEvent, "hosts" | "ownHosts" | "summary">): string[] {
  const former = event.hosts.filter((host) => !liveEvent.hosts.some(({ key }) => key === host));
  return [...former, ...listHosts(event).map(({ name }) => name)];
}
