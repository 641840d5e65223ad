export const addTexts = {
  title: "Add person",
  back: "People",
  intro: "For a person who contacted you without a form.",
  phone: "Phone (optional)",
  company: "Company (optional)",
  source: "Source (optional)",
  sourceHint: "Where you know the person from. It becomes the first note.",
  owner: "Owner",
  noOwner: "No owner",
  consent: "Adding a person records no consent to articles, invitations or calls.",
  act: "Add person",
  cancel: "Cancel",
  known: (name: string) =>
    `This address belongs to ${name}. Nothing was added, and your entries are kept below.`,
  open: (name: string) => `Open ${name}`,
} as const;

export const contactTexts = {
  title: "Contact details",
  email: "Email",
  emailHint:
    "For the emails that you write, lists and exports. Earlier addresses and sent forms stay as they are. Confirmations and reminders still go to the address in the form.",
  name: "Name",
  phone: "Phone",
  phoneHint:
    "Earlier consent to calls does not cover a new number. Leave this empty to use the number in the forms.",
  act: "Save",
  cancel: "Cancel",
  current: (value: string) => `Current value: ${value === "" ? "none" : value}`,
  merge: "Compare both records",
} as const;

/** Why nothing was saved. */
export const contactRefusals = {
  changed:
    "A colleague or a new form changed this record after you opened it. Your entries are kept below, with the current values beside them. Save again to replace those values.",
  empty: "There is nothing to save. Change a field.",
  taken: (name: string) =>
    `This address belongs to ${name}. Nothing was saved. If both are the same person, merge the records.`,
} as const;

export const contactErrors = {
  nameMissing: "Please enter the name",
  emailMissing: "Please enter the email address",
  companyTooLong: "Please shorten the company to 200 characters",
  ownerUnknown: "Please choose a colleague from the list",
} as const;
