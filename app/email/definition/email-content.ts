/** The content of an email. `renderEmail` adds the layout around it. */
export type EmailContent = {
  /** Must not name anyone except the recipient, because subjects appear on locked screens. */
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  blocks: readonly EmailBlock[];
  /** Where replies go, if not to the firm. */
  replyTo?: { name: string; address: string };
  calendar?: CalendarPart;
  /**
   * What only the recipient may read, such as the token of a sign-in link. Secrets are sent but masked in the stored copy and in replies
   * of mail servers. They consist of letters, digits and `-._~`, which HTML does not escape.
   */
  secrets?: readonly string[];
};

/** A part of the content. A string is a paragraph. */
export type EmailBlock =
  | string
  /** Terms with their values: date, length, hosts. */
  | { facts: readonly (readonly [term: string, description: string])[] }
  /** The main action. */
  | { button: { label: string; url: string } }
  /** Numbered steps. */
  | { steps: readonly { title: string; text: string }[] }
  /** A paragraph with one link. */
  | { link: { before: string; label: string; url: string; after: string } }
  /** Text that the person typed. */
  | { quote: string };

/** An attached calendar entry (RFC 5545). */
export type CalendarPart = { method: "PUBLISH" | "CANCEL"; text: string };

/** A text as it is stored. @param secrets see `EmailContent` */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, "…"), text);
}
