import { Hono } from "hono";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { type Guard, authorizeStaff } from "#app/staff/shell/require-staff.server.ts";
import { type DashboardDeps, loadDashboard } from "./load-dashboard.server.ts";

type Facts = { Variables: { clientAddress: string } };

/** `GET /api/dashboard`. Requests by the screen itself do not extend the session. */
export function dashboardEndpoint(deps: DashboardDeps & { identity: Guard }): Hono<Facts> {
  return new Hono<Facts>().get("/dashboard", async (c) => {
    const authorization = await authorizeStaff(deps.identity, c.req.raw, canViewLeads, {
      extendsSession: false,
    });
    if (!authorization.ok) return authorization.refusal;
    const viewer = { session: authorization.session, clientAddress: c.get("clientAddress") };
    return Response.json(await loadDashboard(deps, viewer), { headers: { "Cache-Control": "no-store" } });
  });
}
