import { liveEvent } from "#content/live-event.ts";
import type { HostChoice } from "./event-form.tsx";

/**
 * The hosts of `content/live-event.ts`. They stay on the server: the file holds every word of the public page besides.
 * @param kept hosts of an event: one who has left the file since stays with it until somebody takes the mark away
 */
export function hostChoices(kept: readonly string[] = []): HostChoice[] {
  const known = liveEvent.hosts.map(({ key, name, role }) => ({ key, name, role }));
  const left = kept.filter((host) => !known.some(({ key }) => key === host));
  return [...known, ...left.map((key) => ({ key, name: key, role: leftRole }))];
}

const leftRole = "No longer among the hosts";
