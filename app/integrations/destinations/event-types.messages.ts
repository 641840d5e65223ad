import { type EventType, isEventType, testEvent } from "./event-types.ts";

/** What each event means. */
export const eventNames: Record<EventType, string> = {
  "person.created": "New person",
  "person.updated": "Change of status, owner, next step, company, consent or attendance",
  "assessment.submitted": "Assessment",
  "signup.created": "Event sign-up",
  "booking.recorded": "Appointment booked, moved or canceled",
  "person.merged": "Two records merged",
  "person.merge_undone": "Merge undone",
  "person.erased": "Person erased",
};

/** An event of another version of the program appears under its stored name. */
export function getEventName(event: string): string {
  if (event === testEvent) return "Test";
  return isEventType(event) ? eventNames[event] : event;
}
