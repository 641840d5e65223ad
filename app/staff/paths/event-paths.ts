import { pages } from "#app/pages/registry.ts";

export const newEventPath = `${pages.events.path}/new`;

export function eventPath(id: string): string {
  return `${pages.events.path}/${id}`;
}

export function eventEditPath(id: string): string {
  return `${eventPath(id)}/edit`;
}

export function eventCancelPath(id: string): string {
  return `${eventPath(id)}/cancel`;
}

/** The page that frees the seat or waiting-list position of a sign-up. */
export function seatFreePath(eventId: string, signupId: string): string {
  return `${eventPath(eventId)}/${signupId}`;
}

/** The page that moves a person on the waiting list. */
export function seatMovePath(eventId: string, signupId: string): string {
  return `${seatFreePath(eventId, signupId)}/move`;
}

/** The page that sends the join link to a person with a seat again. */
export function seatLinkPath(eventId: string, signupId: string): string {
  return `${seatFreePath(eventId, signupId)}/link`;
}

export function guestNewPath(id: string): string {
  return `${eventPath(id)}/guests`;
}

export function attendanceImportPath(id: string): string {
  return `${eventPath(id)}/attendance`;
}

/** The page that records everyone without recorded attendance as absent. */
export function attendanceAbsentPath(id: string): string {
  return `${attendanceImportPath(id)}/absent`;
}

/** The page that writes a message to people of an event. */
export function messageNewPath(id: string): string {
  return `${eventPath(id)}/message`;
}

/** The preview of a message before it is sent, and its report afterward. */
export function messagePath(eventId: string, messageId: string): string {
  return `${messageNewPath(eventId)}/${messageId}`;
}

/** The HTML of the preview, for the frame on its page. */
export function messageDocumentPath(eventId: string, messageId: string): string {
  return `/api/events/${eventId}/messages/${messageId}/document`;
}

/** The last action on an event, a parameter of its page's URL. */
export type EventDone =
  | "added"
  | "changed"
  | "unchanged"
  | "cancelled"
  | "noted"
  | "freed"
  | "left"
  | "moved"
  | "seated"
  | "guest"
  | "link"
  | "messaged"
  | "waits";

/** Returns the URL of an event's page with the confirmation of an action. */
export function eventDonePath(
  id: string,
  done: EventDone,
  counts: Readonly<Partial<Record<EventCount, number>>> = {},
): string {
  const query = new URLSearchParams({ done });
  for (const [name, count] of Object.entries(counts)) query.set(name, String(count));
  return `${eventPath(id)}?${query.toString()}`;
}

/** The parameter with the sign-up of a person who was marked as attended. */
export const markedParameter = "marked";

/** Returns the URL of an event's page that confirms that a person was marked as attended. */
export function eventMarkedPath(id: string, signupId: string): string {
  return `${eventPath(id)}?${markedParameter}=${signupId}`;
}

/** Numbers of people who were notified, got a seat from the waiting list, or whose attendance was saved. */
export const eventCounts = ["told", "promoted", "noted"] as const;
export type EventCount = (typeof eventCounts)[number];
