import { formatTitleAndDate } from "#app/events/emails/event-facts.ts";
import type { ManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { findMessage } from "#app/events/messages/find-messages.server.ts";
import { getMessagePhase } from "#app/events/messages/message-phase.ts";
import {
  listMessageFields,
  listOffered,
  type MessageAudience,
  messageAudiences,
  type MessageTemplateKey,
  messageTemplateKeys,
  messageTemplates,
} from "#app/events/messages/message-templates.ts";
import { findEvent, findNextEvent } from "#app/events/schedule/find-events.server.ts";
import type { FormOfTemplate } from "./message-form.tsx";
import { draftParameter, type MessageValues, templateField, toFieldValues } from "./message-values.ts";

type Deps = { db: Parameters<typeof findMessage>[0]; now: Date };

/** A template in the list of messages to choose from. */
export type TemplateChoice = { template: MessageTemplateKey; isOffered: boolean };

/** The choice of a message or, with a template in the URL, its form. */
export async function loadMessageForm(
  { db, now }: Deps,
  event: ManagedEvent,
  address: URLSearchParams,
): Promise<{
  choices: readonly TemplateChoice[];
  form: FormOfTemplate | undefined;
  values: MessageValues;
}> {
  const draft = await findMessage(db, event.id, address.get(draftParameter) ?? "");
  const named = draft?.template ?? address.get(templateField);
  const invited = await findInvitedTitle(db, event, now);
  const choices = messageTemplateKeys.map((template) => ({
    template,
    isOffered:
      listOffered(template, getMessagePhase(event, now)).length > 0 &&
      (template !== "invitation" || invited !== undefined),
  }));
  const chosen = choices.find(({ template, isOffered }) => isOffered && template === named)?.template;
  return {
    choices: choices.toSorted((one, other) => Number(other.isOffered) - Number(one.isOffered)),
    form: chosen && describeForm(chosen, event, now, invited),
    values: {
      audience: draft?.audience,
      fields: toFieldValues(draft?.fields),
      repeats: draft?.repeats ?? false,
    },
  };
}

/** The title and date of the event to which people of another event can be invited. */
async function findInvitedTitle(
  db: Deps["db"],
  { id }: ManagedEvent,
  now: Date,
): Promise<string | undefined> {
  const next = await findNextEvent(db, now, id);
  const invited = next && (await findEvent(db, next.id));
  return invited && formatTitleAndDate(invited);
}

function describeForm(
  template: MessageTemplateKey,
  event: ManagedEvent,
  now: Date,
  invitedTo: string | undefined,
): FormOfTemplate {
  const { isOnce, offers } = messageTemplates[template];
  const offered = listOffered(template, getMessagePhase(event, now));
  const audiences = messageAudiences
    .filter((audience) => Object.hasOwn(offers, audience))
    .map((audience) => ({
      audience,
      count: countAudience(event, audience),
      isOffered: offered.includes(audience),
    }));
  const dependsOnAttendance = offered.includes("attended") || offered.includes("no-shows");
  return {
    template,
    fields: listMessageFields(template),
    audiences,
    isOnce,
    invitedTo: template === "invitation" ? invitedTo : undefined,
    unrecorded: dependsOnAttendance ? Math.max(0, event.seatsTaken - event.came - event.stayedAway) : 0,
  };
}

function countAudience(event: ManagedEvent, audience: MessageAudience): number {
  switch (audience) {
    case "holders":
      return event.seatsTaken;
    case "waiting":
      return event.waiting;
    case "attended":
      return event.came;
    case "no-shows":
      return event.stayedAway;
  }
}
