/** The events that webhooks can receive. The triggers of `0039_integrations.sql` store them. */
export const eventTypes = [
  "person.created",
  "person.updated",
  "assessment.submitted",
  "signup.created",
  "booking.recorded",
  "person.merged",
  "person.merge_undone",
  "person.erased",
] as const;

export type EventType = (typeof eventTypes)[number];

/** Sent when staff press “Send test event”. */
export const testEvent = "webhook.test";

export function isEventType(value: unknown): value is EventType {
  return eventTypes.some((type) => type === value);
}
