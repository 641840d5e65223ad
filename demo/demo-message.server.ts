import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { getMessageKind } from "#app/events/messages/message-templates.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { demoId } from "./demo-id.ts";
import type { DemoYear } from "./demo-year.server.ts";
import type { PastEmail } from "./past-emails.server.ts";
import { createRandom } from "./random.ts";

const dayMs = 86_400_000;
const template = "replay";

const reply = "550 5.1.1 No such mailbox";

/**
 * Stores the replay of the latest past event, which was sent to everyone who attended. One address was undeliverable.
 * @returns its emails
 */
export async function storeMessage(
  db: Kysely<Database>,
  { events, signups, assessments }: Pick<DemoYear, "events" | "signups" | "assessments">,
): Promise<PastEmail[]> {
  const attended = new Set(signups.filter(({ row }) => row.attended === true).map(({ row }) => row.eventId));
  const event = events.findLast(({ id }) => attended.has(id));
  if (event === undefined) return [];
  const dice = createRandom(5);
  const messageId = demoId(dice.next);
  const sentAt = new Date(event.startsAt.getTime() + dayMs);
  const recipients = signups
    .filter(({ row }) => row.eventId === event.id && row.attended === true)
    .map(({ row }) => ({ id: demoId(dice.next), email: row.email, signupId: row.id }));
  await db
    .insertInto("eventMessages")
    .values({
      id: messageId,
      eventId: event.id,
      template,
      audience: "attended",
      fields: {
        replayUrl: new URL("replay", liveEvent.sample.joinUrl).href,
        slidesUrl: null,
        paragraph: "The questions that we could not answer live are at the end of the recording.",
      },
      invitedEventId: null,
      createdAt: sentAt,
      createdBy: practice.email,
      sentAt,
      sentBy: practice.email,
      recipients: recipients.length,
      leftOut: {},
    })
    .execute();
  await db
    .insertInto("eventMessageRecipients")
    .values(recipients.map(({ id, signupId }) => ({ id, messageId, signupId })))
    .execute();
  const laterForms = [...signups, ...assessments].filter(({ row }) => row.createdAt > sentAt);
  const isLater = new Set(laterForms.map(({ row }) => row.email));
  // Email that was sent to the address later would contradict the mark.
  const bounced = recipients.findLast(({ email }) => !isLater.has(email));
  if (bounced !== undefined) {
    const mark = { email: bounced.email, since: sentAt, status: "5.1.1", reply };
    await db.insertInto("undeliverableAddresses").values(mark).execute();
  }
  return recipients.map(({ id, email }) => ({
    id: demoId(dice.next),
    kind: getMessageKind(template),
    recipient: email,
    about: id,
    at: sentAt,
    reply: id === bounced?.id ? reply : undefined,
  }));
}
