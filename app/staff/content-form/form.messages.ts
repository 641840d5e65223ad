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
    "The article leaves the site when this change is published. Visitors then see the not-found page. The record keeps what was published.",
  confirmWithdraw: (name: string) => `Withdraw “${name}”`,
  none: "None",
  empty: "Nothing here yet.",
  count: (length: number, most: number) => `${length} of ${most}`,
} as const;
