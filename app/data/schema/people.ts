import type { Generated, GeneratedAlways } from "kysely";
import type { LeadForm } from "./consent-receipts.ts";
import type { Json } from "./quarantined-submissions.ts";
import type { TrafficClass } from "./visitors.ts";

/**
 * Table `people`: one row per person who sent a form or whom staff added, for follow-up. Triggers add it with the first form and delete it with
 * the last one, unless staff added it. Owner: people. Personal data: name, contact details, company and what staff note about the next step.
 * Kept as long as a form of the person, or until the erasure of a person whom staff added.
 */
export type PeopleTable = {
  id: Generated<string>;
  /** The name in the first form, or as staff entered it. */
  name: string;
  company: string | null;
  status: Generated<PersonStatus>;
  /** The account of the colleague who follows up. Null while the person has no owner. */
  ownerId: string | null;
  nextStep: string | null;
  /** ISO date in the firm's time zone; only with a next step. */
  nextStepOn: string | null;
  /** Incremented by each change. */
  revision: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  /** One of the addresses of the person, which staff chose. */
  contactEmail: string | null;
  /** A number that staff entered, and when. Consent that was recorded before does not cover it. */
  contactPhone: string | null;
  contactPhoneAt: Date | null;
  /** When staff added the person. The record then stays without a form. Null for a person who sent the first form. */
  addedAt: Date | null;
  // Triggers compute the other columns from the forms, receipts and identified visits of all addresses. The program never writes them.
  /** The address that staff chose, otherwise that of the latest form. */
  email: GeneratedAlways<string>;
  /** Id, kind and time of the latest form. Of a person whom staff added, the id of the record until there is a form. */
  latestFormId: GeneratedAlways<string>;
  latestForm: GeneratedAlways<LeadForm | "staff">;
  latestFormAt: GeneratedAlways<Date>;
  /**
   * The number of the latest form that allowed calls, otherwise of the latest form before consent that was recorded without a form. Without
   * either, that of the latest form, unless calls are allowed: a number is callable only if the consent was given for it. Forms with a form
   * token have priority. The number that staff entered replaces an earlier one, and can be called if consent was recorded later.
   */
  phone: GeneratedAlways<string | null>;
  /** Whether the number comes from forms that allowed calls, otherwise from forms with a form token. Null until it is computed again. */
  phoneSource: GeneratedAlways<"agreed" | "verified" | "form" | null>;
  /** Of the latest assessment that came with a form token, otherwise of the latest one; null without one. */
  score: GeneratedAlways<number | null>;
  scoreLevel: GeneratedAlways<string | null>;
  /** Whether the score comes from a form with a form token. Null until it is computed again. */
  isScoreVerified: GeneratedAlways<boolean | null>;
  /** Whether a form came with a valid form token. */
  hasFormToken: GeneratedAlways<boolean>;
  hasSeat: GeneratedAlways<boolean>;
  attended: GeneratedAlways<boolean>;
  /**
   * Null, like the touches, if the browser opted out of tracking. `machine` only if every form came from a program; a form without an
   * identified visit counts as that of a person.
   */
  trafficClass: GeneratedAlways<TrafficClass | null>;
  /** The first touch of the person, and the last one before the first form. Channels and campaigns are spellings of `source_names`. */
  firstChannel: GeneratedAlways<string | null>;
  firstCampaign: GeneratedAlways<string | null>;
  firstPage: GeneratedAlways<string | null>;
  lastChannel: GeneratedAlways<string | null>;
  lastCampaign: GeneratedAlways<string | null>;
  lastPage: GeneratedAlways<string | null>;
  /** When the status was first changed from “New”, to “Booked” and to “Client”. Null again if staff take the status back. */
  contactedAt: GeneratedAlways<Date | null>;
  bookedAt: GeneratedAlways<Date | null>;
  clientAt: GeneratedAlways<Date | null>;
  searchable: GeneratedAlways<string>;
  /** Whether the person may be called and sent email. Of several addresses, the most restrictive consent holds. */
  callConsent: GeneratedAlways<ConsentState>;
  emailConsent: GeneratedAlways<ConsentState>;
};

