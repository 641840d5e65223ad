/** A rendered email with its recipient. */
export type OutgoingEmail = {
  /** The same at every attempt, so that mailboxes can recognize duplicates. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
  calendar?: { method: "PUBLISH" | "CANCEL"; text: string };
};

/** The codes of a mail server's reply. Unlike its text, they contain no addresses, so they are logged. */
export type ReplyCodes = {
  /** RFC 5321, such as 550 */
  replyCode: number;
  /** RFC 3463, such as 5.1.1 */
  enhancedStatusCode: string | undefined;
};

/** The result of one delivery attempt. */
export type Delivery =
  | { kind: "sent"; reply: string }
  /** No mail server is configured. */
  | { kind: "not-sent" }
  /**
   * A permanent failure: the server will not accept this email.
   * @property recipientStatus the enhanced status code (RFC 3463) if the server rejected the recipient and sent one
   * @property codes undefined if no server replied
   */
  | {
      kind: "rejected";
      reply: string;
      recipientStatus?: string | undefined;
      codes?: ReplyCodes | undefined;
    }
  /** A temporary failure. @property isUnclear the connection ended when the server may have had the whole email */
  | { kind: "deferred"; reply: string; isUnclear: boolean; codes?: ReplyCodes | undefined };

/** Sends email. */
export type MailTransport = {
  /** Never throws: every fault is a deferred or rejected delivery. */
  deliver(email: OutgoingEmail): Promise<Delivery>;
  /** False without a mail server: pages must not promise email then. */
  sendsEmail: boolean;
  /** A sentence for the administrator, printed at startup. */
  describe(): string;
  close(): void;
};

/** Stores email without sending it, because no mail server is configured. */
export const storeOnlyTransport: MailTransport = {
  deliver: () => Promise.resolve({ kind: "not-sent" }),
  sendsEmail: false,
  describe: () => "Email is stored and not sent: SMTP_URL is not set.",
  close: () => undefined,
};
