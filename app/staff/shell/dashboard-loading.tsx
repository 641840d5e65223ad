import { useLocation, useNavigation } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { loadingAssessments } from "./error-page.messages.ts";

/** Whether a navigation to the dashboard is pending. A navigation away from the dashboard does not count. */
export function useIsDashboardPending(): boolean {
  return useNavigation().location?.pathname === pages.admin.path;
}

/** Announces on other screens that the dashboard is loading (specification section 4). The dashboard shows this in its own sections. */
export function DashboardLoading() {
  const isPending = useIsDashboardPending();
  const isOnDashboard = useLocation().pathname === pages.admin.path;
  return (
    <p className="pending soft small" aria-live="polite">
      {isPending && !isOnDashboard ? loadingAssessments : null}
    </p>
  );
}
