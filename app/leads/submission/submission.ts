import type { Sender } from "./sender.server.ts";

/** What comes with a form besides its fields. */
export type Submission = {
  /** When it arrived; of one that was held back, when it first did. */
  at: Date;
  sender: Sender;
  consent: Consent;
  /** Digest of the page on which the form stood; null where it was sent without one of ours. */
  pageVersion: string | null;
  /** What limits seats and messages until the mailbox is confirmed. Null: it is confirmed, or staff accepted the submission. */
  unconfirmed: UnconfirmedKeys | null;
  /** The seat that was held until the mailbox is confirmed. */
  heldSeat: HeldSeat | null;
};

/** Keyed digests: nobody without the secret can tell whose they are. */
export type UnconfirmedKeys = {
  /** Of the network address that it was sent from. */
  addressKey: string;
  /** Of the mailbox, for all addresses that deliver to it. */
  mailboxKey: string;
};

export type HeldSeat = { eventId: string; until: Date };

/** What its sender agreed to. */
export type Consent =
  | { basis: "boxes-shown"; wordingVersion: string; byEmail: boolean; byPhone: boolean }
  /** Sent without a form of ours: nobody was asked, and nothing was given. */
  | { basis: "none-given" };

export const noConsent: Consent = { basis: "none-given" };

/**
 * Drops claimed consent that no token proves. Only a signed token of our own form shows that the boxes were displayed. Its age does
 * not matter: a page that stayed open for days displayed the same boxes.
 */
export function withProvenConsent<Sent extends Pick<Submission, "consent" | "pageVersion">>(
  sent: Sent,
): Sent {
  return sent.pageVersion === null ? { ...sent, consent: noConsent } : sent;
}
