import type { LeadForm, QuarantineReason } from "#app/intake/quarantine/list-quarantined.server.ts";
import type { AcceptOutcome } from "#app/intake/quarantine/accept-quarantined.server.ts";

export const formNames: Record<LeadForm, string> = {
  assessment: "Assessment",
  "event-signup": "Live event signup",
};

/** Why something was held, in a few words. */
export const reasonNames: Record<QuarantineReason, string> = {
  honeypot: "Hidden field filled in",
  "too-fast": "Sent too fast",
  token: "Not sent from our page",
  replay: "Page used before",
  many: "One of many",
};

/** Why a sender is not taken for a person, where the program’s own words are for whoever reads its log. */
export const classReasons: Readonly<Record<string, string>> = {
  "without the headers of a browser": "it did not identify itself as browsers do",
  "names no browser": "it named no browser",
};

/** The same as a person would explain it. */
export const reasonTexts: Record<QuarantineReason, string> = {
  honeypot:
    "A field that nobody sees was filled in, as programs do. The sender was told that it was taken, and will not write again.",
  "too-fast": "It was sent within two seconds of opening the page.",
  token: "It lacked the token that our page issues to each visitor, or the token had expired.",
  replay: "Its page token had already been used for another submission.",
  many: "It was one of many sent from the same network or address in a short time.",
};

export const stateNames = { held: "Held", released: "Released" } as const;

export function describeState({
  releasedAt,
  reason,
  confirmationRequestedAt,
}: {
  releasedAt: Date | null;
  reason: QuarantineReason;
  confirmationRequestedAt: Date | null;
}) {
  if (releasedAt !== null) return { isReleased: true, state: stateNames.released };
  const isWaiting = confirmationRequestedAt !== null && reason !== "honeypot";
  return { isReleased: false, state: isWaiting ? "Waiting for confirmation" : stateNames.held };
}

export const quarantineTexts = {
  /** What the rows of the list are, in a sentence. */
  rows: "submissions held",
  empty: "Nothing is held. Submissions that look like a program’s wait here for a person to look at them.",
  about:
    "Forms that look automated wait here for up to 90 days, until their sender confirms the mailbox or you accept them.",
  back: "All that is held",
  unknown:
    "There is nothing held at this link. Somebody may have removed it, its sender may have sent it again, or its 90 days are over.",
  nothingTyped: "Nothing",
  release: "Not spam: take it",
  releaseMeans:
    "It is taken as if it had come through at once: the lead is stored with the time at which it came, and the letters to the practice and to its sender are written.",
  remove: "Remove…",
  removeAct: "Remove for good",
  removeMeans: "Do you want to remove it? It cannot be brought back, and nobody is written to.",
  person: "Everything about this person",
} as const;

type Became = Extract<AcceptOutcome, { ok: true }>["became"];

/** What came of what was decided. */
export const quarantineDoneTexts = {
  assessment: "Released: the assessment is stored. The practice is told, and its sender gets the result.",
  seat: "Released: the person has a seat and is told by email.",
  waiting: "Released: the person has a place on the waiting list and is told by email.",
  "next-date":
    "Released: there is no seat to take at this moment, and the person is told of the next date by email.",
  removed: "Removed: it is gone for good.",
} as const satisfies Record<Became | "removed", string>;

/** The texts on a server that sends no email. */
export const quarantineDoneWithoutEmailTexts = {
  assessment: "Released: the assessment is stored.",
  seat: "Released: the person has a seat.",
  waiting: "Released: the person has a place on the waiting list.",
  "next-date": "Released: there is no seat to take at this moment, and the wish for the next date is noted.",
  removed: quarantineDoneTexts.removed,
} as const satisfies Record<QuarantineDone, string>;

/** Why nothing was done. */
export const quarantineRefusals = {
  unknown: quarantineTexts.unknown,
  released: "Its sender or a colleague has already released it. The page shows how things stand now.",
  unreadable:
    "It was held by another version of this program, and this one cannot take it anymore. What was typed stands below: write to its sender, or remove it.",
  unclear: "We could not read what you decided. Please press one of the buttons again.",
} as const;

export type QuarantineDone = keyof typeof quarantineDoneTexts;

/** Whether a value says what was done: for what comes in an address. */
export function isQuarantineDone(value: unknown): value is QuarantineDone {
  return typeof value === "string" && Object.hasOwn(quarantineDoneTexts, value);
}
