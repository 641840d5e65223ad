import type { DraftOutcome, SendOutcome } from "#app/events/messages/send-message.server.ts";
import { noticeDaysAfterCancellation } from "#app/events/messages/message-phase.ts";
import type { MessageTemplateKey } from "#app/events/messages/message-templates.ts";
import { noEmail } from "#app/staff/shell/no-email.ts";

type RefusalsOf<Outcome> = Record<Extract<Outcome, { ok: false; reason: string }>["reason"], string>;

export const messageTexts = {
  title: "Send message",
  previewTitle: "Message preview",
  choose: "Choose a message",
  template: "Message",
  other: "Other message",
  to: "To",
  audienceMissing: "Please choose who gets the message",
  notYet: "after the event ends",
  unrecorded: (count: number) =>
    `Attendance is not recorded for ${count === 1 ? "1 person, who is" : `${count} people, who are`} in neither “Attended” nor “No-shows”.`,
  invitedTo: "Invitation to",
  repeats: "Include people who already received this message",
  preview: "Preview",
  edit: "Edit",
  question: (count: number) => `Send to ${formatPeople(count)}?`,
  send: (count: number) => `Send to ${count.toLocaleString("en-US")}`,
  recipients: "Recipients",
  leftOut: "Left out",
  noneLeftOut: "No one",
  noRecipients: "No one in this group would get the message.",
  previewAs: (name: string, email: string) => `Preview for ${name}, ${email}`,
  from: "From",
  subject: "Subject",
  notice:
    "Event notice. Opt-outs from announcements don’t apply, because the message is about the person’s sign-up.",
  announcement:
    "Announcement. People who opted out don’t get it, and every email has a one-click unsubscribe link.",
  withoutServer: `${noEmail} The emails will be stored and not sent.`,
  sentBy: (by: string, at: string) => `${at}, by ${by}`,
  date: "Date",
  emails: "Show emails of this kind",
  example: "Read one of the emails",
  erased: "Erased people",
  missingTitle: "Message not found",
  missing: "A preview is kept for a day. Open the event to write the message again.",
} as const;

/** When a template can be used, for the list of templates. */
export const templatePhases: Readonly<Record<MessageTemplateKey, string>> = {
  notice: `Until the event ends, or for ${noticeDaysAfterCancellation} days after it was canceled`,
  "waiting-news": "Until the event starts",
  replay: "After the event ends",
  missed: "After the event ends",
  invitation: "Needs another upcoming event",
};

export const draftRefusals = {
  unknown: "This event no longer exists.",
  "not-offered": "This group can’t get this message now. Please choose again.",
  "no-next-event": "There is no other upcoming event to invite to. Schedule it first.",
} as const satisfies RefusalsOf<DraftOutcome>;

export const sendRefusals = {
  ...draftRefusals,
  unknown: "This message no longer exists. A preview is kept for a day.",
  "no-one": "No one in this group would get the message, so nothing was sent.",
  "changed-meanwhile":
    "The recipients or the event have changed since you opened this page, so nothing was sent. Please check the new preview.",
} as const satisfies RefusalsOf<SendOutcome>;

function formatPeople(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}
