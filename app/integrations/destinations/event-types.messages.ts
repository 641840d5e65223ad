import { type EventType, existingPerson, isEventType, testEvent } from "./event-types.ts";

/** How the staff area names events. */
export const eventNames: Record<EventType, string> = {
  "person.created": "New person",
  "person.updated": "Person updated",
  "assessment.submitted": "Assessment",
  "signup.created": "Event sign-up",
  "booking.recorded": "Appointment",
  "person.merged": "Records merged",
  "person.merge_undone": "Merge undone",
  "person.erased": "Person erased",
};

/** Which changes cause an event, if its name does not say so. */
export const eventHints: Partial<Record<EventType, string>> = {
  "person.updated": "status, owner, next step, company, contact details, consent or attendance",
  "booking.recorded": "booked, rescheduled or canceled",
};

/** All events that the delivery log can contain. */
export const loggedEventNames: Readonly<Record<string, string>> = {
  ...eventNames,
  [existingPerson]: "Existing person",
  [testEvent]: "Test",
};

/** An event of another version of the program appears under its stored name. */
export function getEventName(event: string): string {
  return isEventType(event) ? eventNames[event] : (loggedEventNames[event] ?? event);
}
