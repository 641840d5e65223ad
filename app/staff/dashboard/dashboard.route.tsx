import { redirect } from "react-router";
import type { Route } from "./+types/dashboard.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canExportLeads, canReadRecord, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { hasDemoData } from "#app/people/profile/demo-rows.server.ts";
import { countQueue } from "#app/people/queue/load-queue.server.ts";
import { retentionPeriods } from "#app/people/retention/retention.server.ts";
import { pages } from "#app/pages/registry.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { DashboardScreen } from "./dashboard-screen.tsx";
import { dashboardTexts } from "./dashboard.messages.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { loadDashboard } from "./load-dashboard.server.ts";
import "./dashboard.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  // Links that lead to the staff area in general lead here.
  const session = await requireStaff(servicesOf(context), request, canReadRecord);
  if (!canViewLeads(session.staff)) throw redirect(pages.record.path);
  const { clientAddress } = factsOf(context);
  return {
    staff: session.staff,
    canExport: canExportLeads(session.staff),
    hasDemoData: await hasDemoData(servicesOf(context).db),
    queue: await countQueue(servicesOf(context).db, { now: servicesOf(context).clock.now() }),
    dashboard: await loadDashboard(servicesOf(context), { session, clientAddress }),
    trackingNote: dashboardTexts.trackingNote(retentionPeriods.visits),
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.admin, head);

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return <DashboardScreen {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.admin} error={error} />;
}
