export const formTexts = {
  locked: "Fixed wording. Ask an administrator to change it.",
  up: "Move up",
  down: "Move down",
  remove: "Remove",
  add: (name: string) => `Add ${name.toLowerCase()}`,
  addChosen: "Add",
  kind: "Kind",
  withdraw: "Withdraw article",
  withdrawHint:
    "The article is removed from the site when this change is published. Its address then shows the not-found page. Published versions stay in the record.",
  confirmWithdraw: (name: string) => `Withdraw “${name}”`,
  none: "None",
  empty: "Nothing here yet.",
  count: (length: number, most: number) => `${length} of ${most}`,
} as const;
