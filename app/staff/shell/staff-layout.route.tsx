import { Outlet } from "react-router";
import type { Route } from "./+types/staff-layout.route";
import "./staff.css";

/** For the router's data requests too: nothing about leads stays in a cache. */
export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** What the staff area wears: its own density and its two colour schemes. It guards nothing; each loader asks for itself. */
export default function StaffLayout() {
  return (
    <div className="staff">
      <Outlet />
    </div>
  );
}
