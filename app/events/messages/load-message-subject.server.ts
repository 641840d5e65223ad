import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { type AttendeeSignup, findSeat } from "#app/events/attendee-page/find-seat.server.ts";
import { findEvent } from "#app/events/schedule/find-events.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { EventMessage } from "./find-messages.server.ts";
import { isStillRecipient } from "./list-recipients.server.ts";
import { getMessagePhase } from "./message-phase.ts";
import { listOffered } from "./message-templates.ts";

/** The people and events of an email of a message. */
export type MessageSubject = {
  signup: AttendeeSignup;
  signedUpFor: LiveEvent;
  /** The event that the email is about: the next one for an invitation, otherwise the one that the person signed up for. */
  event: LiveEvent;
};

/** @returns undefined if the message no longer applies to the person or to the event */
export async function loadMessageSubject(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  message: EventMessage,
  signupId: string,
): Promise<MessageSubject | undefined> {
  const signup = await findSeat(db, { id: signupId });
  const signedUpFor = signup?.event;
  if (signup === undefined || signedUpFor?.id !== message.eventId) return undefined;
  const now = clock.now();
  const isOffered = listOffered(message.template, getMessagePhase(signedUpFor, now)).includes(
    message.audience,
  );
  if (!isOffered || isOutdatedNotice(message, signedUpFor)) return undefined;
  if (!(await isStillRecipient(db, message, signupId))) return undefined;
  const event = await findSubjectEvent(db, message, signedUpFor, now);
  return event && { signup, signedUpFor, event };
}

/** A notice that was sent before the event was canceled describes an event that does not take place. */
function isOutdatedNotice({ template, sent }: EventMessage, { canceledAt }: LiveEvent): boolean {
  return template === "notice" && canceledAt !== null && sent !== undefined && sent.at < canceledAt;
}

async function findSubjectEvent(
  db: Kysely<Database>,
  { template, invitedEventId }: EventMessage,
  signedUpFor: LiveEvent,
  now: Date,
): Promise<LiveEvent | undefined> {
  if (template !== "invitation") return signedUpFor;
  const invited = invitedEventId === null ? undefined : await findEvent(db, invitedEventId);
  return invited?.state === "scheduled" && invited.startsAt > now ? invited : undefined;
}
