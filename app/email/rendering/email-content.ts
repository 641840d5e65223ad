import type { EmailTopic } from "#app/data/schema/letter-suppressions.ts";

/** What a letter says, as its writer hands it over when it is about to leave. The frame around it is added by `frame.server.tsx`. */
export type EmailContent = {
  /** Names nobody but its recipient: subjects show on locked screens. */
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  /** What the person can do without; `essential` is owed to whoever holds a place and always goes. */
  topic: "essential" | EmailTopic;
  /**
   * `visitor`: with the addresses at which letters are stopped. `practice`: to ourselves, `staff`: to somebody about their account;
   * both without.
   */
  audience: "visitor" | "practice" | "staff";
  heading: string;
  blocks: readonly EmailBlock[];
  /** Where an answer goes, if not to the practice. */
  replyTo?: { name: string; address: string };
  calendar?: CalendarPart;
  /**
   * What only the recipient may read, such as the token of a link that signs somebody in. It is left out of what is kept of the letter,
   * and of what mail servers say of it. Letters, figures and `-._~` alone: what HTML writes otherwise would not be found there.
   */
  secrets?: readonly string[];
};

/** What can stand in a letter. A bare text is a paragraph. */
export type EmailBlock =
  | string
  /** Terms and what they are: date, length, place. */
  | { facts: readonly (readonly [term: string, description: string])[] }
  /** The one thing to press. */
  | { button: { label: string; url: string } }
  /** What to do, in this order. */
  | { steps: readonly { title: string; text: string }[] }
  /** A link within a sentence of its own. */
  | { link: { before: string; label: string; url: string; after: string } }
  /** Words of the person's own, set apart. */
  | { quote: string };

/** A calendar entry that goes along (RFC 5545). */
export type CalendarPart = { method: "PUBLISH" | "CANCEL"; text: string };

/**
 * Writes the letter about a row, from what is true at this moment.
 * @returns undefined where there is no longer anything to say: the row is gone, or it would be untrue by now
 */
export type Compose = (about: string) => Promise<EmailContent | undefined>;

/** A writer for each kind of letter. */
export type Composers = Readonly<Record<string, Compose>>;
