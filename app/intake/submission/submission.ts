import type { Sender } from "#app/tracking/attribution/request-source.server.ts";

/** What a submission contains besides its form fields. */
export type Submission = {
  /** Time of receipt; for a quarantined submission, the first one. */
  at: Date;
  sender: Sender;
  consent: Consent;
  /** Digest of the page with the form; null without a valid form token. */
  pageVersion: string | null;
  /**
   * The rate-limit keys for seats and emails until the mailbox is confirmed. Null if the mailbox is confirmed or staff accepted the
   * submission.
   */
  unconfirmed: UnconfirmedKeys | null;
  /** Keyed digest of the mailbox, also after confirmation. Null if an earlier release quarantined the submission. */
  mailboxKey: string | null;
  /** Whether the seat limits of a mailbox and a mail domain apply. False if staff accepted the submission. */
  isLimited: boolean;
  /** The seat that was held until the mailbox is confirmed. */
  heldSeat: HeldSeat | null;
  /** The quarantined row that is being accepted. Nothing is stored if it has been deleted. */
  quarantinedId?: string;
};

/** Keyed digests, which identify no one without the secret. */
export type UnconfirmedSeatKeys = {
  /** Digest of the sender’s network address. */
  addressKey: string;
  /** Digest of the mailbox, the same for all addresses that deliver to it. */
  mailboxKey: string;
};

export type UnconfirmedKeys = UnconfirmedSeatKeys & {
  /** Digest of the sender's network (IPv4 address or IPv6 /48) under which its messages are counted. */
  senderKey: string;
  /** Digest of that network and the mail domain; undefined for a large public mailbox provider. */
  domainKey?: string | undefined;
  /** Whether the submission had a valid, unspent form token. Its messages are sent before others. */
  hasFormToken: boolean;
};

export type HeldSeat = { eventId: string; until: Date };

export type Consent =
  | { basis: "boxes-shown"; wordingVersion: string; byEmail: boolean; byPhone: boolean }
  /** Sent without this site's form, so no consent text was displayed. */
  | { basis: "none-given" };

export const noConsent: Consent = { basis: "none-given" };

/**
 * Accepts the claimed consent only if the form token shows that our form displayed the boxes with this wording. The token's age does not
 * matter, because a page that was open for days displayed the same boxes.
 * @param page what the token signs; null without a valid token
 */
export function proveConsent(
  claimed: Consent,
  page: { pageVersion: string; wordingVersion: string } | null,
): Pick<Submission, "consent" | "pageVersion"> {
  const isProven = claimed.basis === "boxes-shown" && claimed.wordingVersion === page?.wordingVersion;
  return { consent: isProven ? claimed : noConsent, pageVersion: page?.pageVersion ?? null };
}
