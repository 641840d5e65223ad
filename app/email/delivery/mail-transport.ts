/** A letter as it goes to a mail server. */
export type OutgoingEmail = {
  /** The same at every attempt, so that a mailbox can tell a repetition. */
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

/** What became of an attempt. */
export type Delivery =
  | { kind: "sent"; reply: string }
  /** There is no mail server: the letter's end is to be kept here. */
  | { kind: "kept" }
  /** The server will not take it, now or ever. */
  | { kind: "refused"; reply: string }
  /** Not now. @property isUnclear the line broke when the server may have had the whole letter */
  | { kind: "failed"; reply: string; isUnclear: boolean };

/** A way out of the house. Never throws: whatever goes wrong is a delivery that failed. */
export type Transport = {
  deliver(letter: OutgoingEmail): Promise<Delivery>;
  /** False where there is no mail server: no page may then promise a letter. */
  leaves: boolean;
  /** A sentence for the operator. */
  describe(): string;
  close(): void;
};

/** Without a mail server letters are kept, and nothing leaves the house. */
export const keepingTransport: Transport = {
  deliver: () => Promise.resolve({ kind: "kept" }),
  leaves: false,
  describe: () => "Letters are kept, not sent: nothing leaves the house until SMTP_URL is set.",
  close: () => undefined,
};
