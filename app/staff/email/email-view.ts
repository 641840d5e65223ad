import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import type { StoredEmail } from "#app/email/outbox/retry-emails.server.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { getEmailLabel } from "#app/email/definition/email-kinds.ts";
import { emailStateNames } from "#app/email/outbox/email-states.messages.ts";
import { emailsTexts, stateTexts, stateTones } from "./emails.messages.ts";

/** A status badge. */
export type Badge = { label: string; tone: string };

/** The data of an email's page. */
export type EmailView = {
  id: string;
  kind: string;
  badge: Badge;
  facts: readonly (readonly [name: string, value: string])[];
  /** Undefined if the text was never created. */
  content: { subject: string; text: string; hasDocument: boolean } | undefined;
  /** Why there is no text. */
  missingText: string;
  canRetry: boolean;
  /** Whether no automatic attempt will follow. */
  isSettled: boolean;
};

/** @param options.isFormDeleted whether the email asked to confirm a form that was deleted since */
export function createEmailView(
  email: StoredEmail,
  { now, isFormDeleted }: { now: Date; isFormDeleted: boolean },
): EmailView {
  const { id, kind, state, subject, bodyText, bodyHtml } = email;
  return {
    id,
    kind: getEmailLabel(kind),
    badge: { label: emailStateNames[state], tone: stateTones[state] },
    facts: [["Status", describeState(email, isFormDeleted)], ...listFacts(email, now)],
    content:
      subject === null || bodyText === null
        ? undefined
        : { subject, text: withoutKeys(bodyText), hasDocument: bodyHtml !== null },
    missingText: findMissingText(email, isFormDeleted),
    canRetry: !isFormDeleted && (state === "kept" || state === "given-up" || state === "suppressed"),
    isSettled: state !== "waiting" && state !== "sending",
  };
}

function describeState({ state }: StoredEmail, isFormDeleted: boolean): string {
  return state === "given-up" && isFormDeleted ? emailsTexts.failedWithoutForm : stateTexts[state];
}

function findMissingText({ state, attempts }: StoredEmail, isFormDeleted: boolean): string {
  if (state === "sent" || isFormDeleted) return emailsTexts.deleted;
  return attempts === 0 ? emailsTexts.unwritten : emailsTexts.withoutWords;
}

function listFacts(email: StoredEmail, now: Date): EmailView["facts"] {
  const { state, recipient, lastReply, sentAt, settledAt } = email;
  const formatExact = (moment: Date): string => describeMoment(moment, now, practice.timeZone).exact;
  return [
    ["To", recipient],
    ["Requested", formatExact(email.createdAt)],
    ["Attempts", describeAttempts(email)],
    ...(state === "waiting" ? [["Next attempt", formatExact(email.nextTryAt)] as const] : []),
    // A return and a new attempt change the end of the delivery.
    ...(sentAt === null || sentAt.getTime() === settledAt?.getTime()
      ? []
      : [["First accepted", formatExact(sentAt)] as const]),
    ...(settledAt === null ? [] : [["Finished", formatExact(settledAt)] as const]),
    ...(email.returnedAt === null ? [] : [["Returned", formatExact(email.returnedAt)] as const]),
    ...(lastReply === null ? [] : [["Last reply", lastReply] as const]),
  ];
}

function describeAttempts({ attempts, unclearAttempts }: StoredEmail): string {
  if (attempts === 0) return "None yet";
  if (unclearAttempts === 0) return String(attempts);
  return `${attempts}, of which ${unclearAttempts} may have been delivered without confirmation`;
}
