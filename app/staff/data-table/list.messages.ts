/** Words that every list of the staff area has. */
export const listTexts = {
  /** @param rowsAre e.g. “assessments” */
  heading: (rowsAre: string) => rowsAre.charAt(0).toUpperCase() + rowsAre.slice(1),
  past: (rowsAre: string) => `Past the ${rowsAre}`,
  end: (rowsAre: string) => `End of the ${rowsAre}`,
  narrow: "Search and filter",
  more: "More filters",
  all: "All",
  sort: "Sort by",
  shown: (count: number, isPart: boolean) => {
    if (isPart) return `${count} on this page, and there are more.`;
    return count === 0 ? "None." : `${count} in all.`;
  },
  show: "Show",
  showAll: "Show everything",
  nothingFits: "Nothing matches. Remove a filter, or show everything.",
  /** The same of a list that is only searched. */
  search: "Search",
  clearSearch: "Clear search",
  nothingFound: "Nothing matches. Check the spelling, or clear the search.",
  lost: "The page you turned to is no longer there, so this is the first page.",
  pages: "Pages",
  first: "First page",
  previous: "Previous page",
  next: "Next page",
} as const;
