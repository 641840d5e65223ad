import type { Generated } from "kysely";

/**
 * Table `consent_receipts`: the consent that a person gave in a form or later. Owner: intake. Personal data: the email address, if the
 * receipt does not belong to a form. Kept as long as the lead, or until the person is erased.
 */
export type ConsentReceiptsTable = {
  id: Generated<string>;
  /** The row that the form created; null for consent from the preference page or recorded by staff. */
  leadId: string | null;
  form: LeadForm | null;
  /** Set if and only if there is no lead. */
  email: string | null;
  givenAt: Date;
  basis: ConsentBasis;
  byEmail: boolean;
  byPhone: boolean;
  wordingVersion: string | null;
  pageVersion: string | null;
  optsOut: boolean;
  /** Email address of the staff member, or `shell`; null for the other bases. */
  recordedBy: string | null;
};

/** The forms through which leads come. */
export type LeadForm = "assessment" | "event-signup";

export type ConsentBasis =
  | "boxes-shown"
  /** Submitted without this site's form, so no consent text was displayed. */
  | "none-given"
  /** Given by the mailbox owner through the link in an email. */
  | "preference-page"
  /** Recorded by staff at the person's request. */
  | "staff";
