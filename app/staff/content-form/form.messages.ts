export const formTexts = {
  locked: "Fixed wording. Ask an administrator to change it.",
  up: "Move up",
  down: "Move down",
  remove: "Remove",
  add: (name: string) => `Add ${name.toLowerCase()}`,
  addChosen: "Add",
  kind: "Kind",
  none: "None",
  empty: "Nothing here yet.",
  count: (length: number, most: number) => `${length} of ${most}`,
} as const;
