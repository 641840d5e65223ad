import { Outlet } from "react-router";
import type { Route } from "./+types/staff-layout.route";
import "./staff.css";

/** Applies to the router's data requests too: caches must not store leads. */
export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Density and color schemes of the staff area. It does not authorize requests; each loader does. */
export default function StaffLayout() {
  return (
    <div className="staff">
      <Outlet />
    </div>
  );
}
