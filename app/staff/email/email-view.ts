import { canManageTeam } from "#app/identity/accounts/permissions.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import type { StoredEmail } from "#app/email/outbox/retry-emails.server.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { getEmailLabel, listEmailKinds } from "#app/email/definition/email-kinds.ts";
import { emailsTexts, stateNames, stateTexts, stateTones } from "./emails.messages.ts";

/** A state as a badge. */
export type Badge = { label: string; tone: string };

/** Everything about a letter, as its page shows it. */
export type EmailView = {
  id: string;
  kind: string;
  badge: Badge;
  facts: readonly (readonly [name: string, value: string])[];
  /** What it says; undefined where nothing was written. */
  words: { subject: string; text: string; hasDocument: boolean } | undefined;
  /** Why it says nothing. */
  unwritten: string;
  canRetry: boolean;
  /** Whether nothing happens to it by itself any longer. */
  isSettled: boolean;
};

export function emailView(letter: StoredEmail, now: Date): EmailView {
  const { id, kind, state, recipient, subject, bodyText, bodyHtml, attempts, lastReply } = letter;
  const exactly = (moment: Date): string => describeMoment(moment, now, practice.timeZone).exact;
  return {
    id,
    kind: getEmailLabel(kind),
    badge: { label: stateNames[state], tone: stateTones[state] },
    facts: [
      ["State", stateTexts[state]],
      ["To", recipient],
      ["Requested", exactly(letter.createdAt)],
      ["Attempts", attemptsOf(letter)],
      ...(state === "waiting" ? [["Next try", exactly(letter.nextTryAt)] as const] : []),
      ...(letter.settledAt === null ? [] : [["Finished", exactly(letter.settledAt)] as const]),
      ...(lastReply === null ? [] : [["Last reply", lastReply] as const]),
    ],
    words:
      subject === null || bodyText === null
        ? undefined
        : { subject, text: withoutKeys(bodyText), hasDocument: bodyHtml !== null },
    unwritten: attempts === 0 ? emailsTexts.unwritten : emailsTexts.withoutWords,
    canRetry: state === "kept" || state === "given-up" || state === "suppressed",
    isSettled: state !== "waiting" && state !== "sending",
  };
}

function attemptsOf({ attempts, unclearAttempts }: StoredEmail): string {
  if (attempts === 0) return "None yet";
  if (unclearAttempts === 0) return String(attempts);
  return `${attempts}, of which ${unclearAttempts} may have arrived without our learning of it`;
}

/**
 * Kinds of email that a reader may not see on any screen or in any export. Account emails are visible only to people who manage the team
 * and on the command line.
 */
export function hiddenKindsFor(reader: Staff | "command line"): readonly string[] {
  return reader === "command line" || canManageTeam(reader) ? [] : listEmailKinds("account");
}
