/** The events that webhooks can receive. The triggers of `0051_integrations.sql` store them. */
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

/** The events that Wealthbox gets. A form says that there is a new person, and a trigger of its contacts reports erasures. */
export const wealthboxEvents = [
  "person.updated",
  "assessment.submitted",
  "signup.created",
  "booking.recorded",
  "person.merged",
  "person.merge_undone",
] as const satisfies readonly EventType[];

/** Queued when an owner sends existing people to Wealthbox. */
export const existingPerson = "person.existing";

/** Sent when staff press “Send test event”. */
export const testEvent = "webhook.test";

export function isEventType(value: unknown): value is EventType {
  return eventTypes.some((type) => type === value);
}
