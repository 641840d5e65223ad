import { recordPersonView } from "#app/audit/record-once.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { emailKinds } from "#app/email/definition/email-kinds.ts";
import type { EmailState } from "#app/email/outbox/retry-emails.server.ts";
import { emailStateNames } from "#app/email/outbox/email-states.messages.ts";
import { formatTitleAndDate } from "#app/events/emails/event-facts.ts";
import { addStates, type EventMessage, findExampleEmail } from "#app/events/messages/find-messages.server.ts";
import { leftOutReasons, type LeftOut } from "#app/events/messages/left-out.ts";
import {
  getMessageKind,
  type MessageAudience,
  type MessageTemplateKey,
} from "#app/events/messages/message-templates.ts";
import { leftOutTexts } from "#app/events/messages/message.messages.ts";
import { renderMessagePreview } from "#app/events/messages/render-preview.server.ts";
import { previewMessage } from "#app/events/messages/send-message.server.ts";
import { findEvent } from "#app/events/schedule/find-events.server.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { messageTexts, sendRefusals } from "./event-messages.messages.ts";

/** A message before it is sent, with its preview, or after it was sent, with the state of its emails. */
export type MessageView = {
  id: string;
  template: MessageTemplateKey;
  audience: MessageAudience;
  /** “Title, Jan 21, 2027” for an invitation. */
  invitedTo: string | undefined;
  /** The numbers of people by reason. */
  leftOut: readonly string[];
  recipients: number;
  draft: DraftView | undefined;
  sent: SentView | undefined;
};

type DraftView = {
  version: string;
  isAnnouncement: boolean;
  /** Undefined without recipients. */
  example: { name: string; email: string; subject: string; text: string } | undefined;
};

type SentView = {
  by: string;
  at: string;
  /** The numbers of emails by state, and of those that an erasure deleted. */
  states: readonly (readonly [name: string, count: number])[];
  /** The kind of the emails, for the list of emails. */
  kind: string;
  exampleId: string | undefined;
};

type Deps = Parameters<typeof renderMessagePreview>[0] & { persons: PersonKeys };

/** @returns the reason if a draft can no longer be sent */
export async function viewMessage(
  deps: Deps,
  message: EventMessage,
  { session, clientAddress }: { session: StaffSession; clientAddress: string },
): Promise<MessageView | { blocked: string }> {
  const { id, template, audience, invitedEventId, sent } = message;
  const invited = invitedEventId === null ? undefined : await findEvent(deps.db, invitedEventId);
  const shared = { id, template, audience, invitedTo: invited && formatTitleAndDate(invited) };
  if (sent !== undefined) {
    return {
      ...shared,
      leftOut: describeLeftOut(sent.leftOut),
      recipients: sent.recipients,
      draft: undefined,
      sent: await viewSent(deps, { ...message, sent }),
    };
  }
  const preview = await previewMessage(deps, message);
  if ("blocker" in preview) return { blocked: sendRefusals[preview.blocker] };
  const [first] = preview.recipients;
  if (first !== undefined) {
    const subject = deps.persons.subjectOf(first.email);
    await recordPersonView(deps.db, {
      actor: session.staff,
      sessionId: session.id,
      subject,
      clientAddress,
    });
  }
  const rendered = first && (await renderMessagePreview(deps, message, first.id));
  return {
    ...shared,
    leftOut: describeLeftOut(preview.leftOut),
    recipients: preview.recipients.length,
    draft: {
      version: preview.version,
      isAnnouncement: emailKinds[getMessageKind(template)].category === "announcements",
      example: rendered && {
        name: first.name,
        email: first.email,
        subject: rendered.subject,
        text: withoutKeys(rendered.text),
      },
    },
    sent: undefined,
  };
}

async function viewSent(
  { db }: Deps,
  message: EventMessage & { sent: NonNullable<EventMessage["sent"]> },
): Promise<SentView> {
  const { states } = await addStates(db, message);
  const { at, by, recipients } = message.sent;
  const names = Object.keys(emailStateNames) as EmailState[]; // the table's own keys
  const counted = names.flatMap((state) => {
    const count = states[state];
    return count === undefined ? [] : [[emailStateNames[state], count] as const];
  });
  const erased = recipients - counted.reduce((sum, [, count]) => sum + count, 0);
  return {
    by,
    at: momentIn(practice.timeZone, at),
    states: erased > 0 ? [...counted, [messageTexts.erased, erased]] : counted,
    kind: getMessageKind(message.template),
    exampleId: await findExampleEmail(db, message.id),
  };
}

/** “No consent to invitations: 3” */
function describeLeftOut(leftOut: LeftOut): string[] {
  return leftOutReasons.flatMap((reason) => {
    const count = leftOut[reason] ?? 0;
    return count === 0 ? [] : [`${leftOutTexts[reason]}: ${count.toLocaleString("en-US")}`];
  });
}
