import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { MessageAudience } from "#app/data/schema/event-messages.ts";
import type { Json } from "#app/data/schema/quarantined-submissions.ts";
import { emailKinds } from "#app/email/definition/email-kinds.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { isConfirmed } from "#app/events/signup/announce-event.server.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { eventColumns, findNextEvent } from "#app/events/schedule/find-events.server.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import type { Clock } from "#app/platform/clock.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { type EventMessage, findMessage } from "./find-messages.server.ts";
import type { LeftOut } from "./left-out.ts";
import { listRecipients, type Recipient } from "./list-recipients.server.ts";
import { findNoticeEnd, getMessagePhase } from "./message-phase.ts";
import { getMessageKind, listOffered, type MessageTemplateKey } from "./message-templates.ts";

type Deps = { db: Kysely<Database>; clock: Clock; actor: StaffActor };

export type NewMessage = {
  template: MessageTemplateKey;
  audience: MessageAudience;
  /** Parsed by the schema of the template. */
  fields: Json;
  /** Whether people who have received this template for the event get it again. */
  repeats: boolean;
};

/**
 * `not-offered`: the group cannot get the template in this phase of the event. `no-next-event`: there is no other upcoming event, or the
 * one of the invitation was canceled or has begun.
 */
export type MessageBlocker = "unknown" | "not-offered" | "no-next-event";

export type DraftOutcome = { ok: true; id: string } | { ok: false; reason: MessageBlocker };

/** Stores a message for its preview. Sends nothing. */
export async function saveDraft(
  { db, clock, actor }: Deps,
  eventId: string,
  message: NewMessage,
): Promise<DraftOutcome> {
  const now = clock.now();
  return db.transaction().execute(async (trx): Promise<DraftOutcome> => {
    const event = await lockEvent(trx, eventId);
    if (event === undefined) return { ok: false, reason: "unknown" };
    const next = message.template === "invitation" ? await findNextEvent(trx, now, eventId) : undefined;
    const draft = { ...message, invitedEventId: next?.id ?? null };
    const blocker = await findBlocker(trx, draft, event, now);
    if (blocker !== undefined) return { ok: false, reason: blocker };
    await deleteOldDrafts(trx, now);
    const { id } = await trx
      .insertInto("eventMessages")
      .values({ ...draft, eventId, createdAt: now, createdBy: actor.email })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { ok: true, id };
  });
}

const draftHours = 24;

async function deleteOldDrafts(trx: Transaction<Database>, now: Date): Promise<void> {
  await trx
    .deleteFrom("eventMessages")
    .where("sentAt", "is", null)
    .where("createdAt", "<", new Date(now.getTime() - draftHours * 3_600_000))
    .execute();
}

/** Why a message cannot be sent. */
async function findBlocker(
  db: Kysely<Database>,
  { template, audience, invitedEventId }: Pick<EventMessage, "template" | "audience" | "invitedEventId">,
  event: LiveEvent,
  now: Date,
): Promise<Exclude<MessageBlocker, "unknown"> | undefined> {
  if (!listOffered(template, getMessagePhase(event, now)).includes(audience)) return "not-offered";
  if (template !== "invitation") return undefined;
  return (await findUpcoming(db, invitedEventId, now)) === undefined ? "no-next-event" : undefined;
}

async function findUpcoming(db: Kysely<Database>, id: string | null, now: Date) {
  if (id === null) return undefined;
  return db
    .selectFrom("events")
    .select(["startsAt", "revision"])
    .where("id", "=", id)
    .where("state", "=", "scheduled")
    .where("startsAt", ">", now)
    .executeTakeFirst();
}

/** Who will get a message. @property version changes with the recipients and with the events that the message names */
export type MessagePreview = {
  recipients: readonly Recipient[];
  leftOut: LeftOut;
  version: string;
};

/** Lists the recipients of a draft as they are now. */
export async function previewMessage(
  { db, clock }: Pick<Deps, "db" | "clock">,
  message: EventMessage,
): Promise<MessagePreview | { blocker: MessageBlocker }> {
  return db.transaction().execute(async (trx) => {
    // Reads without a lock, so that sign-ups do not wait. Sending the message compares the version of the preview.
    const event = await trx
      .selectFrom("events")
      .select([...eventColumns, "revision"])
      .where("id", "=", message.eventId)
      .executeTakeFirst();
    if (event === undefined) return { blocker: "unknown" };
    return preview(trx, message, event, clock.now());
  });
}

async function preview(
  trx: Transaction<Database>,
  message: EventMessage,
  event: LiveEvent & { revision: number },
  now: Date,
): Promise<MessagePreview | { blocker: MessageBlocker }> {
  const blocker = await findBlocker(trx, message, event, now);
  if (blocker !== undefined) return { blocker };
  const { recipients, leftOut } = await listRecipients(trx, message);
  const invited = await findUpcoming(trx, message.invitedEventId, now);
  const facts = [recipients.map(({ id }) => id), event.revision, invited?.revision ?? null];
  return {
    recipients,
    leftOut,
    version: createHash("sha256").update(JSON.stringify(facts)).digest("base64url"),
  };
}

