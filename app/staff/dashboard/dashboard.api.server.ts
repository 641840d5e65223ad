import { Hono } from "hono";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { type Guard, staffOrRefusal } from "#app/staff/shell/require-staff.server.ts";
import { type DashboardDeps, loadDashboard } from "./load-dashboard.server.ts";

type Facts = { Variables: { clientAddress: string } };

/** `GET /api/dashboard`: what the dashboard shows now. The screen asks by itself, which keeps no session alive. */
export function dashboardEndpoint(deps: DashboardDeps & { identity: Guard }): Hono<Facts> {
  return new Hono<Facts>().get("/dashboard", async (c) => {
    const asked = await staffOrRefusal(deps.identity, c.req.raw, canViewLeads, { use: "quiet" });
    if (!asked.ok) return asked.refusal;
    const seenBy = { session: asked.session, clientAddress: c.get("clientAddress") };
    return Response.json(await loadDashboard(deps, seenBy), { headers: { "Cache-Control": "no-store" } });
  });
}
