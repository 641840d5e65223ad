import type { Generated, GeneratedAlways } from "kysely";

/**
 * Table `people`: one row per person who sent a form, for follow-up. Triggers add it with the first form and delete it with the last one.
 * Owner: people. Personal data: name, company and what staff note about the next step. Kept as long as a form of the person.
 */
export type PeopleTable = {
  id: Generated<string>;
  /** Of the first form. */
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
};

export type PersonStatus = "new" | "contacted" | "booked" | "client" | "not-a-fit";

/**
 * Table `person_addresses`: the email addresses of each person. Owner: people. Personal data: the address. Kept as long as a form with it.
 */
export type PersonAddressesTable = {
  /** In lower case, as the forms store it. */
  email: string;
  personId: string;
};

/**
 * Table `person_notes`: notes and outcomes of calls. Owner: people. Personal data: the note. Append-only. Kept as long as the record.
 */
export type PersonNotesTable = {
  id: GeneratedAlways<number>;
  personId: string;
  at: Generated<Date>;
  authorEmail: string;
  outcome: CallOutcome | null;
  body: string | null;
  /** The new values of the changed fields. */
  changes: Generated<RecordChanges>;
};

export type CallOutcome = "reached" | "left-message" | "booked" | "not-a-fit";

/** The new values of changed fields; an empty text means that the field was cleared. The owner is an email address. */
export type RecordChanges = {
  status?: PersonStatus;
  owner?: string;
  company?: string;
  nextStep?: string;
  nextStepOn?: string;
};
