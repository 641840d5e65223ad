/** Where a screen that stays open gets what the dashboard shows now. */
export const dashboardDataPath = "/api/dashboard";
