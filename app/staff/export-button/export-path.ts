/** URL of an export. GET returns the CSV for spreadsheets, POST the raw variant. */
export function exportPath(name: string): string {
  return `/api/exports/${name}.csv`;
}

/** Response header with the number of exported records. */
export const recordCountHeader = "X-Record-Count";
