import { liveEvent } from "#content/live-event.ts";

/** The names of hosts by their keys; a key that `content/live-event.ts` no longer has stands for itself. */
export function hostNames(keys: readonly string[]): string[] {
  return keys.map((key) => liveEvent.hosts.find((host) => host.key === key)?.name ?? key);
}
