/** Texts of the header and the keyboard shortcuts. */
export const headerTexts = {
  search: "Search people",
  searchHint: "Name, email or phone",
  settings: "Settings",
  more: "More",
  shortcuts: "Keyboard shortcuts",
  shortcutsOn: "Use single-key shortcuts in this browser",
  close: "Close",
} as const;

/** The shortcuts by key, in the order of the list. */
export const shortcutNames = [
  ["/", "Search people"],
  ["J", "Next person in the queue or list"],
  ["K", "Previous person in the queue or list"],
  ["X", "Select the person in the list"],
  ["Enter", "Open the person"],
  ["E", "Record an outcome"],
  ["1 to 5", "Choose an outcome on a person’s page"],
  ["N", "Write a note on a person’s page"],
  ["?", "Show this list"],
] as const;
