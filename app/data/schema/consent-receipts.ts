import type { Generated } from "kysely";

/**
 * Table `consent_receipts`: what a person agreed to, in a form or later. Owner: leads. Personal data: the address, where the receipt
 * does not belong to a form. Kept as long as the lead, or until the person is erased.
 */
export type ConsentReceiptsTable = {
  id: Generated<string>;
  /** The row that the form made; null on the preference page and for staff. */
  leadId: string | null;
  form: LeadForm | null;
  /** Set exactly where there is no lead. */
  email: string | null;
  givenAt: Date;
  basis: ConsentBasis;
  byEmail: boolean;
  byPhone: boolean;
  wordingVersion: string | null;
  pageVersion: string | null;
  optsOut: boolean;
  /** The email address of the member of staff, or `shell`; null for the other bases. */
  recordedBy: string | null;
};

/** The forms through which leads come. */
export type LeadForm = "assessment" | "event-signup";

export type ConsentBasis =
  | "boxes-shown"
  /** Sent without a form of ours: nobody was asked. */
  | "none-given"
  /** By the owner of the mailbox, through the link in an email. */
  | "preference-page"
  /** By staff, because the person asked for it. */
  | "staff";
