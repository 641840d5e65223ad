import type { Generated, GeneratedAlways } from "kysely";

/**
 * Table `visitors`: a row for each visit, and one more for each form sent by somebody who thereby gave a name (specification
 * section 3). Owner: tracking. Personal data: name and e-mail of the latter; network address, browser and where it came from of
 * both. Kept as `app/people/retention/retention.server.ts` says: visits for a time, the others as long as their lead.
 */
export type VisitorsTable = {
  id: Generated<string>;
  firstName: string;
  lastName: string;
  email: string;
  source: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Generated<Date>;
  browserKey: string | null;
  leadId: string | null;
  visitId: string | null;
  firstTouch: Touch | null;
  lastTouch: Touch | null;
  trafficClass: TrafficClass;
  classReason: string | null;
  /** Made by the database: null where nobody gave a name. */
  searchable: GeneratedAlways<string | null>;
};

/** Who seems to be at the other end. Only the first is counted as a person. */
export type TrafficClass = "person" | "unsure" | "machine";

/** Where a browser came from when it reached a page (json columns of `visitors` and `tracking_events`). */
export type Touch = {
  /** ISO 8601, by the server's clock. */
  at: string;
  /** The path that it reached. */
  landingPage: string;
  /** Address of the page whose link was followed, without query and fragment; null where there was none or it was ours. */
  referrer: string | null;
  /** What the address said of its campaign: source, medium, campaign, term, content, as far as it did. */
  campaign: Readonly<Record<string, string>>;
  /** The advertiser's own mark of the click: its parameter and value, e.g. `gclid`. */
  clickId: { kind: string; value: string } | null;
};
