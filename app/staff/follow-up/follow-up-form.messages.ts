import type { outcomeNames } from "#app/people/follow-up/follow-up.messages.ts";

/** Texts of the form that records a call, an email or a note. */
export const followUpTexts = {
  heading: "Follow-up",
  outcome: "Outcome",
  noOutcome: "None",
  note: "Note",
  status: "Status",
  owner: "Owner",
  noOwner: "No owner",
  ownerProposed: "No owner yet, so you are selected",
  formerOwner: "A former colleague",
  company: "Company",
  nextStep: "Next step",
  nextStepOn: "Due",
  save: "Save",
  current: (value: string) => `Current value: ${value === "" ? "none" : value}`,
} as const;

/** The next steps that the form proposes. People whose call or email did not end the matter always have one. */
export const proposedSteps: Readonly<Partial<Record<keyof typeof outcomeNames, string>>> = {
  reached: "Follow up",
  "left-message": "Call again",
  booked: "Prepare for the call",
  emailed: "Follow up",
};

/** Why nothing was saved. */
export const followUpRefusals = {
  changed:
    "A colleague saved or merged this record after you opened it. Your entries are kept below, with the current values beside them. Save again to replace those values.",
  "owner-gone": "That colleague’s account was removed. Choose another owner.",
  empty: "There is nothing to save. Choose an outcome, write a note or change a field.",
  fields: "Please correct the fields below. Nothing has been saved yet.",
} as const;

export const followUpErrors = {
  noteTooLong: "Please shorten the note to 4,000 characters",
  companyTooLong: "Please shorten the company to 200 characters",
  nextStepTooLong: "Please shorten the next step to 200 characters",
  nextStepMissing: "Please enter the next step, or choose the status Client or Not a fit",
  nextStepForDate: "Please enter what is due on that day",
  dateInvalid: "Please enter a date",
  dateInPast: "Please choose today or a later day",
  ownerUnknown: "Please choose a colleague from the list",
  outcomeUnknown: "Please choose an outcome from the list",
  statusUnknown: "Please choose a status from the list",
} as const;
