import { formPaths } from "#app/pages/form-paths.ts";

/** The sign-up page of one event. */
export function eventPagePath(eventId: string): string {
  return `${formPaths.eventOnDate}/${eventId}`;
}

/**
 * The calendar file of an event, without personal data and without the join link.
 * @param eventId undefined: the current event
 */
export function eventCalendarPath(eventId?: string): string {
  return `${eventId === undefined ? formPaths.eventSignup : eventPagePath(eventId)}/event.ics`;
}