export type SendOutcome =
  /** @property isRepeated whether an earlier request sent the message, most likely the same form */
  | { ok: true; recipients: number; isRepeated: boolean }
  /** `no-one`: the message has no recipients. `changed-meanwhile`: the preview would be different now. */
  | { ok: false; reason: MessageBlocker | "no-one" | "changed-meanwhile" };

/**
 * Sends a draft to exactly the people of its preview, or to no one. Each of them gets one email, however often and on how many servers the
 * form arrives, because the draft is sent under the lock of the event.
 * @param of.expectedVersion from the preview that staff confirmed
 */
export async function sendMessage(
  deps: Deps & { outbox: Outbox; clientAddress?: string | undefined },
  of: { eventId: string; messageId: string; expectedVersion: string },
): Promise<SendOutcome> {
  const { db, clock, outbox } = deps;
  if (!isUuid(of.eventId)) return { ok: false, reason: "unknown" };
  const outcome = await db.transaction().execute(async (trx): Promise<SendOutcome> => {
    const event = await lockEvent(trx, of.eventId);
    const message = await findMessage(trx, of.eventId, of.messageId);
    if (event === undefined || message === undefined) return { ok: false, reason: "unknown" };
    if (message.sent !== undefined) {
      return { ok: true, recipients: message.sent.recipients, isRepeated: true };
    }
    const now = clock.now();
    const current = await preview(trx, message, event, now);
    if ("blocker" in current) return { ok: false, reason: current.blocker };
    if (current.version !== of.expectedVersion) return { ok: false, reason: "changed-meanwhile" };
    if (current.recipients.length === 0) return { ok: false, reason: "no-one" };
    await markSent(deps, trx, message, current);
    await queueEmails(outbox, trx, message, await findDeadline(trx, message, event, now));
    return { ok: true, recipients: current.recipients.length, isRepeated: false };
  });
  outbox.wake();
  return outcome;
}

async function markSent(
  { clock, actor, clientAddress }: Deps & { clientAddress?: string | undefined },
  trx: Transaction<Database>,
  { id, eventId, template, audience }: EventMessage,
  { recipients, leftOut }: MessagePreview,
): Promise<void> {
  const sent = { sentAt: clock.now(), sentBy: actor.email, recipients: recipients.length, leftOut };
  await trx.updateTable("eventMessages").set(sent).where("id", "=", id).execute();
  await sql`
    insert into event_message_recipients (message_id, signup_id)
    select ${id}, signup_id from unnest(${recipients.map((each) => each.id)}::uuid[]) as signup_id`.execute(
    trx,
  );
  await recordAudit(trx, {
    action: "event-message-sent",
    actor,
    subject: `event:${eventId}`,
    details: {
      template,
      audience,
      recipients: recipients.length,
      leftOut: Object.values(leftOut).reduce((sum, count) => sum + count, 0),
    },
    clientAddress,
  });
}

/** When the emails become pointless; null for a replay. */
async function findDeadline(
  trx: Transaction<Database>,
  { template, invitedEventId }: EventMessage,
  event: LiveEvent,
  now: Date,
): Promise<Date | null> {
  switch (template) {
    case "notice":
      return findNoticeEnd(event);
    case "waiting-news":
      return event.startsAt;
    case "invitation":
      return (await findUpcoming(trx, invitedEventId, now))?.startsAt ?? null;
    case "replay":
    case "missed":
      return null;
  }
}

/**
 * Announcements to unconfirmed mailboxes share the hourly budget of unconfirmed messages, like those of a new event, because a stranger can
 * type them. The other messages are like reminders of a seat.
 */
async function queueEmails(
  outbox: Outbox,
  trx: Transaction<Database>,
  { id, template }: EventMessage,
  deadline: Date | null,
): Promise<void> {
  const kind = getMessageKind(template);
  const isAnnouncement = emailKinds[kind].category === "announcements";
  const email = sql`${kind}::text, email, recipient.id, 'event-message ' || recipient.id, ${deadline}::timestamptz`;
  const rows = (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select ${columns} from event_message_recipients as recipient
      join linkedin_live_signups as signup on signup.id = recipient.signup_id
    where recipient.message_id = ${id} and ${condition}`;
  await outbox.putAll(trx, rows(email, isAnnouncement ? isConfirmed : sql`true`));
  if (!isAnnouncement) return;
  await outbox.putAllUnconfirmed(
    trx,
    rows(
      sql`${email}, row_number() over (partition by unconfirmed_address_key order by place_number, signup.id)`,
      sql`not ${isConfirmed}`,
    ),
  );
}
