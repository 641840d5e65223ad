import type { Outcome, PersonStatus, RecordChanges } from "#app/data/schema/people.ts";

/** Statuses in their usual order. */
export const statusNames: Record<PersonStatus, string> = {
  new: "New",
  contacted: "Contacted",
  booked: "Booked",
  client: "Client",
  "not-a-fit": "Not a fit",
};

export const outcomeNames: Record<Outcome, string> = {
  reached: "Reached",
  "left-message": "Left message",
  booked: "Booked",
  "not-a-fit": "Not a fit",
  emailed: "Emailed",
};

/** The fields of a person's record. */
export const recordFieldNames: Record<Exclude<keyof RecordChanges, "before">, string> = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  status: "Status",
  owner: "Owner",
  company: "Company",
  nextStep: "Next step",
  nextStepOn: "Due",
};
