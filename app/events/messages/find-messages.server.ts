import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { MessageAudience } from "#app/data/schema/event-messages.ts";
import type { EmailState } from "#app/data/schema/letters.ts";
import { countEmailStates, findFirstEmail } from "#app/email/outbox/count-email-states.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import type { LeftOut } from "./left-out.ts";
import { isTemplateKey, type MessageTemplateKey } from "./message-templates.ts";

/** A message to people of an event. */
export type EventMessage = {
  id: string;
  eventId: string;
  template: MessageTemplateKey;
  audience: MessageAudience;
  /** As stored, before the schema of the template has read them. */
  fields: unknown;
  repeats: boolean;
  invitedEventId: string | null;
  /** Undefined for a draft. */
  sent: { at: Date; by: string; recipients: number; leftOut: LeftOut } | undefined;
};

/** A sent message with the number of its emails by state. Emails of erased people are not counted. */
export type SentMessage = EventMessage & {
  sent: NonNullable<EventMessage["sent"]>;
  states: Partial<Record<EmailState, number>>;
};

/** Finds a message of an event. Undefined for a template of another release. */
export async function findMessage(
  db: Kysely<Database>,
  eventId: string,
  id: string,
): Promise<EventMessage | undefined> {
  if (!isUuid(id) || !isUuid(eventId)) return undefined;
  const row = await selectMessages(db).where("id", "=", id).where("eventId", "=", eventId).executeTakeFirst();
  return row && toMessage(row);
}

/** Finds the message of an email, and the sign-up that the email is for. @param recipientId a row of `event_message_recipients` */
export async function findMessageOfEmail(
  db: Kysely<Database>,
  recipientId: string,
): Promise<{ message: EventMessage; signupId: string } | undefined> {
  const recipient = await db
    .selectFrom("eventMessageRecipients")
    .select(["messageId", "signupId"])
    .where("id", "=", recipientId)
    .executeTakeFirst();
  if (recipient === undefined) return undefined;
  const row = await selectMessages(db).where("id", "=", recipient.messageId).executeTakeFirst();
  const message = row && toMessage(row);
  return message && { message, signupId: recipient.signupId };
}

/** More than an event ever has. */
const maxMessages = 50;

/** The sent messages of an event, newest first. */
export async function listSentMessages(db: Kysely<Database>, eventId: string): Promise<SentMessage[]> {
  const rows = await selectMessages(db)
    .where("eventId", "=", eventId)
    .where("sentAt", "is not", null)
    .orderBy("sentAt", "desc")
    .orderBy("id")
    .limit(maxMessages)
    .execute();
  return Promise.all(
    rows.flatMap((row) => {
      const message = toMessage(row);
      return message?.sent === undefined ? [] : [addStates(db, { ...message, sent: message.sent })];
    }),
  );
}

export async function addStates(
  db: Kysely<Database>,
  message: Omit<SentMessage, "states">,
): Promise<SentMessage> {
  return { ...message, states: await countEmailStates(db, emailsOf(message.id)) };
}

/** The id of an email of a message, to read it as an example. */
export async function findExampleEmail(db: Kysely<Database>, messageId: string): Promise<string | undefined> {
  return findFirstEmail(db, emailsOf(messageId));
}

/** A query of the rows that the emails of a message are about. */
function emailsOf(messageId: string) {
  return sql`select id from event_message_recipients where message_id = ${messageId}`;
}

function selectMessages(db: Kysely<Database>) {
  return (
    db
      .selectFrom("eventMessages")
      .select(["id", "eventId", "template", "audience", "fields", "repeats", "invitedEventId"])
      .select(["sentAt", "sentBy", "recipients"])
      // The server writes this column, with `LeftOut`.
      .select(sql<LeftOut | null>`left_out`.as("leftOut"))
  );
}

function toMessage({
  template,
  sentAt,
  sentBy,
  recipients,
  leftOut,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectMessages>["executeTakeFirstOrThrow"]>>):
  | EventMessage
  | undefined {
  if (!isTemplateKey(template)) return undefined;
  const isSent = sentAt !== null && sentBy !== null && recipients !== null && leftOut !== null;
  return {
    ...row,
    template,
    sent: isSent ? { at: sentAt, by: sentBy, recipients, leftOut } : undefined,
  };
}
