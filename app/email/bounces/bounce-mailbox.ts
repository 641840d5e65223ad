import type { ParsedReport } from "./read-report.server.ts";

/** Where reading continues. `uidValidity` identifies the numbering of the messages (RFC 3501, 2.3.1.1). */
export type MailboxPosition = { uidValidity: string | null; lastUid: number };

/** A message of the mailbox, up to which reading is complete, with its report; other email is not downloaded. */
export type ReadMessage = { position: MailboxPosition; report: ParsedReport };

/** The mailbox that receives reports of undelivered email. */
export type BounceMailbox = {
  /** A digest that identifies the mailbox. */
  id: string;
  /** A sentence for the administrator, without the user name and the password. */
  describe(): string;
  /**
   * Reads new messages in order, at most a batch. Changes nothing in the mailbox.
   * @param signal ends the connection
   * @throws MailboxError
   */
  read(from: MailboxPosition, signal: AbortSignal): AsyncGenerator<ReadMessage, void>;
};

/** A failure to read the mailbox. Its message is for staff and contains no password. */
export class MailboxError extends Error {}
