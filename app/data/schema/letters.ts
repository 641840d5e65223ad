import type { Generated } from "kysely";

/**
 * Table `letters`: every letter the system writes, whether it left the house or not.
 * Owner: mail. Personal data: the recipient's address and whatever the letter says.
 * Kept as the record of what was written (books-and-records duty, 17 CFR 275.204-2).
 */
export type LettersTable = {
  id: Generated<string>;
  kind: string;
  recipient: string;
  subject: string;
  bodyText: string;
  state: Generated<LetterState>;
  attempts: Generated<number>;
  createdAt: Generated<Date>;
  settledAt: Date | null;
};

/** `waiting`: its job has not run yet. `kept`: stored only, because there is no mail server to send it through. */
export type LetterState = "waiting" | "kept";
