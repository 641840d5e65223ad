import { type EventCount, eventCounts, type EventDone, eventPath } from "./event-paths.ts";
import { doneText, isEventDone } from "./events.messages.ts";

/**
 * What an address says has been done, in words; undefined where it says nothing that we know.
 * @param sendsEmail whether anybody is told by email
 */
export function doneIn(address: URLSearchParams, sendsEmail: boolean): string | undefined {
  const done = address.get("done");
  if (!isEventDone(done)) return undefined;
  const countOf = (name: EventCount): number => {
    const count = address.get(name) ?? "";
    return /^\d{1,6}$/.test(count) ? Number(count) : 0;
  };
  const counts = { told: countOf("told"), promoted: countOf("promoted"), noted: countOf("noted") };
  return doneText(done, counts, sendsEmail);
}

/** The same page of the same list, with how many were noted. */
export function withDone(url: string, eventId: string, noted: number): string {
  const { searchParams } = new URL(url);
  for (const name of [...eventCounts, "_routes"]) searchParams.delete(name);
  searchParams.set("done", "noted" satisfies EventDone);
  searchParams.set("noted" satisfies EventCount, String(noted));
  return `${eventPath(eventId)}?${searchParams.toString()}`;
}
