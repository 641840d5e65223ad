/** Whether a text is an existing day like 2026-11-21. JavaScript reads February 30 as March 2, and there is no year 0. */
export function isDay(text: string): boolean {
  const day = new Date(/^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
