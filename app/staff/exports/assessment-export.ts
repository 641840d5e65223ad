/** Where the export of the assessments is fetched, by the dashboard and by a plain form. */
export const assessmentExportPath = "/api/exports/assessments.csv";

/** The header of an export that says how many records it holds. */
export const recordCountHeader = "X-Record-Count";
