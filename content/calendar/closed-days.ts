/**
 * Days on which the firm is closed besides weekends, as ISO dates: the holidays of the New York Stock Exchange
 * (https://www.nyse.com/markets/hours-calendars). “One business day” on the site does not count them. Add each year's holidays before it
 * begins.
 */
export const closedDays = [
  "2026-01-01",
  "2026-01-19",
  "2026-02-16",
  "2026-04-03",
  "2026-05-25",
  "2026-06-19",
  "2026-07-03",
  "2026-09-07",
  "2026-11-26",
  "2026-12-25",
  "2027-01-01",
  "2027-01-18",
  "2027-02-15",
  "2027-03-26",
  "2027-05-31",
  "2027-06-18",
  "2027-07-05",
  "2027-09-06",
  "2027-11-25",
  "2027-12-24",
] as const satisfies readonly string[];
