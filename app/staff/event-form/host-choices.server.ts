import { liveEvent } from "#content/live-event.ts";
import type { HostChoice } from "./event-form.tsx";

/** The hosts of `content/live-event.ts`. They stay on the server: the file holds every word of the public page besides. */
export function hostChoices(): HostChoice[] {
  return liveEvent.hosts.map(({ key, name, role }) => ({ key, name, role }));
}
