import type { Generated } from "kysely";

/**
 * Table `consent_receipts`: what somebody agreed to in sending a form. Owner: leads. Personal data: none of its own, but of the
 * lead that it belongs to. Kept as long as that.
 */
export type ConsentReceiptsTable = {
  id: Generated<string>;
  leadId: string;
  form: LeadForm;
  givenAt: Date;
  basis: ConsentBasis;
  byEmail: boolean;
  byPhone: boolean;
  wordingVersion: string | null;
  pageVersion: string | null;
  optsOut: boolean;
};

/** The forms through which leads come. */
export type LeadForm = "assessment" | "event-signup";

export type ConsentBasis = "boxes-shown" | "none-given";
