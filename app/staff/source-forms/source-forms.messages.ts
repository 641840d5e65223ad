export const spendTexts = {
  title: "Spend",
  back: "Back to Sources",
  about:
    "Enter what a channel or campaign cost in a month. The Sources page uses this amount to calculate the cost per lead.",
  heading: "Enter spend",
  kind: "Kind",
  kinds: { campaign: "Campaign", channel: "Channel" },
  name: "Name",
  nameHint: "As shown on the Sources page",
  newName: (name: string) => `“${name}” is a new name`,
  month: "Month",
  amount: "Amount in dollars",
  amountHint: "Enter 0 to remove an entry",
  save: "Save",
  saved: "Saved.",
  entries: "Entries",
  by: "Entered by",
  change: "Change",
  changeOf: (name: string, month: string) => ` ${name} in ${month}`,
  empty: "No spend yet.",
  more: "To look up an earlier entry, enter its name and month with any amount, and save. You’ll see the current amount before it is replaced.",
} as const;

export const spendErrors = {
  kind: "Please choose campaign or channel",
  nameMissing: "Please enter the name of a campaign or channel",
  nameSimilar: (known: string) => `No lead has come from this name. Did you mean “${known}”?`,
  month: "Please choose a month",
  amountMissing: "Please enter an amount",
  amountNegative: "Please enter 0 or more",
  amountInvalid: "Please enter an amount like 1,200 or 1,200.50",
  amountTooHigh: "Please enter at most $10,000,000",
} as const;

/** Errors of a name, in both forms. */
export const nameErrors = {
  tooLong: "Please use at most 200 characters",
  markup: "Please leave out < and >",
  none: "Please choose another name, because “none” means no campaign",
  invisible: "Please remove line breaks and invisible characters",
} as const;

export const spendRefusals = {
  fields: "Please correct the fields below. Nothing has been saved yet.",
  changed: (amount: string, by: string, at: string) =>
    `${by} entered ${amount} for this month on ${at}. Your amount is kept below. Save again to replace theirs.`,
  removed: "A colleague removed this entry. Your amount is kept below. Save again to enter it.",
} as const;

export const nameTexts = {
  title: "Source names",
  back: "Back to Sources",
  about:
    "Spellings that contain the same letters and digits are grouped under one name. Give spellings the same name to combine them, or different names to separate them.",
  kinds: { campaign: "Campaigns", channel: "Channels" },
  kindsLabel: "Kind",
  search: "Name or spelling",
  find: "Search",
  name: "Name",
  spellings: "Spellings",
  edit: "Edit",
  editOf: (name: string) => ` ${name}`,
  more: "There are more. Search to find them.",
  empty: "No names yet. They appear with the first lead of a campaign or channel.",
  noMatch: "Nothing matches.",
  heading: (name: string) => `Edit ${name}`,
  which: "Spellings to include",
  newName: "Name",
  newNameHint: "To combine spellings, enter a name that already exists",
  save: "Save",
  saved: "Saved.",
} as const;

export const nameRefusals = {
  fields: "Please correct the fields below. Nothing has been saved yet.",
  changed:
    "A colleague renamed some of these spellings after you opened the form. Your entries are kept below. Check the spellings and save again.",
  gone: "A colleague renamed all spellings of this name. Nothing was saved.",
} as const;

export const nameFieldErrors = {
  missing: "Please enter a name",
  spellings: "Please choose at least one spelling",
} as const;
