import type { QuarantineReason } from "#app/intake/quarantine/list-quarantined.server.ts";
import type { AcceptOutcome } from "#app/intake/quarantine/accept-quarantined.server.ts";

/** Stored reasons of the traffic classification, worded for staff. */
export const classReasons: Readonly<Record<string, string>> = {
  "without the headers of a browser": "it did not send the headers of a browser",
  "names no browser": "it did not name a browser",
};

/** The reason in full, for the page of a submission. */
export const reasonTexts: Record<QuarantineReason, string> = {
  honeypot:
    "A hidden field that people cannot see was filled in. The sender saw a confirmation, so they will not send it again.",
  "too-fast": "It was sent within two seconds of opening the page.",
  token: "It lacked the token that our page issues to each visitor, or the token had expired.",
  replay: "Its page token had already been used for another submission.",
  many: "It was one of many sent from the same network or address in a short time.",
};

export const stateNames = { held: "Quarantined", released: "Accepted" } as const;

export function describeState({
  releasedAt,
  reason,
  confirmationRequestedAt,
  mailboxConfirmedAt,
  isConfirmationSuppressed,
}: {
  releasedAt: Date | null;
  reason: QuarantineReason;
  confirmationRequestedAt: Date | null;
  mailboxConfirmedAt: Date | null;
  isConfirmationSuppressed: boolean;
}) {
  if (releasedAt !== null) return { isReleased: true, state: stateNames.released };
  if (mailboxConfirmedAt !== null) return { isReleased: false, state: "Confirmed, needs your decision" };
  const isAwaiting = confirmationRequestedAt !== null && reason !== "honeypot";
  if (isAwaiting && isConfirmationSuppressed) {
    return { isReleased: false, state: "Confirmation email not sent" };
  }
  return { isReleased: false, state: isAwaiting ? "Waiting for confirmation" : stateNames.held };
}

export const quarantineTexts = {
  row: "quarantined submission",
  rows: "quarantined submissions",
  empty: "Nothing is quarantined. Submissions that look automated wait here for review.",
  about:
    "Forms that look automated wait here for up to 90 days, until their sender confirms the mailbox or you accept them.",
  back: "All quarantined submissions",
  unknown:
    "This submission does not exist. It may have been deleted, sent again by its sender, or removed after 90 days.",
  nothingTyped: "Empty",
  unknownEvent: "An event that is no longer listed",
  release: "Not spam",
  releaseMeans:
    "Accepts the submission with its original time, and sends the usual emails to the firm and the sender.",
  remove: "Delete…",
  removeAct: "Delete permanently",
  removeMeans: "This cannot be undone. No email is sent.",
  person: "View person",
} as const;

type Became = Extract<AcceptOutcome, { ok: true }>["became"];

/** Confirmations of a decision. */
export const quarantineDoneTexts = {
  assessment: "Accepted. The assessment is stored. The firm is notified, and the sender gets the result.",
  seat: "Accepted. The person has a seat and gets a confirmation by email.",
  waiting: "Accepted. The person is on the waiting list and gets a confirmation by email.",
  "next-date": "Accepted. No seat is available, so the person will get an email about the next date.",
  removed: "Deleted permanently.",
} as const satisfies Record<Became | "removed", string>;

/** The texts on a server that sends no email. */
export const quarantineDoneWithoutEmailTexts = {
  assessment: "Accepted. The assessment is stored.",
  seat: "Accepted. The person has a seat.",
  waiting: "Accepted. The person is on the waiting list.",
  "next-date": "Accepted. No seat is available, so the request for the next date is stored.",
  removed: quarantineDoneTexts.removed,
} as const satisfies Record<QuarantineDone, string>;

/** Why a decision was rejected. */
export const quarantineRefusals = {
  unknown: quarantineTexts.unknown,
  released: "The sender or a colleague has already accepted it. This page shows the current status.",
  unreadable:
    "Another version of this program stored this submission, and this version cannot accept it. The entries are below: contact the sender, or delete it.",
  held: "A legal hold is in effect, so nothing was deleted.",
  unclear: "The request was incomplete. Please press one of the buttons again.",
} as const;

export type QuarantineDone = keyof typeof quarantineDoneTexts;

/** Whether a value from a URL names a confirmation. */
export function isQuarantineDone(value: unknown): value is QuarantineDone {
  return typeof value === "string" && Object.hasOwn(quarantineDoneTexts, value);
}
