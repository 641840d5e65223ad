import type { Generated } from "kysely";
import type { Json } from "./quarantined-submissions.ts";

/**
 * Table `event_messages`: messages of staff to a group of people of an event, and the drafts of previews.
 * Owner: events. Personal data: the email address of the staff member. Kept as part of the firm's records; drafts for a day.
 */
export type EventMessagesTable = {
  id: Generated<string>;
  eventId: string;
  /** A key of `app/events/messages/message-templates.ts`. */
  template: string;
  audience: MessageAudience;
  /** What staff entered in the fields of the template. */
  fields: Json;
  /** Whether people who have received this template for the event get it again. */
  repeats: Generated<boolean>;
  /** The event that an invitation is for. */
  invitedEventId: string | null;
  createdAt: Generated<Date>;
  createdBy: string;
  /** Null, like the columns below, for a draft. */
  sentAt: Date | null;
  sentBy: string | null;
  /** The number of people when it was sent. */
  recipients: number | null;
  /** The numbers of people who were left out, by reason. */
  leftOut: Json | null;
};

/** `attended` and `no-shows` have a seat and recorded attendance. */
export type MessageAudience = "holders" | "waiting" | "attended" | "no-shows";

/**
 * Table `event_message_recipients`: the sign-up that each email of a message is for.
 * Owner: events. Personal data: that the person was written to. Kept as long as the sign-up.
 */
export type EventMessageRecipientsTable = {
  /** The email is about this row. */
  id: Generated<string>;
  messageId: string;
  signupId: string;
};
