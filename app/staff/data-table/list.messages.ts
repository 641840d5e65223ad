/** Wording that all lists share. */
export const listTexts = {
  /** @param rows plural noun, such as “assessments” */
  heading: (rows: string) => rows.charAt(0).toUpperCase() + rows.slice(1),
  skip: (rows: string) => `Skip the ${rows}`,
  end: (rows: string) => `End of the ${rows}`,
  filter: "Search and filter",
  more: "More filters",
  all: "All",
  sort: "Sort by",
  days: { from: "From", to: "To" },
  count: (count: number, isPart: boolean) => {
    if (isPart) return `${count} on this page, and there are more.`;
    return count === 0 ? "None." : `${count} in all.`;
  },
  show: "Show",
  showAll: "Show everything",
  noMatch: "Nothing matches. Remove a filter, or show everything.",
  search: "Search",
  clearSearch: "Clear search",
  noSearchMatch: "Nothing matches. Check the spelling, or clear the search.",
  lost: "That page no longer exists, so this is the first page.",
  pages: "Pages",
  first: "First page",
  previous: "Previous page",
  next: "Next page",
  dashboard: "Back to the dashboard",
} as const;

export const sortTexts = { newest: "Newest first", oldest: "Oldest first" } as const;

/** Cells without a value (specification section 2). */
export const missingTexts = {
  phone: "Not provided",
  questions: "None provided",
  topics: "None provided",
  ipAddress: "Unknown",
} as const;
