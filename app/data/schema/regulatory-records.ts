import type { GeneratedAlways } from "kysely";

export type RegulatoryDocument = "form-crs" | "form-adv-part-2a" | "form-adv-part-2b" | "privacy-policy";

/**
 * Table `regulatory_filings`: when versions of regulatory documents were filed, posted and delivered. Owner: compliance. Personal data: the
 * email addresses of owners. Kept permanently; the database rejects changes.
 */
export type RegulatoryFilingsTable = {
  id: GeneratedAlways<number>;
  document: RegulatoryDocument;
  /** The date in the document. All days are ISO dates. */
  versionOn: string;
  /** When the version before became materially inaccurate; null for an annual update. */
  inaccurateOn: string | null;
  filedOn: string | null;
  postedOn: string | null;
  deliveredOn: string | null;
  /** Whether the version before was not inaccurate, so that the day of an earlier entry no longer counts. */
  withdrawsInaccuracy: boolean;
  /** Whether the days of filing, posting and delivery in earlier entries were wrong, so that they no longer count. */
  withdrawsFiling: boolean;
  withdrawsPosting: boolean;
  withdrawsDelivery: boolean;
  note: string | null;
  enteredAt: Date;
  enteredBy: string;
};

/**
 * Table `legal_holds`: orders and inquiries because of which no lead data is deleted automatically. Owner: compliance. Personal data: what
 * owners write as the reason, and their email addresses. Kept permanently; the database rejects changes.
 */
export type LegalHoldsTable = {
  id: GeneratedAlways<number>;
  reason: string;
  placedAt: Date;
  placedBy: string;
};

/**
 * Table `legal_hold_releases`: the end of each legal hold. Owner: compliance. Personal data: like `legal_holds`. Kept permanently; the database
 * rejects changes.
 */
export type LegalHoldReleasesTable = {
  holdId: number;
  reason: string;
  releasedAt: Date;
  releasedBy: string;
};

export type PromoterKind = "testimonial" | "promoter";

/**
 * Table `promoter_records`: the agreements and disclosures of testimonials and promoters. Owner: compliance. Personal data: the name of the
 * client or promoter, and the email addresses of owners. Kept permanently; the database rejects changes.
 */
export type PromoterRecordsTable = {
  id: GeneratedAlways<number>;
  kind: PromoterKind;
  name: string;
  agreedOn: string | null;
  compensation: string;
  disclosedOn: string | null;
  evidenceUrl: string | null;
  note: string | null;
  enteredAt: Date;
  enteredBy: string;
};