/** The states of consent, the most restrictive first. */
export type ConsentState = "opted-out" | "no" | "not-asked" | "yes";

/**
 * Table `source_names`: the name under which staff see each spelling of a channel or campaign. Owner: people. Personal data: none. Kept
 * permanently.
 */
export type SourceNamesTable = {
  kind: "channel" | "campaign";
  spelling: string;
  /** The letters and digits of the spelling. Spellings with the same key share a name until staff change it. */
  key: string;
  name: string;
  /** Set by a trigger when staff change the name. Other names are removed with the last person who came from them. */
  isGiven: GeneratedAlways<boolean>;
};

/**
 * Table `source_spend`: what a channel or campaign cost in a month. Owner: people. Personal data: the email address of the staff member.
 * Kept permanently.
 */
export type SourceSpendTable = {
  id: Generated<string>;
  kind: "channel" | "campaign";
  /** A name of `source_names`, or that of a source that has brought no person yet. */
  name: string;
  /** ISO date of its first day. */
  month: string;
  cents: number;
  /** Incremented by each change. */
  revision: Generated<number>;
  enteredBy: string;
  enteredAt: Date;
};

export type PersonStatus = "new" | "contacted" | "booked" | "client" | "not-a-fit";

/**
 * Table `person_addresses`: the email addresses of each person. Owner: people. Personal data: the address. Kept as long as a form with it, or,
 * if staff entered it, as long as the record.
 */
export type PersonAddressesTable = {
  /** In lower case, as the forms store it. */
  email: string;
  personId: string;
};

/**
 * Table `person_notes`: notes and outcomes of calls and emails. Owner: people. Personal data: the note. Append-only. Kept as long as the record.
 */
export type PersonNotesTable = {
  id: GeneratedAlways<number>;
  personId: string;
  at: Generated<Date>;
  authorEmail: string;
  /** Null for an email, which is stored in `emailed`. */
  outcome: Exclude<Outcome, "emailed"> | null;
  /** Whether the entry records an email to the person. Releases before it fail on other outcomes than the four. */
  emailed: Generated<boolean>;
  body: string | null;
  /** The new values of the changed fields. */
  changes: Generated<RecordChanges>;
};

/**
 * Table `person_merges`: what is needed to undo a merge of two records. Owner: people. Personal data: the record that was removed, its
 * addresses, and the email address of the staff member. Kept for 30 days, until the merge is undone, or until an erasure of the person.
 */
export type PersonMergesTable = {
  id: GeneratedAlways<number>;
  keptId: string;
  removedId: string;
  mergedAt: Date;
  mergedBy: string;
  /** The row of the removed record. */
  removed: Json;
  /** Addresses, ids of notes and ids of earlier merges that moved to the kept record. */
  moved: Json;
  /** The fields of the kept record that the merge changes, before and after it. */
  keptBefore: Json;
  keptAfter: Json;
};

/**
 * Table `merged_people`: the ids of records that were merged into others, for the report of an erasure. Owner: people. Personal data: the
 * ids. Kept until the merge is undone or the person is erased. Triggers add and delete the rows.
 */
export type MergedPeopleTable = {
  /** The removed record. */
  id: string;
  /** The record that it was merged into. That one may have been merged into another one later. */
  mergedInto: string;
};

/** The result of a call, or that staff wrote an email. */
export type Outcome = "reached" | "left-message" | "booked" | "not-a-fit" | "emailed";

/** The new values of changed fields; an empty text means that the field was cleared. The owner is an email address. */
export type RecordChanges = ContactChanges & {
  status?: PersonStatus;
  owner?: string;
  company?: string;
  nextStep?: string;
  nextStepOn?: string;
  /** The earlier values of changed contact details. */
  before?: ContactChanges;
};

type ContactChanges = { name?: string; email?: string; phone?: string };
