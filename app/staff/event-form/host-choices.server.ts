import { liveEvent } from "#content/live-event.ts";
import type { HostChoice } from "./form-fields.ts";

/**
 * Lists the hosts of `content/live-event.ts`. Only the server imports that file, because it also contains the copy of the public page.
 * @param current the hosts of an event. They can be kept even if they are no longer in the file
 */
export function listHostChoices(current: readonly string[] = []): HostChoice[] {
  const known = liveEvent.hosts.map(({ key, name, role }) => ({ key, name, role }));
  const former = current.filter((host) => !known.some(({ key }) => key === host));
  return [...known, ...former.map((key) => ({ key, name: key, role: formerRole }))];
}

const formerRole = "Former host";
