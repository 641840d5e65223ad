import { type EventCount, eventCounts, type EventDone, eventPath } from "#app/staff/paths/event-paths.ts";
import { doneText, isEventDone } from "./events.messages.ts";

/** Returns the confirmation that a URL names, or undefined if it names none. */
export function readDoneText(address: URLSearchParams, sendsEmail: boolean): string | undefined {
  const done = address.get("done");
  if (!isEventDone(done)) return undefined;
  const readCount = (name: EventCount): number => {
    const count = address.get(name) ?? "";
    return /^\d{1,6}$/.test(count) ? Number(count) : 0;
  };
  const counts = { told: readCount("told"), promoted: readCount("promoted"), noted: readCount("noted") };
  return doneText(done, counts, sendsEmail);
}

/** Returns the URL of the same page of the list, with the number of saved rows. */
export function withDone(url: string, eventId: string, noted: number): string {
  const { searchParams } = new URL(url);
  for (const name of [...eventCounts, "_routes"]) searchParams.delete(name);
  searchParams.set("done", "noted" satisfies EventDone);
  searchParams.set("noted" satisfies EventCount, String(noted));
  return `${eventPath(eventId)}?${searchParams.toString()}`;
}
