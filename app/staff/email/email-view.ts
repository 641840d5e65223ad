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

export function createEmailView(email: StoredEmail, now: Date): EmailView {
  const { id, kind, state, subject, bodyText, bodyHtml } = email;
  return {
    id,
    kind: getEmailLabel(kind),
    badge: { label: emailStateNames[state], tone: stateTones[state] },
    facts: listFacts(email, now),
    content:
      subject === null || bodyText === null
        ? undefined
        : { subject, text: withoutKeys(bodyText), hasDocument: bodyHtml !== null },
    missingText: findMissingText(email),
    canRetry: state === "kept" || state === "given-up" || state === "suppressed",
    isSettled: state !== "waiting" && state !== "sending",
  };
}

function findMissingText({ state, attempts }: StoredEmail): string {
  if (state === "sent") return emailsTexts.deleted;
  return attempts === 0 ? emailsTexts.unwritten : emailsTexts.withoutWords;
}

function listFacts(email: StoredEmail, now: Date): EmailView["facts"] {
  const { state, recipient, lastReply } = email;
  const formatExact = (moment: Date): string => describeMoment(moment, now, practice.timeZone).exact;
  return [
    ["State", stateTexts[state]],
    ["To", recipient],
    ["Requested", formatExact(email.createdAt)],
    ["Attempts", describeAttempts(email)],
    ...(state === "waiting" ? [["Next attempt", formatExact(email.nextTryAt)] as const] : []),
    ...(email.settledAt === null ? [] : [["Finished", formatExact(email.settledAt)] as const]),
    ...(email.returnedAt === null ? [] : [["Returned", formatExact(email.returnedAt)] as const]),
    ...(lastReply === null ? [] : [["Last reply", lastReply] as const]),
  ];
}

function describeAttempts({ attempts, unclearAttempts }: StoredEmail): string {
  if (attempts === 0) return "None yet";
  if (unclearAttempts === 0) return String(attempts);
  return `${attempts}, of which ${unclearAttempts} may have been delivered without confirmation`;
}
