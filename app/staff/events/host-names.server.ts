import { liveEvent } from "#content/live-event.ts";

/** Returns the names of hosts. A key that is no longer in `content/live-event.ts` is returned as it is. */
export function hostNames(keys: readonly string[]): string[] {
  return keys.map((key) => liveEvent.hosts.find((host) => host.key === key)?.name ?? key);
}
