import type { DashboardView } from "./dashboard-view.ts";
import { dashboardDataPath } from "./dashboard-path.ts";
import { RefusedError } from "./dashboard-refresher.client.ts";

/** What the dashboard shows now. @throws RefusedError where asking again would not help */
export async function fetchDashboard(signal: AbortSignal): Promise<DashboardView> {
  const response = await fetch(dashboardDataPath, { signal });
  if (response.status === 401 || response.status === 403) throw new RefusedError(response.status);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  // Our own endpoint's answer; a page of another version loads itself anew when it hears of one.
  return (await response.json()) as DashboardView;
}
